import Contracts
package import JobQueue
import Runtime
package import SectionModel
package import Snapshots

/// One refresh of one page: the main job, from the lease to the last write.
///
/// Each step has a file of its own. What goes wrong is one ``RefreshError``; it is recorded in the ledger and in the job's
/// history, and the last good page stays.
struct RefreshJob: Sendable {
    let job: Job
    let feed: FeedSource
    let services: WorkerServices
    let log: Log

    var page: PageID { PageID(feed: job.feed, variant: job.variant) }

    /// Refreshes the page and ends the job.
    func run() async -> RefreshSummary {
        var watch = Stopwatch()
        do throws(RefreshError) {
            let (outcome, changes) = try await refresh(&watch)
            return summary(.stored(outcome, changes), watch)
        } catch {
            return await end(with: error, watch)
        }
    }

    private func refresh(
        _ watch: inout Stopwatch<ContinuousClock>
    ) async throws(RefreshError) -> (StoreOutcome, SectionChanges?) {
        let stored = try await load()
        let fetched = try await watch.measure("fetch") { () async throws(RefreshError) in
            try await fetch(since: stored)
        }
        if let status = fetched.statusIfUnchanged(since: stored) {
            return (try await storeUnchanged(status, fetched, watch), nil)
        }
        guard await services.desk.acquire() else { throw RefreshError(stoppedAt: .check) }
        defer { services.desk.release() }
        let checked = try watch.measure("check") { () throws(RefreshError) in try check(fetched) }
        let reading = watch.measure("split") { SectionExtractor(checked.check).page() }
        let difference = watch.measure("diff") {
            PageDifference(reading, leftOut: checked.leftOut, from: stored, contract: feed.contract)
        }
        let measured = watch
        let outcome = try await watch.measure("store") { () async throws(RefreshError) in
            try await store(difference, fetched, measured)
        }
        return (outcome, difference.changes)
    }
}

/// How a refresh ended, for whoever started the worker.
package struct RefreshSummary: Sendable {
    /// What became of the page and of the job.
    package enum Ending: Sendable {
        /// What changed for readers; nil when the page was not looked at.
        case stored(StoreOutcome, SectionChanges?)
        case failed(RefreshError, FailureOutcome)
        /// The job went back, or was somebody else's: the ledger does not know of it.
        case abandoned(RefreshError)
    }

    /// The attempt that ended.
    package let job: Job
    /// What became of it.
    package let ending: Ending

    /// The steps that were measured, in order.
    package let steps: [(name: String, duration: Duration)]
    /// From the start of the refresh to its last write.
    package let elapsed: Duration
}

extension RefreshJob {
    func summary(_ ending: RefreshSummary.Ending, _ watch: Stopwatch<ContinuousClock>) -> RefreshSummary {
        RefreshSummary(job: job, ending: ending, steps: watch.pairs, elapsed: watch.elapsed)
    }
}

extension Stopwatch {
    var pairs: [(name: String, duration: Duration)] { steps.map { ($0.name, $0.duration) } }
}
