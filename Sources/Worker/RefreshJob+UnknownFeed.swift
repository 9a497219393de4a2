import JobQueue

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
