/// A JSON value to be written; U+0000 stays in texts and names, but not in values of documents.
package indirect enum JSONOutput: Sendable {
    case null
    case bool(Bool)
    case number(Int)
    case text(String)
    case array([JSONOutput])
    case object([(String, JSONOutput)])
    /// A value of a document, written as it came in.
    case value(JSONValue)

    /// The text, or null when there is none.
    package static func optional(_ text: String?) -> JSONOutput { text.map(JSONOutput.text) ?? .null }

    /// The number, or null when there is none.
    package static func optional(_ number: Int?) -> JSONOutput { number.map(JSONOutput.number) ?? .null }

    /// The value with two blanks for each level, ending in a newline; arrays and objects without parts stay closed, and so do
    /// values of a document.
    package var rendered: String { rendered(indent: "") + "\n" }

    private func rendered(indent: String) -> String {
        switch self {
        case .array(let elements):
            return Self.list("[", elements.map { $0.rendered(indent: indent + "  ") }, "]", indent)
        case .object(let members):
            let parts = members.map { JSONText.exactlyQuoted($0) + ": " + $1.rendered(indent: indent + "  ") }
            return Self.list("{", parts, "}", indent)
        default: return compact
        }
    }

    private static func list(_ open: String, _ parts: [String], _ close: String, _ indent: String) -> String {
        guard !parts.isEmpty else { return open + close }
        let lines = parts.map { indent + "  " + $0 }.joined(separator: ",\n")
        return "\(open)\n\(lines)\n\(indent)\(close)"
    }

    /// The value on one line, without blanks.
    package var compact: String {
        var text = ""
        write(to: &text)
        return text
    }

    private func write(to text: inout String) {
        switch self {
        case .null: text += "null"
        case .bool(let bool): text += bool ? "true" : "false"
        case .number(let number): text += String(number)
        case .text(let string): text += JSONText.exactlyQuoted(string)
        case .value(let value): text += JSONText(value, form: .received).string
        case .array(let elements):
            Self.write("[", elements, "]", to: &text) { $0.write(to: &$1) }
        case .object(let members):
            Self.write("{", members, "}", to: &text) { member, text in
                text += JSONText.exactlyQuoted(member.0) + ":"
                member.1.write(to: &text)
            }
        }
    }

    private static func write<Part>(
        _ open: String,
        _ parts: [Part],
        _ close: String,
        to text: inout String,
        part: (Part, inout String) -> Void
    ) {
        text += open
        for (position, each) in parts.enumerated() {
            if position > 0 { text += "," }
            part(each, &text)
        }
        text += close
    }
}
