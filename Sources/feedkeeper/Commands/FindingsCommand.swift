import Options
import Postgres

/// `feedkeeper findings`: what drifted.
struct FindingsCommand {
    private let database: Database
    private let console: Console
    private let feed: String?
    private let values: [PGValue]
    private let asJSON: Bool

    init(_ parsed: ParsedCommand, _ environment: [String: String], _ console: Console) throws {
        database = try Database(environment)
        self.console = console
        feed = parsed.argument("FEED")
        values = [.text(feed ?? ""), .text(parsed.value("severity") ?? "info")]
        asJSON = parsed.flag("json")
    }

    func run() async throws {
        // "nothing drifted" about a misspelt name would be a false all-clear.
        if let feed { try await database.require(feed: feed) }
        guard !asJSON else { return console.print(try await database.json(.listFindings, values) + "\n") }
        let rows = try await database.pool.query(.listFindings, values)
        for row in rows { try console.show(finding: row) }
        if rows.isEmpty { console.line("nothing drifted") }
    }
}

extension Console {
    /// Writes a row of `list-findings` in two lines.
    func show(finding row: PGRow) throws {
        let severity = try row.text("severity")
        let style: StyledText.Style =
            severity == "breaking" ? .bad : severity == "warning" ? .warning : .faint
        line(
            StyledText(severity, style) + StyledText("  \(try row.text("kind"))  ", .strong)
                + StyledText(try row.text("feed") + " ") + StyledText(try row.text("path"), .accent)
        )
        let message = try row.text("message")
        let sample =
            try row.optionalText("sample").flatMap { message.contains($0) ? nil : ", such as \($0)" } ?? ""
        line(
            StyledText("    \(message)\(sample)")
                + StyledText(
                    "  \(try row.int64("occurrences")) × since \(try row.text("first_seen"))",
                    .faint
                )
        )
    }
}
