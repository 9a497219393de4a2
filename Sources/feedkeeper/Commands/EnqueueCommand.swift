import JSONCore
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
        request.params = try parsed.jsonObject("params") ?? "{}"
        request.priority = parsed.integer("priority") ?? 0
        request.dedupeKey = parsed.value("key")
        request.onDuplicate = parsed.flag("replace") ? .replace : .keep
        request.delay = try parsed.duration("delay") ?? .zero
        self.request = request
    }

    func run() async throws {
        console.print("\(try await JobQueue(pool: database.pool).enqueue(request))\n")
    }
}

extension ParsedCommand {
    /// An option's span of time.
    fileprivate func duration(_ option: String) throws(UsageError) -> Duration? {
        guard let text = value(option) else { return nil }
        guard let duration = Duration(phrase: text) else {
            throw invalid(option, text, expected: "a duration such as 30s, 5m or 2h")
        }
        return duration
    }

    /// An option's JSON object, as it was typed.
    fileprivate func jsonObject(_ option: String) throws(UsageError) -> String? {
        guard let text = value(option) else { return nil }
        do throws(JSONError) {
            if try JSONDocument(text).root.kind == .object { return text }
        } catch {
            throw invalid(option, text, expected: "a JSON object, but \(error)")
        }
        throw invalid(option, text, expected: "a JSON object such as {\"page\": 2}")
    }

    private func invalid(_ option: String, _ value: String, expected: String) -> UsageError {
        UsageError(
            .invalidValue(subject: "--\(option)", value: value, expected: expected),
            in: .feedkeeper,
            command: command
        )
    }
}
