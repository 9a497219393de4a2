import JobQueue

extension Worker {
    /// Renews the leases of all jobs in hand, until cancelled.
    func keepLeases() async {
        // Cancelled: nothing runs any more.
        while (try? await Task.sleep(for: configuration.leaseDuration / 3)) != nil {
            // Nothing to renew, nothing that cannot be renewed; whether jobs can be taken is known by the claims.
            if running.isEmpty { renewalProblem = nil }
            await renewLeases(of: running.values.map(\.job) + apart)
        }
    }

    /// Renews the leases of `jobs`; a job that is not ours any more is stopped.
    func renewLeases(of jobs: [Job]) async {
        guard !jobs.isEmpty else { return }
        do {
            let ours = try await services.queue.renew(jobs, leaseDuration: configuration.leaseDuration)
            renewalProblem = nil
            for job in jobs where !ours.contains(job.id) {
                metrics.countLeaseLost()
                running[job.lease]?.task.cancel()
                apart.removeAll { $0.lease == job.lease }
            }
        } catch {
            renewalProblem = "\(error)"
            metrics.countRenewalFailure()
            log.error(
                "leases could not be renewed",
                ["error": .text("\(error)"), "running": .count(jobs.count)]
            )
        }
    }
}
