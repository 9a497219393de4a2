/// Longer texts are cut, so that one event cannot fill a disk: in Unicode scalars.
let longestLogText = 4096

/// A text in double quotes as JSON writes it, on one line whatever is in it.
func quoted(_ text: String) -> String {
    "\"\(escaped(shortened(text), quotes: true))\""
}

/// A text cut to ``longestLogText``, with `…` for what is missing.
func shortened(_ text: String) -> String {
    // Scalars and not characters, because a character can be of any length.
    guard text.utf8.count > longestLogText, text.unicodeScalars.count > longestLogText else { return text }
    return String(text.unicodeScalars.prefix(longestLogText)) + "…"
}

/// Whether a text would be read as more than one value if it stood bare.
func needsQuotes(_ text: String) -> Bool {
    text.isEmpty || text.unicodeScalars.contains { $0 == " " || $0 == "=" || $0.isEscaped(quotes: true) }
}

/// A text without anything that could end the line, forge another one, or steer a terminal.
///
/// Control characters, line separators and the marks that turn the direction of writing become JSON escapes.
func escaped(_ text: String, quotes: Bool = false) -> String {
    guard text.unicodeScalars.contains(where: { $0.isEscaped(quotes: quotes) }) else { return text }
    var escaped = ""
    for scalar in text.unicodeScalars {
        if scalar.isEscaped(quotes: quotes) {
            escaped += scalar.jsonEscape
        } else {
            escaped.unicodeScalars.append(scalar)
        }
    }
    return escaped
}

extension Unicode.Scalar {
    fileprivate func isEscaped(quotes: Bool) -> Bool {
        switch value {
        case 0x00...0x1F, 0x7F...0x9F, 0x2028...0x202E, 0x2066...0x2069: true
        case 0x22, 0x5C: quotes
        default: false
        }
    }

    fileprivate var jsonEscape: String {
        switch self {
        case "\"": "\\\""
        case "\\": "\\\\"
        case "\n": "\\n"
        case "\r": "\\r"
        case "\t": "\\t"
        default: "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
        }
    }

    private var hex: String { String(value, radix: 16) }
}
