/// Writes text so that roff shows it as it is.
///
/// A hyphen becomes a real minus (so that options can be copied), and a line never begins with a control character.
func roff(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
        let escaped = line.flatMap { character in
            switch character {
            case "\\": "\\e"
            case "-": "\\-"
            case "\"": "\\(dq"
            // Others than typewriters show quotes and accents for these (groff_char(7)).
            case "'": "\\(aq"
            case "`": "\\(ga"
            case "^": "\\(ha"
            case "~": "\\(ti"
            default: String(character)
            }
        }
        let guarded = line.first == "." ? "\\&" : ""
        return guarded + String(escaped)
    }.joined(separator: "\n")
}

/// Paragraphs divided by empty lines.
func roffParagraphs(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false)
        .map { $0.isEmpty ? ".PP" : roff(String($0)) }
        .joined(separator: "\n")
}

/// A usage line, its words kept together.
func roffSynopsis(_ usage: String) -> String {
    ".nh\n\\fB\(roff(usage))\\fR\n.hy"
}

/// A tagged paragraph: a tag that is roff already, and sentences that are plain text.
func roffTagged(_ tag: String, _ sentences: [String]) -> String {
    ".TP\n\(tag)\n\(sentences.map(roff).joined(separator: " "))\n"
}
