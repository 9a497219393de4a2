/// An element of an XML document to be written.
struct XMLElement {
    let name: String
    var attributes: [(String, String)] = []
    var children: [XMLElement] = []

    /// Text instead of children.
    var text = ""

    /// The document with this element as its root, two blanks for each level, ending in a newline.
    var document: String { #"<?xml version="1.0" encoding="UTF-8"?>"# + "\n" + rendered(indent: "") + "\n" }

    private func rendered(indent: String) -> String {
        let start = indent + "<" + name + attributes.map { " \($0)=\"\($1.xmlAttribute)\"" }.joined()
        if !children.isEmpty {
            let lines = children.map { $0.rendered(indent: indent + "  ") }.joined(separator: "\n")
            return "\(start)>\n\(lines)\n\(indent)</\(name)>"
        }
        return text.isEmpty ? start + "/>" : "\(start)>\(text.xmlEscaped)</\(name)>"
    }
}

extension String {
    /// The text as it may stand between tags; what XML 1.0 (§2.2) has no way to write becomes U+FFFD.
    var xmlEscaped: String {
        unicodeScalars.reduce(into: "") { text, scalar in
            switch scalar {
            case "&": text += "&amp;"
            case "<": text += "&lt;"
            case ">": text += "&gt;"
            case "\r": text += "&#13;"
            case "\t", "\n": text.unicodeScalars.append(scalar)
            case "\u{0}"..."\u{1F}", "\u{FFFE}", "\u{FFFF}": text += "\u{FFFD}"
            default: text.unicodeScalars.append(scalar)
            }
        }
    }

    /// The text as it may stand in an attribute, where blanks would be made of line ends and tabs (§3.3.3).
    var xmlAttribute: String {
        xmlEscaped.replacing("\"", with: "&quot;").replacing("\n", with: "&#10;").replacing(
            "\t",
            with: "&#9;"
        )
    }
}
