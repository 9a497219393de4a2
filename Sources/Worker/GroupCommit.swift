import JobQueue
import Postgres
import Snapshots

/// Writes what refreshes brought and ends their jobs, many in one transaction.
///
/// A commit waits for the disk as long for one page as for a hundred, and a statement of a hundred rows is parsed and planned
/// once. So what comes while all writers are busy waits, and the next one takes it together; with a free writer nothing
/// waits. A write that the database refuses costs only itself: its batch is halved until it is alone.
actor GroupCommit {
    private struct Entry {
        let number: UInt64
        let write: RefreshWrite
        let end: JobEnd
        let evidence: [EndpointEvidence]
        let reply: CheckedContinuation<StoreOutcome, any Error>
    }

    private struct Flight {
        let task: Task<Void, Never>
        /// Those whose refreshes still want it.
        var wanted: Set<UInt64>
    }

    /// Writes of one transaction.
    private static let maxCount = 100
    /// Bytes of one transaction, beyond which no further write joins it.
    private static let maxSize = 8 << 20

    private let pool: PGPool
    private let queue: JobQueue
    private let store: SnapshotStore
    private let writers: Int
    private var waiting: [Entry] = []
    private var flights: [UInt64: Flight] = [:]
    private var numbers: UInt64 = 0

    /// Half of the pool's connections write; the others are left to those who read.
    init(pool: PGPool, queue: JobQueue, store: SnapshotStore) {
        self.pool = pool
        self.queue = queue
        self.store = store
        writers = max(1, pool.size / 2)
    }

    /// Writes, and ends the job, both or neither; returns when it is committed.
    ///
    /// - Throws: what the database threw; ``JobQueueError`` with `.leaseLost` when the job is not ours any more;
    ///   `CancellationError` when the task is cancelled before the transaction begins. A transaction is cancelled when
    ///   all its refreshes are.
    func commit(
        _ write: RefreshWrite,
        _ end: JobEnd,
        _ evidence: [EndpointEvidence]
    ) async throws -> StoreOutcome {
        numbers += 1
        let number = numbers
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { reply in
                let entry = Entry(number: number, write: write, end: end, evidence: evidence, reply: reply)
                waiting.append(entry)
                launch()
            }
        } onCancel: {
            Task { await cancel(number) }
        }
    }

    private func launch() {
        while flights.count < writers, !waiting.isEmpty {
            let batch = nextBatch()
            let number = batch[0].number
            let task = Task {
                await write(batch[...])
                flights[number] = nil
                launch()
            }
            flights[number] = Flight(task: task, wanted: Set(batch.map(\.number)))
        }
    }

    /// The first that wait; of each page one only, for a late worker's write may stand beside the one that replaced it.
    private func nextBatch() -> [Entry] {
        var (batch, left): ([Entry], [Entry]) = ([], [])
        var (pages, size): (Set<PageID>, Int) = ([], 0)
        for entry in waiting {
            if batch.count < Self.maxCount, size < Self.maxSize, pages.insert(entry.write.page).inserted {
                batch.append(entry)
                size += entry.write.size
            } else {
                left.append(entry)
            }
        }
        waiting = left
        return batch
    }

    private func write(_ batch: ArraySlice<Entry>) async {
        do {
            let outcomes = try await transaction(batch)
            for entry in batch {
                let lease = entry.end.job.lease
                entry.reply.resume(
                    with: outcomes[lease].map { .success($0) }
                        ?? .failure(JobQueueError(leaseLost: lease.job))
                )
            }
        } catch  where batch.count > 1 && !isTransient(error) {
            let middle = batch.startIndex + batch.count / 2
            await write(batch[..<middle])
            await write(batch[middle...])
        } catch {
            for entry in batch { entry.reply.resume(throwing: error) }
        }
    }

    /// The outcomes of those whose leases held; the others are left out of the transaction.
    private func transaction(_ batch: ArraySlice<Entry>) async throws -> [Lease: StoreOutcome] {
        try await pool.withTransaction { transaction in
            let held = try await queue.complete(batch.map(\.end), in: transaction)
            let ours = batch.filter { held.contains($0.end.job.lease) }
            let outcomes = try await store.store(ours.map(\.write), in: transaction)
            let changed = zip(ours, outcomes).filter { $1.status == .changed }
            try await store.count(changed.flatMap(\.0.evidence), in: transaction)
            return Dictionary(uniqueKeysWithValues: zip(ours.map(\.end.job.lease), outcomes))
        }
    }

    private func cancel(_ number: UInt64) {
        if let place = waiting.firstIndex(where: { $0.number == number }) {
            waiting.remove(at: place).reply.resume(throwing: CancellationError())
        }
        for (key, flight) in flights where flight.wanted.contains(number) {
            flights[key]?.wanted.remove(number)
            if flight.wanted.count == 1 { flight.task.cancel() }
        }
    }
}

/// Whether the database may take the same later: it was away, or others were in the way.
func isTransient(_ error: any Error) -> Bool {
    switch error {
    case let error as PGError: error.isTransient
    case let error as JobQueueError: error.isTransient
    case let error as SnapshotError: error.isTransient
    default: false
    }
}
