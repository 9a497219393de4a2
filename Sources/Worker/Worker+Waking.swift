import Postgres

// What ends a worker's wait: notifications, and the jobs that nobody announces.
extension Worker {
    /// Where a commit says that a job is due.
    private static let jobsChannel = "feedkeeper_jobs"
    /// Where a commit says that a running job was cancelled; the payload is its id.
    private static let cancelledChannel = "feedkeeper_cancelled"

    /// Until a job becomes due that nobody announces: a scheduled one, or one whose lease ends.
    func untilNextLook() async -> Duration {
        let poll = configuration.pollInterval * Double.random(in: 0.9...1.1)
        do {
            guard let due = try await services.queue.nextDue(of: feeds.keys.sorted()) else { return poll }
            // Not at once: what is due and was not taken belongs to a page that somebody refreshes right now.
            return min(poll, max(due, configuration.shortestWait))
        } catch {
            log.debug("when the next job is due could not be asked", ["error": .text("\(error)")])
            return poll
        }
    }

    /// Raises the signal once more after a moment, however many notifications come until then.
    ///
    /// An enqueuer that found another's notification under way sends none of its own, and may commit a moment later than
    /// the one that did. What comes by the same connection, such as a cancellation, does not wait for this.
    private func lookAgain() {
        guard !looksAgain else { return }
        looksAgain = true
        Task {
            // Nothing cancels it, and it ends soon.
            try? await Task.sleep(for: configuration.secondLook)
            looksAgain = false
            wake.raise()
        }
    }

    func listen() async {
        let channels = [Self.jobsChannel, Self.cancelledChannel]
        for await event in PGListener(services.pool.configuration).notifications(on: channels) {
            switch event {
            case .listening: wake.raise()
            case .reconnected:
                log.info("listening for jobs again")
                wake.raise()
            case .notification(let notification) where notification.channel == Self.cancelledChannel:
                guard let job = Int64(notification.payload) else { continue }
                await renewLeases(of: (running.values.map(\.job) + apart).filter { $0.id == job })
            case .notification:
                metrics.countWake(.notification)
                wake.raise()
                lookAgain()
            case .disconnected(let error, let retryIn):
                log.warning(
                    "not listening for jobs",
                    ["error": .text("\(error)"), "retry_in": .duration(retryIn)]
                )
            }
        }
    }
}
