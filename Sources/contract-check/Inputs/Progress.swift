import Options

/// A line on standard error that says how far a long work is; nothing where nobody watches.
struct Progress {
    private let console: Console
    private let total: Int

    /// Few inputs are done before a line could be read.
    private static let leastTotal = 20

    init(_ console: Console, total: Int) {
        self.console = console
        self.total = total
    }

    /// Says that so many are done.
    func show(_ done: Int) {
        guard isShown else { return }
        console.complain("\r\(done) of \(total)")
    }

    /// Takes the line away.
    func clear() {
        guard isShown else { return }
        console.complain("\r" + String(repeating: " ", count: "\(total) of \(total)".count) + "\r")
    }

    private var isShown: Bool { console.isErrorTerminal && total >= Self.leastTotal }
}
