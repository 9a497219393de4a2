import Options

/// A line on standard error that says how far a long work is; nothing where nobody watches.
struct Progress {
    private let console: Console

    /// Nil where it is not known beforehand.
    private let total: Int?

    /// Few inputs are done before a line could be read.
    private static let leastTotal = 20

    init(_ console: Console, total: Int? = nil) {
        self.console = console
        self.total = total
    }

    /// Says that so many are done.
    func show(_ done: Int) {
        guard console.isErrorTerminal, total ?? done >= Self.leastTotal else { return }
        console.complain("\r\(done)" + (total.map { " of \($0)" } ?? " recordings"))
    }

    /// Says what takes a while.
    func say(_ words: String) {
        guard console.isErrorTerminal else { return }
        console.complain("\r\(words)")
    }

    /// Takes the line away.
    func clear() {
        guard console.isErrorTerminal else { return }
        console.complain("\r" + String(repeating: " ", count: 40) + "\r")
    }
}
