import Glibc
package import HTTPFetch
package import JSONCore
package import JobQueue
package import Postgres
package import Snapshots

/// What a refresh works with, shared by all that run.
package struct WorkerServices: Sendable {
    /// Connections for the writes of refreshes.
    package let pool: PGPool
    /// Claims and heartbeats, over connections of their own.
    package let queue: JobQueue
    /// Pages and the ledger.
    package let store: SnapshotStore
    /// Sends all requests.
    package let fetcher: Fetcher
    /// What each refresh may ask for.
    package let limits: RefreshLimits
    /// How long a failed refresh waits for its next attempt.
    package let retryPolicy: RetryPolicy
    /// Whether what answers show is counted (`feedkeeper.profiles`).
    let countsEvidence: Bool
    let backoff = PGBackoff()
    let commits: GroupCommit

    /// Pages that are taken apart at once: those that can be written, and one more.
    ///
    /// A page in parts takes several times its text; the others wait as text.
    let desk: FairSemaphore

    /// - Parameters:
    ///   - pool: for the writes of refreshes.
    ///   - queuePool: for claims and heartbeats, which must not wait behind a slow write.
    ///   - fetcher: for all requests.
    ///   - limits: of each refresh.
    ///   - retryPolicy: for refreshes that failed.
    ///   - countsEvidence: whether what answers show is counted in `feedkeeper.profiles`.
    package init(
        pool: PGPool,
        queuePool: PGPool,
        fetcher: Fetcher,
        limits: RefreshLimits = RefreshLimits(),
        retryPolicy: RetryPolicy = RetryPolicy(),
        countsEvidence: Bool = false
    ) {
        self.pool = pool
        desk = FairSemaphore(permits: pool.size + 1)
        queue = JobQueue(pool: queuePool)
        store = SnapshotStore(pool: pool)
        commits = GroupCommit(pool: pool, queue: queue, store: store)
        self.fetcher = fetcher
        self.limits = limits
        self.retryPolicy = retryPolicy
        self.countsEvidence = countsEvidence
    }

    func secondsSince1970() -> Int { time(nil) }
}

/// What one refresh may ask for.
package struct RefreshLimits: Sendable {
    /// Times and sizes of each request.
    package var fetch = FetchLimits()
    /// Size and depth of each response.
    package var parse = ParseLimits()

    package init() {}
}
