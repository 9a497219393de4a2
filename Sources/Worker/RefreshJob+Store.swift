import Contracts
import JSONCore
import JobQueue
import Postgres
import Runtime
import SectionModel
import Snapshots

/// What a refresh leaves behind: what it writes, and when its page is due again by its schedule.
struct RefreshEnd: Sendable {
    var write: RefreshWrite
    let next: NextRefresh

    /// Counted when readers see something new.
    var evidence: [EndpointEvidence] = []
}

extension RefreshJob {
    /// What is stored of the page.
    func load() async throws(RefreshError) -> StoredPage {
        do {
            return try await services.store.load(page)
        } catch {
            throw RefreshError(.load, database: error)
        }
    }

    /// The end of a refresh whose responses were taken apart.
    func end(
        _ difference: PageDifference,
        _ fetched: FetchedPage,
        _ watch: Stopwatch<ContinuousClock>
    ) -> RefreshEnd {
        let record = record(fetched, difference, watch)
        guard !difference.reading.holdsPage else {
            // The validators of a page that was refused would make its next fetch a 304.
            let validators = record.findings.isEmpty ? fetched.validators : []
            return end(.unchanged(.held, validators: validators), record, fetched)
        }
        var write = PageWrite(
            page: page,
            contractVersion: feed.contract.version,
            sections: difference.reading.sections.map {
                SectionPlacement($0, contractVersion: feed.contract.version)
            }
        )
        write.positions = difference.reading.positions
        // What was left out must come whole the next time: a 304 for the copy before it would leave its section held.
        let leftOut = Set(difference.leftOut.map(\.endpoint.name))
        write.validators =
            fetched.validators.filter { !leftOut.contains($0.endpoint) }
            + leftOut.map { EndpointValidators(endpoint: $0) }
        var end = end(.page(write), record, fetched)
        end.evidence = evidence(in: fetched, difference)
        return end
    }

    /// The end of a refresh that leaves the page as it is.
    func unchanged(
        _ status: RefreshStatus,
        _ fetched: FetchedPage,
        _ watch: Stopwatch<ContinuousClock>
    ) -> RefreshEnd {
        end(.unchanged(status, validators: fetched.validators), record(fetched, nil, watch), fetched)
    }

    private func end(
        _ effect: RefreshWrite.Effect,
        _ record: RefreshRecord,
        _ fetched: FetchedPage
    ) -> RefreshEnd {
        RefreshEnd(
            write: RefreshWrite(of: page, effect, record),
            next: feed.schedule(services.retryPolicy).next(
                wish: fetched.wish(feed.contract.refresh.floor, limits: services.limits.parse),
                jitter: .random(in: 0...1)
            )
        )
    }

    /// Writes the page, the ledger and the end of the job, all or nothing.
    func store(_ end: RefreshEnd) async throws(RefreshError) -> StoreOutcome {
        do throws(RefreshError) {
            return try await commit(end)
        } catch {
            guard error.isAboutContent else { throw error }
            var end = end
            end.write = try await holdingRefused(end.write)
            return try await commit(end)
        }
    }

    private func commit(_ end: RefreshEnd) async throws(RefreshError) -> StoreOutcome {
        try await retrying { try await services.commits.commit(end.write, JobEnd(job, next: end.next), end.evidence) }
    }

    /// Writes the failure into the ledger, and into the job's history or its page's schedule, in one transaction; nothing
    /// when the job is not ours.
    func end(with error: RefreshError, _ watch: Stopwatch<ContinuousClock>) async -> RefreshSummary {
        switch error.disposition {
        case .leaseLost, .stopped: return summary(.abandoned(error), watch)
        case .giveUp: return await fail(with: error, wait(floor: nil, isHopeless: true), watch)
        case .retry(let floor): return await fail(with: error, wait(floor: floor, isHopeless: false), watch)
        }
    }

    private func fail(
        with error: RefreshError,
        _ wait: Duration?,
        _ watch: Stopwatch<ContinuousClock>
    ) async -> RefreshSummary {
        let failure = RefreshFailure(class: error.name, message: error.message)
        let write = RefreshWrite(of: page, .failed(failure), record(of: error, watch))
        do throws(RefreshError) {
            let outcome = try await retrying {
                try await services.pool.withTransaction { transaction in
                    let outcome = try await endJob(failure, wait, in: transaction)
                    _ = try await services.store.store([write], in: transaction)
                    return outcome
                }
            }
            return summary(.failed(error, outcome), watch)
        } catch {
            return summary(.abandoned(error), watch)
        }
    }

    /// Until the next try, by the schedule that made the job or by the job's own attempts; nil for no further one.
    private func wait(floor: Duration?, isHopeless: Bool) -> Duration? {
        let jitter = Double.random(in: 0...1)
        guard let failures = job.scheduleFailures else {
            let policy = services.retryPolicy
            return isHopeless ? nil : policy.delay(afterAttempt: job.attempt, jitter: jitter, floor: floor)
        }
        return feed.schedule(services.retryPolicy).wait(
            afterFailures: failures + 1,
            isHopeless: isHopeless,
            floor: floor,
            jitter: jitter
        )
    }

    private func endJob(
        _ failure: RefreshFailure,
        _ wait: Duration?,
        in transaction: PGTransaction
    ) async throws -> FailureOutcome {
        if job.scheduleFailures != nil, let wait {
            try await services.queue.postpone(job, for: wait, in: transaction)
            return .postponed
        }
        let failure = JobFailure(class: failure.class, message: failure.message)
        return try await services.queue.fail(job, with: failure, retryDelay: wait, in: transaction)
    }

    /// Writes, and again when the database was away for a moment: the lease is kept meanwhile.
    private func retrying<Value: Sendable>(
        _ write: nonisolated(nonsending) () async throws -> Value
    ) async throws(RefreshError) -> Value {
        let tries = 5
        var failures = 0
        while true {
            do {
                return try await write()
            } catch {
                failures += 1
                guard failures < tries, isTransient(error) else {
                    throw RefreshError(.store, database: error)
                }
                log.warning("the database did not take the write; trying again", ["error": .text("\(error)")])
                do {
                    try await Task.sleep(
                        for: services.backoff.delay(afterFailures: failures, jitter: .random(in: 0...1))
                    )
                } catch {
                    throw RefreshError(.store, database: error)
                }
            }
        }
    }
}

extension PageReading {
    fileprivate var positions: [String: Int] {
        let fixed = sections.compactMap { section in section.insertAt.map { (section.section.key, $0) } }
        return Dictionary(fixed) { first, _ in first }
    }
}

extension SectionPlacement {
    fileprivate init(_ reading: SectionReading, contractVersion: Int) {
        let section = reading.section
        guard !reading.isHeld else {
            self = .held(key: section.key, reason: "broke-contract")
            return
        }
        self = .fresh(
            SectionWrite(
                key: section.key,
                kind: section.kind,
                title: section.title,
                layout: section.layout,
                digest: ContentHash(section.digest).bytes,
                contentJSON: section.contentJSON,
                itemCount: section.items.count,
                contractVersion: contractVersion
            )
        )
    }
}

extension ContentHash {
    fileprivate init(_ digest: ContentDigest) { self.init(high: digest.high, low: digest.low) }
}
