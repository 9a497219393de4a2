import JobQueue
import Options
import Postgres

/// `feedkeeper status`: the queue by feed, and the newest rows of the ledger.
struct StatusCommand {
    private let database: Database
    private let console: Console
    private let last: Int
    private let asJSON: Bool

    init(_ parsed: ParsedCommand, _ environment: [String: String], _ console: Console) throws {
        database = try Database(environment)
        self.console = console
        last = parsed.integer("last") ?? 10
        asJSON = parsed.flag("json")
    }

    func run() async throws {
        let values: [PGValue] = [.bigint(Int64(last))]
        if asJSON {
            let queue = try await database.json(.queueStats, [])
            let refreshes = try await database.json(.statusRefreshes, values)
            console.print("{\"queue\":\(queue),\"refreshes\":\(refreshes)}\n")
            return
        }
        try await showQueue()
        console.line()
        try await showRefreshes(values)
    }

    private func showQueue() async throws {
        var table = TextTable([
            .init("FEED"), .init("READY", .trailing), .init("LATER", .trailing), .init("RUNNING", .trailing),
            .init("RETRYING", .trailing), .init("DEAD", .trailing), .init("STATE"),
        ])
        for stats in try await JobQueue(pool: database.pool).stats() {
            let counts = [stats.ready, stats.scheduled, stats.running + stats.expiredLeases, stats.retrying]
            let dead = StyledText(String(stats.dead), stats.dead > 0 ? .bad : .plain)
            table.append(
                [StyledText(stats.feed, .strong)] + counts.map { StyledText(String($0)) }
                    + [dead, stats.isPaused ? StyledText("paused", .warning) : "open"]
            )
        }
        console.table(table)
    }

    private func showRefreshes(_ values: [PGValue]) async throws {
        var table = TextTable([
            .init("STARTED"), .init("FEED"), .init("STATUS"), .init("REVISION", .trailing),
            .init("BYTES", .trailing),
            .init("MS", .trailing), .init("FINDINGS", .trailing), .init("WHY", maximumWidth: 80),
        ])
        for row in try await database.pool.query(.statusRefreshes, values) {
            let status = try row.text("status")
            let variant = try row.text("variant")
            table.append([
                StyledText(try row.text("started"), .faint),
                StyledText(try row.text("feed") + (variant.isEmpty ? "" : "/\(variant)"), .strong),
                StyledText(status, status == "failed" ? .bad : status == "held" ? .warning : .good),
                StyledText(try row.optionalInt64("revision").map { String($0) } ?? ""),
                StyledText(String(try row.int64("bytes"))),
                StyledText(String(Int(try row.double("elapsed_ms").rounded()))),
                StyledText(String(try row.int("finding_count"))),
                StyledText(try row.optionalText("error") ?? ""),
            ])
        }
        console.table(table)
    }
}
