/// A file of source text, ready to be written.
package struct GeneratedFile: Sendable {
    /// Its name without folder, such as `Models.swift`.
    package let name: String

    /// Ends in a newline.
    package let text: String
}

/// Lines of source text.
struct CodeLines {
    private(set) var lines: [String] = []

    /// The longest line that is not broken.
    static let width = 110

    var text: String { lines.joined(separator: "\n") + "\n" }

    /// Adds a line.
    static func += (code: inout CodeLines, line: String) { code.lines.append(line) }

    /// Adds lines, indented by one level.
    mutating func indent(_ inner: CodeLines) { lines += inner.lines.map { $0.isEmpty ? "" : "    " + $0 } }

    /// Adds lines as they are.
    mutating func append(_ other: CodeLines) { lines += other.lines }

    /// Adds a block: a line that opens it, its lines, a line that closes it; one line where it is empty.
    mutating func block(_ opening: String, _ inner: CodeLines, closing: String = "}") {
        guard !inner.lines.isEmpty else {
            lines.append(opening + closing)
            return
        }
        lines.append(opening)
        indent(inner)
        lines.append(closing)
    }

    /// Adds blocks with a blank line between each.
    mutating func append(separated parts: [CodeLines]) {
        for part in parts where !part.lines.isEmpty {
            if !lines.isEmpty { lines.append("") }
            append(part)
        }
    }

    init(_ lines: [String] = []) { self.lines = lines }

    /// The lines of a text, which may be indented.
    init(text: String) {
        lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }

    /// A call or a signature: on one line if it fits inside `indentation` columns more, else an argument on each line.
    init(_ opening: String, arguments: [String], _ closing: String, indentation: Int) {
        let line = opening + arguments.joined(separator: ", ") + closing
        guard line.count + indentation > Self.width, !arguments.isEmpty else {
            lines = [line]
            return
        }
        lines.append(opening)
        for (position, argument) in arguments.enumerated() {
            lines.append("    " + argument + (position < arguments.count - 1 ? "," : ""))
        }
        lines.append(closing)
    }

    /// A comment of whole lines, each begun by `mark`, broken at blanks.
    init(comment text: String, mark: String, indentation: Int) {
        let width = max(40, Self.width - mark.count - 1 - indentation)
        for paragraph in text.split(whereSeparator: \.isNewline) {
            var line = ""
            for word in paragraph.split(separator: " ") {
                if !line.isEmpty, line.count + 1 + word.count > width {
                    lines.append("\(mark) \(line)")
                    line = ""
                }
                line += (line.isEmpty ? "" : " ") + word
            }
            if !line.isEmpty { lines.append("\(mark) \(line)") }
        }
    }
}
