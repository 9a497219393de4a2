import JobQueue
import Options
import Runtime

/// `feedkeeper enqueue`.
struct EnqueueCommand {
    private let database: Database
    private let console: Console
    private let request: JobRequest

    init(_ parsed: ParsedCommand, _ environment: [String: String], _ console: Console) throws {
        database = try Database(environment)
        self.console = console
        var request = JobRequest(feed: parsed.argument("FEED") ?? "")
        request.variant = parsed.value("variant") ?? ""
        request.params = parsed.value("params") ?? "{}"
        request.priority = parsed.integer("priority") ?? 0
        request.dedupeKey = parsed.value("key")
        let delay = parsed.value("delay") ?? "0s"
        guard let duration = Duration(phrase: delay) else { throw BadDuration(option: "delay", text: delay) }
        request.delay = duration
        self.request = request
    }

    func run() async throws {
        console.print("\(try await JobQueue(pool: database.pool).enqueue(request))\n")
    }
}

/// A text that is no span of time.
private struct BadDuration: Error, CustomStringConvertible {
    let option: String
    let text: String

    var description: String { "--\(option): \"\(text)\" is no duration; write it as 30s, 5m or 2h" }
}
