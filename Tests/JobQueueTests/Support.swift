import JobQueue
import Postgres
import Sandbox
import Testing

/// A migrated database of one test with two registered feeds, and a queue on it.
struct QueueDatabase {
    let configuration: PGConfiguration
    let pool: PGPool
    let queue: JobQueue

    static func with<Value>(_ body: (QueueDatabase) async throws -> Value) async throws -> Value {
        try await TestDatabase.with { database in
            let pool = PGPool(database.configuration)
            let queue = JobQueue(pool: pool)
            try await queue.register([
                RegisteredFeed(name: "netease-home", contractVersion: 1),
                RegisteredFeed(name: "profile", contractVersion: 2, parameters: ["user", "lang"]),
            ])
            let database = QueueDatabase(configuration: database.configuration, pool: pool, queue: queue)
            let value = try await body(database)
            await pool.close()
            return value
        }
    }
}

extension QueueDatabase {
    @discardableResult
    func enqueue(
        _ feed: String = "profile",
        _ change: (inout JobRequest) -> Void = { _ in }
    ) async throws -> Int64 {
        var request = JobRequest(feed: feed)
        change(&request)
        return try await queue.enqueue(request)
    }

    /// Claims by the worker `worker`, whose name is new for each test.
    func lease(
        _ limit: Int = 10,
        for duration: Duration = .seconds(60),
        by worker: String = "worker"
    ) async throws -> [Job] {
        try await queue.lease(limit: limit, workerID: worker, leaseDuration: duration)
    }

    /// Makes all leases end in the past, as if their workers had been silent for long.
    func endLeases() async throws {
        try await pool.execute(sql("UPDATE feedkeeper.jobs SET lease_until = lease_until - interval '1 day'"))
    }

    /// Makes the leases of some jobs end in the past.
    func endLeases(of jobs: [Job]) async throws {
        try await pool.execute(
            sql(
                "UPDATE feedkeeper.jobs SET lease_until = lease_until - interval '1 day' WHERE id = ANY ($1)"
            ),
            [.bigints(jobs.map(\.id))]
        )
    }

    func count(_ table: String) async throws -> Int {
        try await pool.query(sql("SELECT count(*) AS n FROM feedkeeper.\(table)")).only.int("n")
    }

    /// The one dead job as `attempt/max reason class,class…`.
    func deadJob() async throws -> String {
        let row = try await pool.query(
            sql(
                """
                SELECT format('%s/%s %s %s', attempt, max_attempts, reason,
                    (SELECT string_agg(f ->> 'class', ',') FROM jsonb_array_elements(failures) f)) AS story
                FROM feedkeeper.dead_jobs
                """
            )
        ).only
        return try row.text("story")
    }

    func fail(
        _ job: Job,
        _ message: String = "broken",
        retryDelay: Duration? = .zero
    ) async throws -> FailureOutcome {
        try await pool.withTransaction { transaction in
            try await queue.fail(
                job,
                with: JobFailure(class: "not-json", message: message),
                retryDelay: retryDelay,
                in: transaction
            )
        }
    }

    func complete(_ job: Job) async throws {
        try await pool.withTransaction { try await queue.complete(job, in: $0) }
    }
}

extension JobQueue {
    /// Ends one job, whose lease must hold.
    func complete(_ job: Job, next: NextRefresh? = nil, in transaction: PGTransaction) async throws {
        guard try await complete([JobEnd(job, next: next)], in: transaction) == [job.lease] else {
            throw JobQueueError(leaseLost: job.id)
        }
    }
}

// What operators do with SQL.
extension QueueDatabase {
    func cancel(_ job: Int64) async throws -> Bool { try await call("cancel", .bigint(job)).bool(0) }

    func retry(_ job: Int64) async throws -> Bool { try await call("retry", .bigint(job)).bool(0) }

    func pause(_ feed: String) async throws { _ = try await call("pause", .text(feed)) }

    func resume(_ feed: String) async throws { _ = try await call("resume", .text(feed)) }

    private func call(_ function: String, _ value: PGValue) async throws -> PGRow {
        try await pool.query(sql("SELECT feedkeeper.\(function)($1)"), [value]).only
    }
}

/// A statement of a test.
func sql(_ text: String) -> SQLStatement {
    SQLStatement(name: "test", text: text)
}
