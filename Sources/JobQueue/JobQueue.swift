package import Postgres

/// The jobs of the database: who works on what, until when, and how it ended.
///
/// A job is leased for a time, not locked: when its worker is lost, the lease ends by itself and the job goes to the
/// next who asks. What a late worker then still writes is fenced: ``complete(_:in:)`` fails in the write's own
/// transaction. Only the database's clock decides. All calls are one round trip.
package struct JobQueue: Sendable {
    let pool: PGPool

    package init(pool: PGPool) {
        self.pool = pool
    }
}

extension JobQueue {
    /// Takes up to `limit` due jobs: first those whose lease has ended, then by priority and due time.
    ///
    /// Taking a job counts as an attempt. A job without an attempt left goes to `feedkeeper.dead_jobs` and is not
    /// returned; two jobs of one page are never taken at once; paused feeds are left alone, and what
    /// `feedkeeper.limits` has no room for. Fewer than `limit` does not
    /// mean that nothing is due (a page may have more jobs waiting): ask ``nextDue()``.
    ///
    /// - Parameters:
    ///   - limit: 1…1000.
    ///   - workerID: New at each start of a worker; shown to people, decides nothing.
    ///   - leaseDuration: How long the jobs are ours unless renewed.
    ///   - feeds: Those whose jobs the worker can do; nil for all. The others' jobs stay for others.
    /// - Returns: In no particular order.
    /// - Throws: ``JobQueueError`` with `.database`; after a lost connection the jobs may be leased all the same, and
    ///   come back when the leases end.
    package func lease(
        limit: Int,
        workerID: String,
        leaseDuration: Duration,
        of feeds: [String]? = nil
    ) async throws(JobQueueError) -> [Job] {
        precondition(1...1000 ~= limit, "a claim takes 1 to 1000 jobs")
        let values: [PGValue] = [
            .int(Int32(limit)), .text(workerID.storable(limit: 200)), .interval(leaseDuration),
            .optional(feeds) { .texts($0) },
        ]
        // Each lost race means that another worker got its jobs, so the tries end long before this many.
        let tries = 8
        for _ in 1..<tries {
            do throws(JobQueueError) {
                return try await jobs(.lease, values)
            } catch {
                guard error.isLostRace else { throw error }
            }
        }
        return try await jobs(.lease, values)
    }

    /// Keeps all of `jobs` for `leaseDuration` from now.
    ///
    /// - Returns: The ids that are still ours. The others were cancelled or given to somebody else: stop them.
    package func renew(_ jobs: [Job], leaseDuration: Duration) async throws(JobQueueError) -> Set<Int64> {
        try await ids(.renew, Self.fences(of: jobs) + [.interval(leaseDuration)])
    }

    /// Ends `job` as done, in the transaction that writes what it did.
    ///
    /// Until the transaction ends nobody else can take the job, so its effect and its end are one.
    ///
    /// - Parameters:
    ///   - job: The attempt, still leased.
    ///   - next: When its page is due again by its schedule; nil to leave that as it is.
    ///   - transaction: Where the effect is written.
    /// - Throws: ``JobQueueError`` with `.leaseLost` when the job is not ours any more; the transaction must not be
    ///   committed then.
    package func complete(
        _ job: Job,
        next: NextRefresh? = nil,
        in transaction: PGTransaction
    ) async throws(JobQueueError) {
        let values =
            job.fence + [
                .text(job.variant), .optional(next?.after, PGValue.interval),
                .optional(next?.notBefore, PGValue.interval),
            ]
        let ended = try await JobQueueError.translating { () async throws(PGError) in
            try await transaction.query(.complete, values).count
        }
        guard ended == 1 else { throw JobQueueError(leaseLost: job.id) }
    }

    /// Ends an attempt that failed; the failure is kept in the job's history.
    ///
    /// The last allowed attempt makes the job dead in any case.
    ///
    /// - Parameters:
    ///   - job: The attempt, still leased.
    ///   - failure: For the job's history.
    ///   - retryDelay: The wait for the next attempt; nil when trying again cannot help.
    ///   - transaction: Where the refresh is recorded, too.
    /// - Returns: Whether the job has another attempt.
    /// - Throws: ``JobQueueError`` with `.leaseLost` when the job is not ours any more; nothing was written then.
    package func fail(
        _ job: Job,
        with failure: JobFailure,
        retryDelay: Duration?,
        in transaction: PGTransaction
    ) async throws(JobQueueError) -> FailureOutcome {
        let values =
            job.fence + [
                .text(failure.class.storable(limit: 100)),
                .text(failure.message.storable()),
                .optional(retryDelay, PGValue.interval),
            ]
        let isDead = try await JobQueueError.translating { () async throws(PGError) in
            try await transaction.query(.fail, values).first?.bool("is_dead")
        }
        guard let isDead else { throw JobQueueError(leaseLost: job.id) }
        return isDead ? .dead : .willRetry
    }

    /// Gives back jobs that were not started, with their attempt; others can take them at once.
    ///
    /// - Returns: The ids that were still ours.
    @discardableResult
    package func release(_ jobs: [Job]) async throws(JobQueueError) -> Set<Int64> {
        try await ids(.release, Self.fences(of: jobs))
    }

    /// How long until a job can be taken: zero when one could be now, nil when there is none.
    ///
    /// Counts waiting jobs of pages that nobody is refreshing, and the ends of all leases; jobs enqueued later come
    /// with a notification on `feedkeeper_jobs`.
    ///
    /// - Parameter feeds: Those that count; nil for all.
    /// - Returns: not negative.
    /// - Throws: ``JobQueueError`` with `.database`.
    package func nextDue(of feeds: [String]? = nil) async throws(JobQueueError) -> Duration? {
        try await JobQueueError.translating { () async throws(PGError) in
            try await pool.query(.nextDue, [.optional(feeds) { .texts($0) }]).first?.duration("wait")
        }
    }
}

extension JobQueue {
    private func jobs(_ statement: SQLStatement, _ values: [PGValue]) async throws(JobQueueError) -> [Job] {
        try await JobQueueError.translating { () async throws(PGError) in
            var jobs: [Job] = []
            for row in try await pool.query(statement, values) { jobs.append(try Job(row)) }
            return jobs
        }
    }

    private func ids(_ statement: SQLStatement, _ values: [PGValue]) async throws(JobQueueError) -> Set<Int64>
    {
        try await JobQueueError.translating { () async throws(PGError) in
            try await Self.ids(pool.query(statement, values))
        }
    }

    private static func ids(_ rows: [PGRow]) throws(PGError) -> Set<Int64> {
        var ids: Set<Int64> = []
        for row in rows { ids.insert(try row.int64("id")) }
        return ids
    }

    // Ids and lease tokens, as `$1` and `$2`. A token is new with each lease, so it stands for the attempt as well.
    private static func fences(of jobs: [Job]) -> [PGValue] {
        [.bigints(jobs.map(\.id)), .array(.uuid, jobs.map { .uuid($0.leaseToken) })]
    }
}
