package import Postgres

/// One leased attempt of a refresh: what to do, and the proof that it is this worker's to do.
package struct Job: Sendable, Hashable {
    /// Unique, and never given again.
    package let id: Int64
    /// The name of a registered feed.
    package let feed: String
    /// Which page of the feed; `""` is its default page.
    package let variant: String
    /// The parameters given to `enqueue`: the text of a JSON object, at most 64 KiB.
    package let params: String
    /// The number of this attempt, from 1, counted when the job was taken.
    package let attempt: Int
    /// How many attempts the job may have, 1…100.
    package let maxAttempts: Int
    /// The key given to `enqueue`; nil when there was none.
    package let dedupeKey: String?
    /// What is ours for a while; writes of this attempt are fenced by it.
    package let lease: Lease
    /// When others may take the job, by the database's clock, unless the lease is renewed before.
    package let leaseUntil: PGTimestamp
    /// From the moment it was due until it was taken.
    package let waited: Duration
    /// Failed refreshes in a row before this one of the schedule that made the job; nil for one that was enqueued.
    package let scheduleFailures: Int?
    /// Whether two workers in a row were lost with the job in hand: nothing else may run beside it and those taken with it.
    package let runsAlone: Bool
}

/// One attempt's hold on a job.
package struct Lease: Sendable, Hashable {
    /// The job's id.
    package let job: Int64
    /// A UUID, new with each claim.
    package let token: String
}

extension Job {
    init(_ row: PGRow) throws(PGError) {
        id = try row.int64("id")
        feed = try row.text("feed")
        variant = try row.text("variant")
        params = try row.json("params")
        attempt = try row.int("attempt")
        maxAttempts = try row.int("max_attempts")
        dedupeKey = try row.optionalText("dedupe_key")
        lease = Lease(job: id, token: try row.uuid("lease_token"))
        leaseUntil = try row.timestamp("lease_until")
        waited = try row.duration("waited")
        scheduleFailures = try row.optionalInt("schedule_failures")
        runsAlone = try row.bool("runs_alone")
    }

    /// The fence of this attempt's writes: id, feed, attempt and lease token, as `$1` to `$4`.
    var fence: [PGValue] {
        [.bigint(id), .text(feed), .int(Int32(attempt)), .uuid(lease.token)]
    }
}

/// Why an attempt failed, as the job's history keeps it.
package struct JobFailure: Sendable, Hashable {
    /// A short name for the kind of failure, in kebab case: `timed-out`, `not-json`.
    package var `class`: String
    /// For a person; may quote other people's text, which is cleaned and cut at 4 KiB when it is stored.
    package var message: String

    package init(class: String, message: String) {
        self.class = `class`
        self.message = message
    }
}

/// What became of a job whose attempt failed.
package enum FailureOutcome: Sendable, Hashable {
    /// It waits for its next attempt.
    case willRetry
    /// It is gone; the schedule that made it makes another one later.
    case postponed
    /// It is in `feedkeeper.dead_jobs`: its attempts are used up, or trying again cannot help.
    case dead
}
