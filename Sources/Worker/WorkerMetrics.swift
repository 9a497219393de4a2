import JobQueue
package import Runtime
import Synchronization

/// What a worker counts, from its start on; many may write, anybody may read.
package final class WorkerMetrics: Sendable {
    /// Why a worker looked for jobs.
    package enum Wake: String, CaseIterable, Sendable {
        /// Somebody's commit said that a job is due.
        case notification
        /// Nobody said anything for a poll interval, or a job became due by itself.
        case poll
    }

    private struct State {
        var refreshes: [Key: Int] = [:]
        var steps: [String: Histogram] = [:]
        var waits = Histogram()
        var claims = Histogram()
        var wakes: [Wake: Int] = [:]
        var counts = Counts()
    }

    private struct Key: Hashable, Comparable {
        let feed: String
        let status: String

        static func < (one: Key, other: Key) -> Bool { (one.feed, one.status) < (other.feed, other.status) }
    }

    private struct Counts {
        var taken = 0
        var retries = 0
        var dead = 0
        var leasesLost = 0
        var renewalFailures = 0
        var claimFailures = 0
    }

    private let state = Mutex(State())

    package init() {}

    func countWake(_ wake: Wake) { state.withLock { $0.wakes[wake, default: 0] += 1 } }

    func countClaim(_ jobs: [Job], _ duration: Duration) {
        state.withLock { state in
            state.counts.taken += jobs.count
            state.claims.add(duration)
            for job in jobs { state.waits.add(job.waited) }
        }
    }

    func countClaimFailure() { state.withLock { $0.counts.claimFailures += 1 } }

    func countRenewalFailure() { state.withLock { $0.counts.renewalFailures += 1 } }

    func countLeaseLost() { state.withLock { $0.counts.leasesLost += 1 } }

    func count(_ summary: RefreshSummary) {
        state.withLock { state in
            state.refreshes[Key(feed: summary.job.feed, status: summary.status), default: 0] += 1
            for step in summary.steps { state.steps[step.name, default: Histogram()].add(step.duration) }
            guard case .failed(_, let outcome) = summary.ending else { return }
            switch outcome {
            case .willRetry, .postponed: state.counts.retries += 1
            case .dead: state.counts.dead += 1
            }
        }
    }

    /// Adds everything counted, in a fixed order.
    package func write(to text: inout MetricsText) {
        let state = state.withLock { $0 }
        text.add(
            "feedkeeper_refreshes_total",
            .counter,
            "Refreshes that ended, by how.",
            state.refreshes.sorted { $0.key < $1.key }.map {
                .init($0.value, ["feed": $0.key.feed, "status": $0.key.status])
            }
        )
        text.add(
            "feedkeeper_refresh_step_seconds",
            "The time that the steps of refreshes took.",
            by: "step",
            state.steps.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
        )
        text.add(
            "feedkeeper_claim_seconds",
            "waited: from the moment a job was due until it was taken; statement: what taking jobs took.",
            by: "part",
            [("waited", state.waits), ("statement", state.claims)]
        )
        text.add(
            "feedkeeper_wakes_total",
            .counter,
            "Why the worker looked for jobs.",
            Wake.allCases.map { .init(state.wakes[$0] ?? 0, ["cause": $0.rawValue]) }
        )
        write(state.counts, to: &text)
    }

    private func write(_ counts: Counts, to text: inout MetricsText) {
        for (name, help, count) in [
            ("jobs_taken", "Jobs taken from the queue.", counts.taken),
            ("retries", "Failed refreshes that are tried again.", counts.retries),
            ("jobs_dead", "Jobs that this worker gave up.", counts.dead),
            (
                "leases_lost", "Refreshes stopped because their job was cancelled or somebody else's.",
                counts.leasesLost
            ),
            ("lease_renewal_failures", "Heartbeats that the database did not take.", counts.renewalFailures),
            ("claim_failures", "Claims that the database did not answer.", counts.claimFailures),
        ] {
            text.add("feedkeeper_\(name)_total", .counter, help, [.init(count)])
        }
    }
}

extension RefreshSummary {
    /// The ledger's word for it; `abandoned` when the ledger does not know of it.
    fileprivate var status: String {
        switch ending {
        case .stored(let outcome, _): outcome.status.rawValue
        case .failed: "failed"
        case .abandoned: "abandoned"
        }
    }
}
