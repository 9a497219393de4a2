package import JobQueue
import Runtime
package import SectionModel
package import Snapshots

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

extension Log {
    /// One line for a refresh that ended.
    func write(_ summary: RefreshSummary) {
        let log = with(["attempt": .count(summary.job.attempt), "elapsed": .duration(summary.elapsed)])
        switch summary.ending {
        case .stored(let outcome, let changes):
            log.info(
                "refreshed",
                [
                    "status": .text(outcome.status.rawValue), "revision": .integer(outcome.revision ?? 0),
                    "inserted": .count(changes?.inserted.count ?? 0),
                    "updated": .count(changes?.updated.count ?? 0),
                    "moved": .count(changes?.moved.count ?? 0),
                ]
            )
        case .failed(let error, let outcome):
            log.warning(
                "refresh failed",
                [
                    "step": .text(error.step.rawValue), "class": .text(error.name),
                    "error": .text(error.message),
                    "job_is": .text(outcome.words),
                ]
            )
        case .abandoned(let error):
            log.warning(
                "refresh abandoned",
                ["step": .text(error.step.rawValue), "error": .text(error.message)]
            )
        }
    }
}

extension FailureOutcome {
    fileprivate var words: String {
        switch self {
        case .willRetry: "waiting for its next attempt"
        case .postponed: "waiting for its schedule"
        case .dead: "dead"
        }
    }
}
