import Options
import Postgres

/// What `feedkeeper jobs` can do.
enum JobAction: String, CaseIterable {
    case list, show, retry, cancel, discard
}

/// `feedkeeper jobs`: live and dead jobs, and what an operator does with them.
struct JobsCommand {
    private let database: Database
    private let console: Console
    private let action: JobAction
    private let filter: JobFilter
    private let asJSON: Bool

    init(_ parsed: ParsedCommand, _ environment: [String: String], _ console: Console) throws {
        guard let action = parsed.argument("ACTION").flatMap(JobAction.init) else {
            preconditionFailure("the table knows other actions")
        }
        self.action = action
        filter = try JobFilter(parsed, action)
        database = try Database(environment)
        self.console = console
        asJSON = parsed.flag("json")
    }

    func run() async throws {
        // "no jobs" about a misspelt name would be a false all-clear.
        if let feed = filter.feed { try await database.require(feed: feed) }
        switch action {
        case .list where asJSON: console.print(try await database.json(.jobsJSON, filter.values) + "\n")
        case .list: try await list()
        case .show: for id in filter.ids { try await show(id) }
        case .retry: try await change(.retryJobs)
        case .cancel: try await change(.cancelJobs)
        case .discard: try await change(.discardJobs)
        }
    }

    private func list() async throws {
        let rows = try await database.pool.query(.listJobs, filter.values)
        guard !rows.isEmpty else { return console.line("no jobs") }
        var table = TextTable([
            .init("ID", .trailing), .init("FEED"), .init("STATE"), .init("ATTEMPT", .trailing),
            .init("PRIORITY", .trailing), .init("WHEN"), .init("KEY", maximumWidth: 20), .init("LAST ERROR"),
        ])
        for row in rows {
            let state = try row.text("state")
            let variant = try row.text("variant")
            table.append([
                StyledText(String(try row.int64("id"))),
                StyledText(try row.text("feed") + (variant.isEmpty ? "" : "/\(variant)"), .strong),
                StyledText(state, JobState.style(of: state)),
                StyledText("\(try row.int("attempt"))/\(try row.int("max_attempts"))"),
                StyledText(String(try row.int("priority"))),
                StyledText(try row.optionalText("died_at") ?? row.text("run_at"), .faint),
                StyledText(try row.optionalText("dedupe_key") ?? ""),
                StyledText(try row.optionalText("last_error") ?? row.optionalText("reason") ?? ""),
            ])
        }
        console.table(table)
    }

    private func show(_ id: Int64) async throws {
        let filter = JobFilter(id: id)
        guard let row = try await database.pool.query(.listJobs, filter.values).first else {
            throw NoSuchJobs(ids: [id], action: action)
        }
        guard !asJSON else {
            // The one object of the array.
            return console.print(
                try await database.json(.jobsJSON, filter.values).dropFirst().dropLast() + "\n"
            )
        }
        console.line(StyledText("job \(id)", .strong))
        for (name, column) in Self.facts {
            guard let value = try row.optionalText(column), !value.isEmpty else { continue }
            console.line(StyledText("  \(name)", .faint) + StyledText(": \(value)"))
        }
        console.line(
            StyledText("  attempts", .faint)
                + StyledText(": \(try row.int("attempt")) of \(try row.int("max_attempts"))")
        )
        try await showFailures(of: id)
    }

    private static let facts: [(name: String, column: PGRow.Column)] = [
        ("feed", "feed"), ("variant", "variant"), ("state", "state"), ("reason", "reason"),
        ("params", "params"),
        ("key", "dedupe_key"), ("enqueued", "created_at"), ("due", "run_at"), ("worker", "worker_id"),
        ("lease until", "lease_until"), ("died", "died_at"),
    ]

    private func showFailures(of id: Int64) async throws {
        for failure in try await database.pool.query(.jobFailures, [.bigint(id)]) {
            console.line(
                StyledText("  \(try failure.text("failed_at"))", .faint)
                    + StyledText("  attempt \(try failure.int("attempt"))  ")
                    + StyledText(try failure.text("class"), .bad)
                    + StyledText("  \(try failure.text("message"))")
            )
        }
    }

    /// Changes what the filter leaves, and says which jobs those were.
    private func change(_ statement: SQLStatement) async throws {
        var changed: Set<Int64> = []
        for row in try await database.pool.query(statement, filter.values) where try row.bool("is_done") {
            let id = try row.int64("id")
            changed.insert(id)
            console.line("\(id)")
        }
        let missed = filter.ids.filter { !changed.contains($0) }
        guard missed.isEmpty else { throw NoSuchJobs(ids: missed, action: action) }
    }
}

/// Which jobs a command is about.
private struct JobFilter {
    private(set) var ids: [Int64] = []
    private(set) var feed: String?
    private var states: [String]?
    private var error: String?
    private var limit: Int?

    init(id: Int64) { ids = [id] }

    init(_ parsed: ParsedCommand, _ action: JobAction) throws(UsageError) {
        for word in parsed.arguments("ID") {
            guard let id = Int64(word), id > 0 else {
                throw UsageError(
                    .invalidValue(subject: "ID", value: word, expected: "the number of a job"),
                    in: .feedkeeper,
                    command: parsed.command
                )
            }
            ids.append(id)
        }
        (feed, error) = (parsed.value("feed"), parsed.value("error"))
        states = parsed.value("state").map { [$0] } ?? action.states
        limit = ids.isEmpty ? parsed.integer("last") : nil
        let isNarrow = !ids.isEmpty || feed != nil || error != nil || parsed.value("state") != nil
        guard action == .list || !ids.isEmpty || (isNarrow && action != .show) else {
            throw UsageError(.missingArgument("ID"), in: .feedkeeper, command: parsed.command)
        }
    }

    /// `$1` to `$5` of the statements about jobs.
    var values: [PGValue] {
        [
            .optional(feed, PGValue.text), .optional(states) { .texts($0) }, .optional(error, PGValue.text),
            .optional(ids.isEmpty ? nil : ids) { .bigints($0) }, .optional(limit) { .bigint(Int64($0)) },
        ]
    }
}

extension JobAction {
    /// The states that it can do something about; nil for all.
    fileprivate var states: [String]? {
        switch self {
        case .list, .show: nil
        case .retry, .discard: [JobState.dead]
        case .cancel: JobState.live
        }
    }
}

/// The states of `feedkeeper.all_jobs`.
enum JobState {
    static let live = ["ready", "scheduled", "retrying", "running", "lost"]
    static let dead = "dead"

    static func style(of state: String) -> StyledText.Style {
        switch state {
        case dead, "lost": .bad
        case "retrying": .warning
        case "running": .good
        default: .plain
        }
    }
}

/// Jobs that a command was to change, and that are not there or not in the right state.
private struct NoSuchJobs: Error, CustomStringConvertible {
    let ids: [Int64]
    let action: JobAction

    var description: String {
        let kind =
            switch action {
            case .list, .show: "job"
            case .retry, .discard: "dead job"
            case .cancel: "live job"
            }
        return "there is no \(kind) \(ids.map { String($0) }.joined(separator: ", ")); "
            + "`feedkeeper jobs list` shows live and dead ones, and `feedkeeper status` what was done"
    }
}
