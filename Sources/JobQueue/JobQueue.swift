package import Postgres

/// The jobs of the database: who works on what, until when, and how it ended.
///
/// A job is leased for a time, not locked: when its worker is lost, the lease ends by itself and the job goes to the
/// next who asks. What a late worker then still writes is fenced: ``complete(_:in:)`` fails in the write's own
/// transaction. Only the database's clock decides. All calls are one round trip.
package struct JobQueue: Sendable {
    let pool: PGPool
    private let progress = ClaimProgress()

    package init(pool: PGPool) {
        self.pool = pool
    }
}

extension JobQueue {
    /// Takes up to `limit` due jobs: first those whose lease has ended, then by priority and due time.
    ///
    /// Taking a job counts as an attempt. A job without an attempt left goes to `feedkeeper.dead_jobs` and is not
    /// returned; two jobs of one page are never taken at once; paused feeds are left alone, and what `feedkeeper.limits`
    /// has no room for. Jobs that lost two workers in a row come by themselves: see ``Job/runsAlone``. Fewer than `limit`
    /// does not mean that nothing is due (a page may have more jobs waiting): ask ``nextDue(of:)``.
    ///
    /// While batches are full, each goes on where the last one stopped, with a look from the start in between, so that a
    /// claim costs the same however many dead rows a snapshot that somebody holds open keeps in the index.
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
        let began = ContinuousClock.now
        let places = progress.places(at: began)
        let taken = try await claim(values + places.columns)
        progress.note(taken, isFull: taken.count == limit, behind: places, from: began, to: .now)
        return taken.map(\.job)
    }

    private func claim(_ values: [PGValue]) async throws(JobQueueError) -> [ClaimedJob] {
        // Each lost race means that another worker got its jobs, so the tries end long before this many.
        let tries = 8
        for _ in 1..<tries {
            do throws(JobQueueError) {
                return try await claimed(values)
            } catch {
                guard error.isLostRace else { throw error }
            }
        }
        return try await claimed(values)
    }

    /// Keeps all of `jobs` for `leaseDuration` from now.
    ///
    /// - Returns: The ids that are still ours. The others were cancelled or given to somebody else: stop them.
    package func renew(_ jobs: [Job], leaseDuration: Duration) async throws(JobQueueError) -> Set<Int64> {
        try await ids(.renew, Self.fences(of: jobs) + [.interval(leaseDuration)])
    }

    /// Ends jobs as done, in the transaction that writes what they did.
    ///
    /// Until the transaction ends nobody else can take them, so their effects and their ends are one. One statement,
    /// however many they are.
    ///
    /// - Parameters:
    ///   - ends: The attempts, and when their pages are due again.
    ///   - transaction: Where the effects are written.
    /// - Returns: The leases that held. The other jobs are not ours any more: their effects must not be written.
    /// - Throws: ``JobQueueError`` with `.database`.
    package func complete(
        _ ends: [JobEnd],
        in transaction: PGTransaction
    ) async throws(JobQueueError) -> Set<Lease> {
        try await JobQueueError.translating { () async throws(PGError) in
            var held: Set<Lease> = []
            for row in try await transaction.query(.complete, ends.columns) {
                held.insert(Lease(job: try row.int64("id"), token: try row.uuid("lease_token")))
            }
            return held
        }
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
    private func claimed(_ values: [PGValue]) async throws(JobQueueError) -> [ClaimedJob] {
        try await JobQueueError.translating { () async throws(PGError) in
            var jobs: [ClaimedJob] = []
            for row in try await pool.query(.lease, values) { jobs.append(try ClaimedJob(row)) }
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

    // Ids and lease tokens, as `$1` and `$2`.
    private static func fences(of jobs: [Job]) -> [PGValue] {
        [.bigints(jobs.map(\.id)), .array(.uuid, jobs.map { .uuid($0.lease.token) })]
    }
}

/// A job that is done.
package struct JobEnd: Sendable, Hashable {
    /// The attempt, still leased.
    package var job: Job
    /// When its page is due again by its schedule; nil to leave that as it is.
    package var next: NextRefresh?

    package init(_ job: Job, next: NextRefresh? = nil) {
        self.job = job
        self.next = next
    }
}

extension [JobEnd] {
    /// `$1` to `$7` of `complete`, in the order of the ids: those who end the same jobs wait for each other, and never in
    /// a circle.
    fileprivate var columns: [PGValue] {
        let ends = sorted { $0.job.id < $1.job.id }
        return [
            .bigints(ends.map(\.job.id)), .texts(ends.map(\.job.feed)),
            .ints(ends.map { Int32(clamping: $0.job.attempt) }),
            .array(.uuid, ends.map { .uuid($0.job.lease.token) }), .texts(ends.map(\.job.variant)),
            .array(.interval, ends.map { .optional($0.next?.after, PGValue.interval) }),
            .array(.interval, ends.map { .optional($0.next?.notBefore, PGValue.interval) }),
        ]
    }
}
