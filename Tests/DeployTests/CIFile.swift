import FoundationEssentials

/// A file in `deploy/ci`, read by as much of YAML as those use: maps by indentation, lists, block scalars, plain scalars.
struct CIFile {
    private let lines: [Line]

    private struct Line {
        let indent: Int
        let text: String
    }

    init(_ name: String) throws {
        let file = URL(filePath: "\(Installation.checkout)/deploy/ci/\(name)")
        let text = try String(contentsOf: file, encoding: .utf8)
        lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            Line(indent: line.prefix { $0 == " " }.count, text: String(line.drop { $0 == " " }))
        }
    }

    /// The lines under a key, found by the keys above it; an item of a list is a key by its first line.
    func block(_ path: [String]) -> [String] {
        var range = lines.indices
        for key in path {
            let start = range.first { lines[$0].text == key || lines[$0].text.hasPrefix(key + " ") }
            guard let start else { return [] }
            let below = range.drop { $0 <= start }
            let end = below.first { lines[$0].indent <= lines[start].indent && !lines[$0].text.isEmpty }
            range = start + 1..<(end ?? range.upperBound)
        }
        let indent = range.first.map { lines[$0].indent } ?? 0
        return lines[range].map { String(repeating: " ", count: max(0, $0.indent - indent)) + $0.text }
    }

    /// The keys under a key; of those with a plain scalar its text.
    func map(_ path: [String]) -> [String: String] {
        let pairs = block(path).filter { !$0.hasPrefix(" ") && !$0.hasPrefix("#") && $0.contains(":") }.map {
            line in
            let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            let value = String(parts[1].drop { $0 == " " })
            return (String(parts[0]), value == "\"\"" ? "" : value)
        }
        return Dictionary(uniqueKeysWithValues: pairs)
    }

    /// The items of a list under a key; folded lines are joined by blanks.
    func items(_ path: [String]) -> [String] {
        var items: [String] = []
        for line in block(path) where !line.isEmpty && !line.hasPrefix("#") {
            if line.hasPrefix("- ") {
                items.append(line == "- >-" ? "" : String(line.dropFirst(2)))
            } else if let last = items.popLast() {
                items.append(
                    [last, String(line.drop { $0 == " " })].filter { !$0.isEmpty }.joined(separator: " ")
                )
            }
        }
        return items
    }
}
