import Contracts
import Foundation
import HTTPFetch
import HTTPServe
import JobQueue
import Postgres
import Runtime
import Sandbox
import Synchronization
import Testing
import Worker

/// What a test plays on: a migrated database, an upstream with the contracts' samples, and workers with short times.
struct Stage: Sendable {
    let database: PGConfiguration
    let pool: PGPool
    let upstream: SampleUpstream
    let feeds: [FeedSource]
    let log: CapturedLog
    let fetcher: Fetcher
    private let base: String

    /// What differs from the usual stage.
    struct Options: Sendable {
        /// Contracts besides the seed feeds'.
        var contracts: [LoadedContract] = []
        /// Where the feeds are, when it is not the stage's own upstream.
        var base: String?
        var secrets: [String: Secret] = [:]
    }

    static func with<Value>(
        _ options: Options = Options(),
        _ body: (Stage) async throws -> Value
    ) async throws -> Value {
        try await Places.shared.taking {
            try await TestDatabase.with { database in
                let stage = try Stage(database.configuration, options)
                _ = try await stage.worker()  // Registers the feeds.
                do {
                    let value = try await body(stage)
                    await stage.close()
                    return value
                } catch {
                    await stage.close()
                    throw error
                }
            }
        }
    }

    private init(_ database: PGConfiguration, _ options: Options) throws {
        self.database = database
        pool = PGPool(database, size: 3)
        upstream = try SampleUpstream()
        fetcher = try Fetcher()
        log = CapturedLog()
        let base = options.base ?? upstream.url("")
        self.base = base
        feeds = (Repository.contracts + options.contracts).map { loaded in
            FeedSource(loaded, variables: ["base": base], secrets: options.secrets)
        }
        for (path, sample) in Repository.routes { upstream.serve(try Repository.sample(sample), at: path) }
    }

    private func close() async {
        await fetcher.shutdown()
        await pool.close()
        upstream.stop()
    }
}

// MARK: - Acting

extension Stage {
    /// Enqueues as anybody would, with SQL.
    @discardableResult
    func enqueue(
        _ feed: String = "profile",
        variant: String = "",
        params: String = "{}",
        key: String? = nil,
        attempts: Int = 10
    ) async throws -> Int64 {
        try await pool.query(
            sql(
                """
                SELECT feedkeeper.enqueue($1, $2, $3::jsonb, dedupe_key => $4, max_attempts => $5) AS id
                """
            ),
            [.text(feed), .text(variant), .text(params), .optional(key, PGValue.text), .int(Int32(attempts))]
        ).only.int64("id")
    }

    /// A worker whose times are a test's; it has registered its feeds.
    func worker(
        policy: RetryPolicy = RetryPolicy(),
        countsEvidence: Bool = false,
        limits change: (inout RefreshLimits) -> Void = { _ in },
        report: @escaping @Sendable (RefreshSummary) -> Void = { _ in },
        _ configure: (inout WorkerConfiguration) -> Void = { _ in }
    ) async throws -> Worker {
        var limits = RefreshLimits()
        limits.fetch.allowedAddresses = .publicAnd([AddressException("127.0.0.1")].compactMap(\.self))
        // Gates hold requests for as long as a slow machine needs.
        limits.fetch.idleTimeout = .seconds(300)
        limits.fetch.totalTimeout = .seconds(300)
        change(&limits)
        var configuration = WorkerConfiguration(workerID: "test-\(UInt32.random(in: 0 ... .max))")
        // Only what a test enqueues.
        configuration.followsSchedules = false
        configure(&configuration)
        let services = WorkerServices(
            // Of its own, so that a test that cuts the worker's connections does not meet them in its questions.
            pool: PGPool(database, size: 3),
            queuePool: PGPool(database, size: 2),
            fetcher: fetcher,
            limits: limits,
            retryPolicy: policy,
            countsEvidence: countsEvidence
        )
        let worker = Worker(
            feeds: feeds,
            services: services,
            configuration: configuration,
            log: log.log,
            report: report
        )
        try await worker.register()
        return worker
    }

    /// Enqueues one refresh, works until nothing is due, and gives the newest row of the ledger.
    @discardableResult
    func refresh(
        _ feed: String = "profile",
        variant: String = "",
        params: String = "{}",
        countsEvidence: Bool = false,
        limits change: (inout RefreshLimits) -> Void = { _ in }
    ) async throws -> LedgerRow {
        let worker = try await worker(countsEvidence: countsEvidence, limits: change)
        try await enqueue(feed, variant: variant, params: params)
        await worker.runOnce()
        return try #require(try await ledger().last, "no refresh was recorded")
    }

    /// Breaks the profile's only route.
    func breakProfile(_ change: (inout SampleUpstream.Fault) -> Void) throws {
        try breakRoute(Repository.profilePath, change)
    }

    /// Lets a route answer with a fault, and with a tag that nobody has yet, so that no 304 hides it.
    func breakRoute(_ path: String, _ change: (inout SampleUpstream.Fault) -> Void) throws {
        var fault = SampleUpstream.Fault()
        change(&fault)
        let sample = try Repository.sample(Repository.routes[path] ?? "")
        upstream.serve(sample + Array("\n".utf8), at: path)
        upstream.setFault(fault, at: path)
    }

    func serve(_ text: String, at path: String) { upstream.serve(Array(text.utf8), at: path) }
}

// MARK: - Looking

