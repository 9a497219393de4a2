/// What kind a line of a report is of, explained.
struct ReportRule: Equatable, Sendable {
    /// `null-introduced`.
    let id: String

    /// What it says, in one sentence.
    let summary: String

    /// What it means for whoever reads the feed, and what to do.
    let help: String

    init(_ id: String, _ summary: String, _ help: String) {
        self.id = id
        self.summary = summary
        self.help = help
    }
}
