import Glibc

/// Standard output and standard error, each with or without colour.
package struct Console: Sendable {
    /// How standard output is drawn.
    package let style: TerminalStyle

    /// How standard error is drawn.
    package let errorStyle: TerminalStyle

    /// The width of the terminal on standard output in cells; nil when it is none.
    package let width: Int?

    /// Whether somebody watches standard error.
    package let isErrorTerminal: Bool

    /// Asks the two streams whether they are terminals.
    ///
    /// - Parameter environment: the process's variables; `COLUMNS` overrides the width that the terminal reports.
    package init(environment: [String: String]) {
        let isTerminal = isatty(STDOUT_FILENO) == 1
        isErrorTerminal = isatty(STDERR_FILENO) == 1
        style = TerminalStyle(environment: environment, isTerminal: isTerminal)
        errorStyle = TerminalStyle(environment: environment, isTerminal: isErrorTerminal)
        width = isTerminal ? environment["COLUMNS"].flatMap { Int($0) } ?? Self.terminalWidth : nil
    }

    private init(_ other: Console, _ style: TerminalStyle) {
        self.style = style
        errorStyle = style
        width = other.width
        isErrorTerminal = other.isErrorTerminal
    }

    /// The same streams, with or without colour as somebody chose.
    package func coloring(_ choice: ColorChoice) -> Console {
        switch choice {
        case .auto: self
        case .always: Console(self, .coloured)
        case .never: Console(self, .plain)
        }
    }

    /// Writes text as it stands.
    package func print(_ text: String) { Self.write(text, to: STDOUT_FILENO) }

    /// Writes one line.
    package func line(_ text: StyledText) { print(style.render(text) + "\n") }

    /// Writes one line without style.
    package func line(_ text: String = "") { print(text + "\n") }

    /// Writes a table as wide as the terminal.
    package func table(_ table: TextTable) { print(table.rendered(style, totalWidth: width)) }

    /// Writes to standard error.
    package func complain(_ text: String) { Self.write(text, to: STDERR_FILENO) }

    private static var terminalWidth: Int? {
        var size = winsize()
        guard unsafe ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
        return Int(size.ws_col)
    }

    /// Writes everything, or ends quietly when the reader has gone away (`| head`).
    private static func write(_ text: String, to descriptor: Int32) {
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            let count = unsafe bytes.withUnsafeBytes {
                unsafe Glibc.write(descriptor, $0.baseAddress, $0.count)
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { exit(descriptor == STDOUT_FILENO && errno == EPIPE ? 0 : 1) }
            bytes = bytes.dropFirst(count)
        }
    }
}
