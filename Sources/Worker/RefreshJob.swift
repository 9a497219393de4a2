import Contracts
import JobQueue
import Runtime
import SectionModel
import Snapshots

/// One refresh of one page: the main job, from the lease to the last write.
///
/// Each step has a file of its own. What goes wrong is one ``RefreshError``; it is recorded in the ledger and in the job's
/// history, and the last good page stays.
struct RefreshJob: Sendable {
    let job: Job
    let feed: FeedSource
    let services: WorkerServices
    let trace: TraceContext?
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
            return (try await store(unchanged(status, fetched, watch)), nil)
        }
        let (end, changes) = try await takeApart(fetched, stored, &watch)
        let outcome = try await watch.measure("store") { () async throws(RefreshError) in try await store(end)
        }
        return (outcome, changes)
    }

    /// What the responses make of the page; those who wait to do so hold the responses only.
    private func takeApart(
        _ fetched: FetchedPage,
        _ stored: StoredPage,
        _ watch: inout Stopwatch<ContinuousClock>
    ) async throws(RefreshError) -> (RefreshEnd, SectionChanges) {
        guard await services.desk.acquire() else { throw RefreshError(stoppedAt: .check) }
        defer { services.desk.release() }
        let checked = try watch.measure("check") { () throws(RefreshError) in try check(fetched) }
        let reading = watch.measure("split") { SectionExtractor(checked.check).page() }
        let difference = watch.measure("diff") {
            PageDifference(reading, leftOut: checked.leftOut, from: stored, contract: feed.contract)
        }
        return (end(difference, fetched, watch), difference.changes)
    }
}
