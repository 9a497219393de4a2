import JobQueue
import Runtime

extension RefreshJob {
    /// Ends a job of a feed that this worker has no contract for: it is dead, with the reason.
    static func refuse(_ job: Job, _ services: WorkerServices) async -> RefreshSummary {
        let error = RefreshError(unknownFeed: job.feed)
        let ending: RefreshSummary.Ending
        do {
            let failure = JobFailure(class: error.name, message: error.message)
            let outcome = try await services.pool.withTransaction { transaction in
                try await services.queue.fail(job, with: failure, retryDelay: nil, in: transaction)
            }
            ending = .failed(error, outcome)
        } catch {
            ending = .abandoned(RefreshError(.store, database: error))
        }
        return RefreshSummary(job: job, ending: ending, steps: [], elapsed: .zero)
    }
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
                    "job_is": .text(outcome == .dead ? "dead" : "waiting for its next attempt"),
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
