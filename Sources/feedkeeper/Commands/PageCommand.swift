import Options
import Postgres

/// `feedkeeper page`: what readers have.
struct PageCommand {
    private let database: Database
    private let console: Console
    private let feed: String
    private let variant: String
    private let asJSON: Bool

    init(_ parsed: ParsedCommand, _ environment: [String: String], _ console: Console) throws {
        database = try Database(environment)
        self.console = console
        feed = parsed.argument("FEED") ?? ""
        variant = parsed.value("variant") ?? ""
        asJSON = parsed.flag("json")
    }

    func run() async throws {
        let values: [PGValue] = [.text(feed), .text(variant)]
        guard let page = try await database.pool.query(.pageJSON, values).first?.optionalText("page") else {
            try await database.require(feed: feed)
            throw NoPage(feed: feed, variant: variant)
        }
        guard !asJSON else { return console.print(page + "\n") }
        console.table(try SectionTable.table(await database.pool.query(.pageSections, values)))
    }
}

/// The sections of a page, a row each.
enum SectionTable {
    /// Draws rows of `page-sections`.
    static func table(_ rows: [PGRow]) throws -> TextTable {
        var table = TextTable([
            .init("#", .trailing), .init("KEY"), .init("KIND"), .init("TITLE", maximumWidth: 40),
            .init("ITEMS", .trailing),
            .init("REV", .trailing), .init("HELD"),
        ])
        for row in rows {
            let held = try row.optionalText("held_since").map { "since \($0)" }
            let reason = try row.optionalText("held_reason").map { ": \($0)" } ?? ""
            table.append([
                StyledText(String(try row.int("position")), .faint),
                StyledText(try row.text("section_key"), .strong),
                StyledText(try row.text("kind")),
                StyledText(try row.optionalText("title") ?? ""),
                StyledText(String(try row.int("item_count"))),
                StyledText(String(try row.int64("revision"))),
                StyledText(held.map { $0 + reason } ?? "", .warning),
            ])
        }
        return table
    }
}

/// Nothing was stored for a page yet.
private struct NoPage: Error, CustomStringConvertible {
    let feed: String
    let variant: String

    var description: String {
        let page = variant.isEmpty ? feed : "\(feed), variant \(variant)"
        return "there is no page of \(page) yet; `feedkeeper status` shows the feeds and their refreshes"
    }
}
