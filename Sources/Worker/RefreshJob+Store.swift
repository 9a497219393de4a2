import Contracts
import JSONCore
import JobQueue
import Postgres
import Runtime
import SectionModel
import Snapshots

extension RefreshJob {
    /// What is stored of the page.
    func load() async throws(RefreshError) -> StoredPage {
        do {
            return try await services.store.load(page)
        } catch {
            throw RefreshError(.load, database: error)
        }
    }

    /// Writes the page, the ledger and the end of the job, in one transaction.
    func store(
        _ difference: PageDifference,
        _ fetched: FetchedPage,
        _ watch: Stopwatch<ContinuousClock>
    ) async throws(RefreshError) -> StoreOutcome {
        let record = record(fetched, difference, watch)
        guard !difference.reading.holdsPage else { return try await storeUnchanged(.held, fetched, record) }
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
            fetched.endpoints.compactMap(\.validators).filter { !leftOut.contains($0.endpoint) }
            + leftOut.map { EndpointValidators(endpoint: $0) }
        let evidence = evidence(in: fetched, difference)
        let pending = PendingWrite(page: write, record: record, evidence: evidence)
        do throws(RefreshError) {
            return try await store(pending, fetched)
        } catch {
            guard error.isAboutContent else { throw error }
            return try await store(try await holdingRefused(pending), fetched)
        }
    }

    private func store(
        _ write: PendingWrite,
        _ fetched: FetchedPage
    ) async throws(RefreshError) -> StoreOutcome {
        let next = next(after: fetched)
        return try await inTransaction { transaction in
            let outcome = try await services.store.store(write.page, write.record, in: transaction)
            if outcome.status == .changed { try await store(write.evidence, in: transaction) }
            try await services.queue.complete(job, next: next, in: transaction)
            return outcome
        }
    }

    /// Writes the ledger and the end of the job; the page stays as it is.
    func storeUnchanged(
        _ status: RefreshStatus,
        _ fetched: FetchedPage,
        _ watch: Stopwatch<ContinuousClock>
    ) async throws(RefreshError) -> StoreOutcome {
        try await storeUnchanged(status, fetched, record(fetched, nil, watch))
    }

    private func storeUnchanged(
        _ status: RefreshStatus,
        _ fetched: FetchedPage,
        _ record: RefreshRecord
    ) async throws(RefreshError) -> StoreOutcome {
        // The validators of a page that was refused would make its next fetch a 304.
        let validators = record.findings.isEmpty ? fetched.endpoints.compactMap(\.validators) : []
        let next = next(after: fetched)
        return try await inTransaction { transaction in
            let outcome = try await services.store.storeUnchanged(
                page,
                status,
                validators: validators,
                record,
                in: transaction
            )
            try await services.queue.complete(job, next: next, in: transaction)
            return outcome
        }
    }

    /// When the page is due again by its schedule, if it has one.
    private func next(after fetched: FetchedPage) -> NextRefresh {
        feed.schedule(services.retryPolicy).next(
            wish: fetched.wish(feed.contract.refresh.floor, limits: services.limits.parse),
            jitter: .random(in: 0...1)
        )
    }

    /// Writes the failure into the ledger, and into the job's history or its page's schedule, in one transaction; nothing
    /// when the job is not ours.
    func end(with error: RefreshError, _ watch: Stopwatch<ContinuousClock>) async -> RefreshSummary {
        switch error.disposition {
        case .leaseLost, .stopped: return summary(.abandoned(error), watch)
        case .giveUp: return await fail(with: error, floor: nil, isHopeless: true, watch)
        case .retry(let floor): return await fail(with: error, floor: floor, isHopeless: false, watch)
        }
    }

    private func fail(
        with error: RefreshError,
        floor: Duration?,
        isHopeless: Bool,
        _ watch: Stopwatch<ContinuousClock>
    ) async -> RefreshSummary {
        let jitter = Double.random(in: 0...1)
        do throws(RefreshError) {
            let outcome = try await inTransaction { transaction in
                try await services.store.recordFailure(
                    RefreshFailure(class: error.name, message: error.message),
                    of: page,
                    record(of: error, watch),
                    in: transaction
                )
                if let failures = job.scheduleFailures {
                    let wait = feed.schedule(services.retryPolicy).wait(
                        afterFailures: failures + 1,
                        isHopeless: isHopeless,
                        floor: floor,
                        jitter: jitter
                    )
                    try await services.queue.postpone(job, for: wait, in: transaction)
                    return FailureOutcome.postponed
                }
                let delay = services.retryPolicy.delay(
                    afterAttempt: job.attempt,
                    jitter: jitter,
                    floor: floor
                )
                return try await services.queue.fail(
                    job,
                    with: JobFailure(class: error.name, message: error.message),
                    retryDelay: isHopeless ? nil : delay,
                    in: transaction
                )
            }
            return summary(.failed(error, outcome), watch)
        } catch {
            return summary(.abandoned(error), watch)
        }
    }

    /// Runs a transaction, and again when the database was away for a moment: the lease is kept meanwhile.
    private func inTransaction<Value: Sendable>(
        _ body: nonisolated(nonsending) (PGTransaction) async throws -> Value
    ) async throws(RefreshError) -> Value {
        let tries = 5
        var failures = 0
        while true {
            do {
                return try await services.pool.withTransaction(.readCommitted, body)
            } catch {
                failures += 1
                guard failures < tries, services.isTransient(error) else {
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
