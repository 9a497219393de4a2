/// Breaks a text at blanks into lines of at most `width` cells; a longer word gets a line of its own.
///
/// Line breaks of the text are kept.
func wrapped(_ text: String, width: Int) -> [String] {
    text.split(separator: "\n", omittingEmptySubsequences: false).flatMap { paragraph in
        wrappedParagraph(paragraph.split(separator: " "), width: width)
    }
}

private func wrappedParagraph(_ words: [Substring], width: Int) -> [String] {
    var lines = [""]
    for word in words {
        let line = lines[lines.count - 1]
        if line.isEmpty {
            lines[lines.count - 1] = String(word)
        } else if displayWidth(of: line) + 1 + displayWidth(of: String(word)) <= width {
            lines[lines.count - 1] += " " + word
        } else {
            lines.append(String(word))
        }
    }
    return lines
}
