import JobQueue
import Snapshots

// What only grows is cut, until cancelled; several workers may do it at once.
extension Worker {
    func keepHouse() async {
        // Cancelled: the worker stops.
        while (try? await Task.sleep(for: configuration.housekeepingInterval)) != nil {
            for feed in feeds.keys.sorted() {
                await delete("contents", of: feed) { [configuration, services] in
                    try await services.store.collectContents(of: feed, olderThan: configuration.contentsKept)
                }
            }
            await pruneHistories()
        }
    }

    private func pruneHistories() async {
        let (retention, services) = (configuration.retention, services)
        for (history, age) in [
            (PrunedHistory.refreshes, retention.refreshes), (.findings, retention.findings),
            (.quarantine, retention.quarantine),
        ] {
            await deleteInBatches(history.rawValue) {
                try await services.store.prune(history, olderThan: age, batch: retention.batch)
            }
        }
        await deleteInBatches("dead jobs") {
            try await services.queue.pruneDeadJobs(olderThan: retention.deadJobs, batch: retention.batch)
        }
    }

    private func deleteInBatches(_ what: String, _ batch: @Sendable () async throws -> Int) async {
        while await delete(what, batch) >= configuration.retention.batch, !Task.isCancelled {}
    }

    /// Deletes, and says how many; what cannot be deleted now waits for the next time.
    @discardableResult
    private func delete(
        _ what: String,
        of feed: String? = nil,
        _ batch: @Sendable () async throws -> Int
    ) async -> Int {
        let log = feed.map { self.log.with(["feed": .text($0)]) } ?? self.log
        do {
            let count = try await batch()
            if count > 0 { log.info("deleted old \(what)", ["rows": .count(count)]) }
            return count
        } catch {
            log.warning("old \(what) could not be deleted", ["error": .text("\(error)")])
            return 0
        }
    }
}
