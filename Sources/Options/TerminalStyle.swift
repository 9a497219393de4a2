/// Whether and how text is coloured.
package struct TerminalStyle: Hashable, Sendable {
    /// Whether escape sequences may be written.
    package let isColoured: Bool

    /// Text without any escape sequence.
    package static let plain = TerminalStyle(isColoured: false)

    /// Text with escape sequences.
    package static let coloured = TerminalStyle(isColoured: true)

    /// Decides from the environment: colour on a terminal, unless `NO_COLOR` has a value or `TERM` is `dumb` or unset.
    ///
    /// See https://no-color.org.
    ///
    /// - Parameters:
    ///   - environment: The process's variables.
    ///   - isTerminal: Whether the output is a terminal, as `isatty` says.
    package init(environment: [String: String], isTerminal: Bool) {
        let refused = !(environment["NO_COLOR"] ?? "").isEmpty
        let term = environment["TERM"] ?? ""
        self.init(isColoured: isTerminal && !refused && term != "dumb" && !term.isEmpty)
    }

    private init(isColoured: Bool) {
        self.isColoured = isColoured
    }

    /// Gives the text to write.
    ///
    /// Control characters in it, except newline and tab, are replaced with U+FFFD: titles come from other people's
    /// servers and must not steer the terminal.
    package func render(_ text: StyledText) -> String {
        text.spans.map { span in
            let safe = span.text.withoutControls
            guard isColoured, let code = span.style.code else { return safe }
            return "\u{1B}[\(code)m\(safe)\u{1B}[0m"
        }.joined()
    }
}

/// What somebody wants of colour.
package enum ColorChoice: String, CaseIterable, Sendable {
    /// Whatever ``TerminalStyle`` decides from the environment.
    case auto
    case always, never
}

extension StyledText.Style {
    // ECMA-48 §8.3.117, Select Graphic Rendition.
    fileprivate var code: String? {
        switch self {
        case .plain: nil
        case .strong: "1"
        case .faint: "2"
        case .bad: "31"
        case .good: "32"
        case .warning: "33"
        case .accent: "36"
        }
    }
}
