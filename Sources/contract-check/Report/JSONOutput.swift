import JSONCore

/// A JSON value to be written.
indirect enum JSONOutput {
    case null
    case number(Int)
    case text(String)
    case array([JSONOutput])
    case object([(String, JSONOutput)])

    /// The text, or null when there is none.
    static func optional(_ text: String?) -> JSONOutput { text.map(JSONOutput.text) ?? .null }

    /// The number, or null when there is none.
    static func optional(_ number: Int?) -> JSONOutput { number.map(JSONOutput.number) ?? .null }

    /// The value with two blanks for each level, ending in a newline; arrays and objects without parts stay closed.
    var rendered: String { rendered(indent: "") + "\n" }

    private func rendered(indent: String) -> String {
        switch self {
        case .null: return "null"
        case .number(let number): return String(number)
        case .text(let text): return JSONText.quoted(text)
        case .array(let elements):
            return Self.list("[", elements.map { $0.rendered(indent: indent + "  ") }, "]", indent)
        case .object(let members):
            let parts = members.map { JSONText.quoted($0) + ": " + $1.rendered(indent: indent + "  ") }
            return Self.list("{", parts, "}", indent)
        }
    }

    private static func list(_ open: String, _ parts: [String], _ close: String, _ indent: String) -> String {
        guard !parts.isEmpty else { return open + close }
        let lines = parts.map { indent + "  " + $0 }.joined(separator: ",\n")
        return "\(open)\n\(lines)\n\(indent)\(close)"
    }
}
