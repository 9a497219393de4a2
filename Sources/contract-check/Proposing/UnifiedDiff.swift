/// A file's change as `diff -u` writes it, for `patch -p1` and `git apply`.
struct UnifiedDiff {
    private let header: String
    private let lines: [Line]

    private enum Line {
        case kept(String)
        case removed(String)
        case added(String)
    }

    private static let context = 3

    /// Nil for `old` is a file that is not there yet.
    ///
    /// - Complexity: O(lines × changes).
    init(_ path: String, old: String?, new: String) {
        let path = path.first == "/" ? String(path.dropFirst()) : path
        header = (old == nil ? "--- /dev/null\n" : "--- a/\(path)\n") + "+++ b/\(path)\n"
        let oldLines = Self.lines(old ?? "")
        let newLines = Self.lines(new)
        let difference = newLines.difference(from: oldLines)
        let removed = Set(difference.removals.map(\.position))
        let added = Set(difference.insertions.map(\.position))
        var lines: [Line] = []
        var (at, newAt) = (0, 0)
        while at < oldLines.count || newAt < newLines.count {
            if at < oldLines.count, removed.contains(at) {
                lines.append(.removed(oldLines[at]))
                at += 1
            } else if newAt < newLines.count, added.contains(newAt) {
                lines.append(.added(newLines[newAt]))
                newAt += 1
            } else {
                lines.append(.kept(oldLines[at]))
                at += 1
                newAt += 1
            }
        }
        self.lines = lines
    }

    /// Each line with what ends it; a last line without an end says so.
    private static func lines(_ text: String) -> [String] {
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { String($0) + "\n" }
        let last = lines.removeLast()
        if last != "\n" { lines.append(last + "\\ No newline at end of file\n") }
        return lines
    }

    /// Empty where nothing changed.
    var text: String {
        let hunks = hunks
        return hunks.isEmpty ? "" : header + hunks.map(text).joined()
    }

    /// The lines of each hunk: changes with what is around them.
    private var hunks: [Range<Int>] {
        var hunks: [Range<Int>] = []
        for (number, line) in lines.enumerated() {
            if case .kept = line { continue }
            let around = max(0, number - Self.context)..<min(lines.count, number + Self.context + 1)
            if let last = hunks.last, last.upperBound >= around.lowerBound {
                hunks[hunks.count - 1] = last.lowerBound..<around.upperBound
            } else {
                hunks.append(around)
            }
        }
        return hunks
    }

    private func text(_ hunk: Range<Int>) -> String {
        let (oldBefore, newBefore) = counts(lines[..<hunk.lowerBound])
        let (old, new) = counts(lines[hunk])
        let range = { (before: Int, count: Int) in "\(count == 0 ? before : before + 1),\(count)" }
        let body = lines[hunk].map { line in
            switch line {
            case .kept(let text): " " + text
            case .removed(let text): "-" + text
            case .added(let text): "+" + text
            }
        }
        return "@@ -\(range(oldBefore, old)) +\(range(newBefore, new)) @@\n" + body.joined()
    }

    private func counts(_ lines: ArraySlice<Line>) -> (old: Int, new: Int) {
        lines.reduce(into: (0, 0)) { counts, line in
            switch line {
            case .kept: counts = (counts.0 + 1, counts.1 + 1)
            case .removed: counts.0 += 1
            case .added: counts.1 += 1
            }
        }
    }
}

extension CollectionDifference.Change {
    fileprivate var position: Int {
        switch self {
        case .insert(let offset, _, _), .remove(let offset, _, _): offset
        }
    }
}
