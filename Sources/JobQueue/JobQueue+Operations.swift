import Postgres

/// A refresh to be enqueued; the defaults are those of the SQL function `feedkeeper.enqueue`.
package struct JobRequest: Sendable, Hashable {
    /// The name of a registered feed.
    package var feed: String
    /// Up to 200 of the characters `A-Z a-z 0-9 _ . ~ = & , : ; @ + % / -`.
    package var variant = ""
    /// The text of a JSON object, at most 64 KiB.
    package var params = "{}"
    /// From now; not positive means at once.
    package var delay = Duration.zero
    /// -100…100, higher first.
    package var priority = 0
    /// While a job with the same feed, variant and key has not started, no second one is made.
    package var dedupeKey: String?
    /// What becomes of such a job.
    package var onDuplicate = DuplicateRule.keep
    /// 1…100; nil means 10.
    package var maxAttempts: Int?

    package init(feed: String) {
        self.feed = feed
    }
}

/// What becomes of a waiting job when another is enqueued with its feed, variant and key.
package enum DuplicateRule: String, Sendable {
    /// It stays as it is.
    case keep
    /// It gets the parameters, due time, priority and attempts of the newer one.
    case replace
}

/// A feed that jobs may be enqueued for.
package struct RegisteredFeed: Sendable, Hashable {
    /// Lower case letters, digits, `-` and `_`, at most 63.
    package var name: String
    /// The version of the contract in force, from 1.
    package var contractVersion: Int
    /// The names that a job's parameters may have; nil: any.
    package var parameters: [String]?
    /// The hosts that its requests go to, for limits.
    package var hosts: [String]

    package init(name: String, contractVersion: Int, parameters: [String]? = nil, hosts: [String] = []) {
        self.name = name
        self.contractVersion = contractVersion
        self.parameters = parameters
        self.hosts = hosts
    }
}

/// How one feed's jobs stand.
package struct FeedStats: Sendable, Hashable {
    /// The feed's name.
    package let feed: String
    /// The version of the contract that it was registered with last.
    package let contractVersion: Int
    /// Whether no more of its jobs are started.
    package let isPaused: Bool
    /// Due and not taken.
    package let ready: Int
    /// Due later.
    package let scheduled: Int
    /// Taken, with a lease that lasts.
    package let running: Int
    /// Taken by a worker that went silent; the next claim takes them.
    package let expiredLeases: Int
    /// Those of ready and scheduled that have failed before.
    package let retrying: Int
    /// Failed for good, or cancelled.
    package let dead: Int
    /// How long the oldest of the ready jobs has been due; nil when none is.
    package let oldestReadyAge: Duration?
}

extension JobQueue {
    /// Makes `feeds` known to `enqueue`; feeds registered before stay.
    ///
    /// Registering the same again writes nothing.
    package func register(_ feeds: [RegisteredFeed]) async throws(JobQueueError) {
        let values: [PGValue] = [
            .texts(feeds.map(\.name)),
            .ints(feeds.map { Int32(clamping: $0.contractVersion) }),
            .texts(feeds.map { $0.parameters?.joined(separator: "\n") }),
            .texts(feeds.map { $0.hosts.joined(separator: "\n") }),
        ]
        try await JobQueueError.translating { () async throws(PGError) in
            _ = try await pool.execute(.registerFeeds, values)
        }
    }

    /// Enqueues a refresh.
    ///
    /// - Returns: The job's id; that of the waiting job when it is a duplicate.
    /// - Throws: ``JobQueueError`` with `.unknownFeed`, `.badVariant`, `.badParameters` or `.badOption`, and a hint in
    ///   its cause.
    package func enqueue(_ request: JobRequest) async throws(JobQueueError) -> Int64 {
        do throws(PGError) {
            return try await pool.query(.enqueue, request.values).only.int64("id")
        } catch {
            // Class 22 can only mean the params: all else is typed.
            throw JobQueueError(error, code: error.code == .invalidValue ? .badParameters : nil)
        }
    }

    /// Deletes dead jobs that died longer than `age` ago, one batch.
    ///
    /// - Parameters:
    ///   - age: since they died, by the database's clock.
    ///   - batch: at most so many, so that no transaction is long.
    /// - Returns: how many went; fewer than `batch` means that there are no more.
    /// - Throws: ``JobQueueError`` with `.database`.
    package func pruneDeadJobs(olderThan age: Duration, batch: Int) async throws(JobQueueError) -> Int {
        try await JobQueueError.translating { () async throws(PGError) in
            try await pool.execute(.pruneDeadJobs, [.interval(age), .bigint(Int64(batch))])
        }
    }

    /// How each registered feed's jobs stand, by name.
    ///
    /// - Complexity: Reads all live jobs.
    package func stats() async throws(JobQueueError) -> [FeedStats] {
        try await JobQueueError.translating { () async throws(PGError) in
            var stats: [FeedStats] = []
            for row in try await pool.query(.stats) { stats.append(try FeedStats(row)) }
            return stats
        }
    }
}

extension JobRequest {
    fileprivate var values: [PGValue] {
        [
            .text(feed), .text(variant), .jsonb(params), .interval(delay), .int(Int32(clamping: priority)),
            .optional(dedupeKey, PGValue.text), .optional(maxAttempts) { .int(Int32(clamping: $0)) },
            .text(onDuplicate.rawValue),
        ]
    }
}

extension FeedStats {
    fileprivate init(_ row: PGRow) throws(PGError) {
        feed = try row.text("feed")
        contractVersion = try row.int("contract_version")
        isPaused = try row.bool("is_paused")
        ready = try row.int("ready")
        scheduled = try row.int("scheduled")
        running = try row.int("running")
        expiredLeases = try row.int("expired_leases")
        retrying = try row.int("retrying")
        dead = try row.int("dead")
        oldestReadyAge = try row.optionalDuration("oldest_ready_age")
    }
}
