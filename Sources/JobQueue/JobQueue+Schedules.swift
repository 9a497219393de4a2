package import Postgres

/// A page whose schedule says that it is due.
package struct DuePage: Sendable, Hashable {
    /// The name of a registered feed.
    package var feed: String
    /// Which page of the feed.
    package var variant = ""
    /// When it was due, in seconds since 1970.
    package var due: Double
    /// The database's time, in seconds since 1970.
    package var now: Double
    /// Whether its schedule was never followed before, and nobody said when it begins.
    package var isNew = false

    package init(feed: String, due: Double, now: Double) {
        self.feed = feed
        self.due = due
        self.now = now
    }
}

/// What is done about a due page.
package struct DueDecision: Sendable, Hashable {
    /// Whether a job is made.
    package var runs: Bool
    /// When the page is due again, in seconds since 1970.
    package var next: Double

    package init(runs: Bool, next: Double) {
        self.runs = runs
        self.next = next
    }
}

/// When a page is due again that was refreshed.
package struct NextRefresh: Sendable, Hashable {
    /// From now; nil for the time that was decided when its job was made.
    package var after: Duration?
    /// From now; not sooner than this.
    package var notBefore: Duration

    package init(after: Duration?, notBefore: Duration) {
        self.after = after
        self.notBefore = notBefore
    }
}

extension JobQueue {
    /// Adds the default pages of feeds that have no schedule yet.
    ///
    /// - Parameter feeds: each with its interval, which a page that was refreshed before waits for first; without one, or
    ///   never refreshed, it is due now.
    /// - Throws: ``JobQueueError`` with `.database`.
    package func addSchedules(_ feeds: [(name: String, interval: Duration?)]) async throws(JobQueueError) {
        let values: [PGValue] = [
            .texts(feeds.map(\.name)),
            .array(.interval, feeds.map { .optional($0.interval, PGValue.interval) }),
        ]
        try await JobQueueError.translating { () async throws(PGError) in
            _ = try await pool.execute(.addSchedules, values)
        }
    }

    /// How long until a page of `feeds` is due: not positive when one is, nil when none ever is.
    package func nextScheduled(of feeds: [String]) async throws(JobQueueError) -> Duration? {
        try await JobQueueError.translating { () async throws(PGError) in
            try await pool.query(.nextScheduled, [.texts(feeds)]).only.optionalDuration("wait")
        }
    }

    /// Makes the jobs of pages that are due, and moves their schedules, in one transaction.
    ///
    /// Rows that another worker has in hand at this moment are that worker's, and a page has one job of its schedule at
    /// most: however many workers call this, each due page gets one job.
    ///
    /// - Parameters:
    ///   - feeds: those whose contracts the caller knows.
    ///   - limit: at most so many pages.
    ///   - decide: called once for each due page.
    /// - Returns: how many pages were due; as many as `limit` means that there may be more.
    /// - Throws: ``JobQueueError`` with `.database`; nothing was made or moved then.
    package func dispatch(
        of feeds: [String],
        limit: Int,
        deciding decide: @Sendable (DuePage) -> DueDecision
    ) async throws(JobQueueError) -> Int {
        do {
            return try await pool.withTransaction { transaction in
                var pages: [DuePage] = []
                for row in try await transaction.query(.takeDue, [.texts(feeds), .bigint(Int64(limit))]) {
                    pages.append(try DuePage(row))
                }
                guard !pages.isEmpty else { return 0 }
                let decisions = pages.map(decide)
                try await transaction.execute(
                    .dispatch,
                    [
                        .texts(pages.map(\.feed)), .texts(pages.map(\.variant)),
                        .array(.double, decisions.map { .double($0.next) }),
                        .array(.bool, decisions.map { .bool($0.runs) }),
                    ]
                )
                return pages.count
            }
        } catch {
            throw JobQueueError(error as? PGError ?? PGError(code: .other, message: "\(error)"))
        }
    }

    /// Ends a job that its page's schedule made and whose refresh failed: the schedule tries again after `wait`.
    ///
    /// - Parameters:
    ///   - job: The attempt, still leased.
    ///   - wait: From now until its page is due again.
    ///   - transaction: Where the refresh is recorded, too.
    /// - Throws: ``JobQueueError`` with `.leaseLost` when the job is not ours any more; nothing was written then.
    package func postpone(
        _ job: Job,
        for wait: Duration,
        in transaction: PGTransaction
    ) async throws(JobQueueError) {
        let ended = try await JobQueueError.translating { () async throws(PGError) in
            try await transaction.query(.postpone, job.fence + [.text(job.variant), .interval(wait)]).count
        }
        guard ended == 1 else { throw JobQueueError(leaseLost: job.id) }
    }
}

extension DuePage {
    fileprivate init(_ row: PGRow) throws(PGError) {
        feed = try row.text("feed")
        variant = try row.text("variant")
        due = try row.double("due")
        now = try row.double("now")
        isNew = try row.bool("is_new")
    }
}