/// A row of the ledger, as far as tests look at it.
struct LedgerRow: Sendable, Equatable {
    var feed: String
    var variant: String
    var attempt: Int
    var status: String
    var revision: Int64?
    var errorClass: String?
    var error: String?
    var httpStatus: Int?
    var verdict: String?
    var bytes: Int64
    /// The kinds of its findings, sorted; without `precision-lost`, which the samples' rounded numbers show every time.
    var findings: [String]
}

extension Stage {
    /// All refreshes, oldest first.
    func ledger() async throws -> [LedgerRow] {
        let rows = try await pool.query(
            sql(
                """
                SELECT feed, variant, attempt, status, revision, error_class, error, http_status, verdict, bytes,
                    ARRAY(SELECT f ->> 'kind' FROM jsonb_array_elements(findings) f
                        WHERE f ->> 'kind' <> 'precision-lost' ORDER BY 1)::text AS findings
                FROM feedkeeper.refreshes ORDER BY id
                """
            )
        )
        var ledger: [LedgerRow] = []
        for row in rows { ledger.append(try LedgerRow(row)) }
        return ledger
    }

    /// The page as readers see it: `key@revision`, with `!reason` behind those that are held.
    func page(_ feed: String = "profile", variant: String = "") async throws -> [String] {
        try await texts(
            """
            SELECT section_key || '@' || revision || coalesce('!' || held_reason, '')
            FROM feedkeeper.current_sections WHERE feed = '\(feed)' AND variant = '\(variant)' ORDER BY position
            """
        )
    }

    /// All that a reader gets of a page, but when it was looked at last.
    func content(_ feed: String = "profile", variant: String = "") async throws -> String? {
        try await texts("SELECT (feedkeeper.page('\(feed)', '\(variant)') - 'checkedAt')::text").first
    }

    /// `kind|path|occurrences` of all findings at or above warning, sorted.
    func findings() async throws -> [String] {
        try await texts(
            """
            SELECT format('%s|%s|%s', kind, path, occurrences) FROM feedkeeper.findings
            WHERE severity <> 'info' ORDER BY 1
            """
        )
    }

    /// `what|kind|reason|occurrences` of all that is in quarantine, sorted.
    func quarantine() async throws -> [String] {
        try await texts(
            "SELECT format('%s|%s|%s|%s', what, kind, reason, occurrences) FROM feedkeeper.quarantine ORDER BY 1"
        )
    }

    /// The first column of a query as text; NULL rows are left out.
    func texts(_ query: String) async throws -> [String] {
        try await pool.query(sql(query)).compactMap { row throws(PGError) in try row.optionalText(0) }
    }

    func number(_ query: String) async throws -> Int {
        try #require(try await texts("SELECT (\(query))::text").first.flatMap { Int($0) }, "\(query)")
    }

    func execute(_ statement: String) async throws {
        _ = try await pool.execute(sql(statement))
    }

    /// Waits until a query's first column is true.
    func until(
        _ condition: String,
        within limit: Duration = .seconds(120),
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        try await waiting(for: condition, within: limit, sourceLocation: sourceLocation) {
            try await texts("SELECT (\(condition))::text").first == "true"
        }
    }
}

extension LedgerRow {
    fileprivate init(_ row: PGRow) throws(PGError) {
        feed = try row.text("feed")
        variant = try row.text("variant")
        attempt = try row.int("attempt")
        status = try row.text("status")
        revision = try row.optionalInt64("revision")
        errorClass = try row.optionalText("error_class")
        error = try row.optionalText("error")
        httpStatus = try row.optionalInt("http_status")
        verdict = try row.optionalText("verdict")
        bytes = try row.int64("bytes")
        findings = try row.text("findings").split { "{},".contains($0) }.map(String.init)
    }
}

/// A statement of a test.
func sql(_ text: String) -> SQLStatement { SQLStatement(name: "test", text: text) }

/// Polls until something holds; fails the test when it does not in time.
func waiting(
    for what: String,
    within limit: Duration = .seconds(120),
    sourceLocation: SourceLocation = #_sourceLocation,
    _ holds: () async throws -> Bool
) async throws {
    let end = ContinuousClock.now + limit
    while ContinuousClock.now < end {
        if try await holds() { return }
        try await Task.sleep(for: .milliseconds(10))
    }
    Issue.record("did not come true within \(limit): \(what)", sourceLocation: sourceLocation)
    throw CancellationError()
}

/// Collects what a worker logs.
final class CapturedLog: Sendable {
    private let lines = Mutex<[String]>([])

    var log: Log {
        Log(minimumLevel: .debug, sink: LogSink { [self] line in lines.withLock { $0.append(line) } })
    }

    var text: String { lines.withLock { $0.joined() } }
}

/// Lets few stages stand at once: each has a database, connections and threads of its own.
private actor Places {
    static let shared = Places()
    private var free = 4
    private var waiting: [CheckedContinuation<Void, Never>] = []

    nonisolated func taking<Value>(_ body: () async throws -> Value) async throws -> Value {
        await take()
        do {
            let value = try await body()
            await giveBack()
            return value
        } catch {
            await giveBack()
            throw error
        }
    }

    private func take() async {
        if free > 0 { free -= 1 } else { await withCheckedContinuation { waiting.append($0) } }
    }

    private func giveBack() {
        if waiting.isEmpty { free += 1 } else { waiting.removeFirst().resume() }
    }
}
