import JobQueue

// Pages that are refreshed by themselves: whichever worker sees one due makes its job.
extension Worker {
    /// Makes the jobs of due pages, until cancelled.
    func followSchedules() async {
        guard configuration.followsSchedules else { return }
        while !Task.isCancelled {
            await dispatchDue()
            await scheduleChange.wait(atMost: await untilNextScheduled())
        }
    }

    /// Whether a refresh that ended may have made its page due before the next look at the schedules.
    func mayBeDueSoon(_ summary: RefreshSummary) -> Bool {
        if case .failed(_, .postponed) = summary.ending { return true }
        let interval = feeds[summary.job.feed]?.contract.refresh.rhythm.interval
        return interval.map { $0 < configuration.scheduleInterval } ?? false
    }

    /// Makes the jobs of all pages that are due now.
    func dispatchDue() async {
        let (feeds, retry, batch) = (feeds, services.retryPolicy, configuration.claimLimit)
        do {
            while try await services.queue.dispatch(
                of: feeds.keys.sorted(),
                limit: batch,
                deciding: { page in
                    guard let feed = feeds[page.feed] else {
                        preconditionFailure("asked for the feeds of this worker, got \(page.feed)")
                    }
                    return feed.schedule(retry).decide(page, jitter: .random(in: 0...1))
                }
            ) == batch, !Task.isCancelled {}
        } catch {
            log.warning("due pages could not be scheduled", ["error": .text("\(error)")])
        }
    }

    /// Until the next page is due; others may change the schedules meanwhile, so never very long.
    private func untilNextScheduled() async -> Duration {
        let longest = configuration.scheduleInterval * Double.random(in: 0.9...1.1)
        do {
            guard let wait = try await services.queue.nextScheduled(of: feeds.keys.sorted()) else {
                return longest
            }
            // A page that another worker has in hand stays due for a moment.
            return min(longest, max(wait, configuration.secondLook))
        } catch {
            log.debug("when the next page is due could not be asked", ["error": .text("\(error)")])
            return longest
        }
    }
}
