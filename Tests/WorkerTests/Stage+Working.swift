import HTTPFetch
import JobQueue
import Postgres
import Synchronization
import Testing
import Worker

extension Stage {
    /// Runs a worker while `body` runs, then drains it; what still runs after that is cancelled.
    func whileWorking(
        report: @escaping @Sendable (RefreshSummary) -> Void = { _ in },
        _ configure: (inout WorkerConfiguration) -> Void = { _ in },
        _ body: (Worker) async throws -> Void
    ) async throws {
        let worker = try await worker(report: report, configure)
        let running = Task { await worker.run() }
        do {
            try await body(worker)
            await worker.beginStop()
            await running.value
        } catch {
            await worker.stopNow()
            await running.value
            throw error
        }
    }

    /// Refreshes of so many pages of the profile, `v0`, `v1` …, in one transaction.
    func enqueueBatch(_ count: Int) async throws {
        try await execute(
            "SELECT feedkeeper.enqueue('profile', 'v' || i, jsonb_build_object('tag', i)) FROM generate_series(0, \(count - 1)) i"
        )
    }

    /// Those that listen on the last of their channels.
    static let listeners =
        """
        SELECT pid FROM pg_stat_activity
        WHERE datname = current_database() AND query LIKE 'LISTEN%feedkeeper_cancelled%' AND state = 'idle'
            AND pid <> pg_backend_pid()
        """

    func untilListening() async throws { try await until("EXISTS (\(Self.listeners))") }

    /// Waits until the worker's log has a text.
    func untilLogged(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) async throws {
        try await waiting(for: "the log says \(text)", sourceLocation: sourceLocation) {
            log.text.contains(text)
        }
    }

    /// Waits for so many rows of the ledger.
    func untilRefreshed(
        _ count: Int,
        within limit: Duration = .seconds(120),
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        try await until(
            "(SELECT count(*) FROM feedkeeper.refreshes) >= \(count)",
            within: limit,
            sourceLocation: sourceLocation
        )
    }

    /// A worker on another database, with nothing registered.
    func worker(on database: PGConfiguration) -> Worker {
        let services = WorkerServices(
            pool: PGPool(database, size: 1),
            queuePool: PGPool(database, size: 1),
            fetcher: fetcher
        )
        return Worker(
            feeds: feeds,
            services: services,
            configuration: WorkerConfiguration(workerID: "lost"),
            log: log.log
        )
    }
}

/// How refreshes ended, in order.
final class Endings: Sendable {
    private let list = Mutex<[String]>([])

    var names: [String] { list.withLock { $0 } }

    var add: @Sendable (RefreshSummary) -> Void {
        { [self] summary in
            let name =
                switch summary.ending {
                case .stored: "stored"
                case .failed: "failed"
                case .abandoned: "abandoned"
                }
            list.withLock { $0.append(name) }
        }
    }
}

/// A lock held by a session of its own.
struct PGLock {
    private let stage: Stage

    init(_ stage: Stage) { self.stage = stage }

    /// Holds what `statement` locks while `body` runs, then goes on with `next` without it.
    func holding<Value>(
        _ statement: String,
        _ body: () async throws -> Value,
        then next: (Value) async throws -> Void
    ) async throws {
        let pool = PGPool(stage.database, size: 1)
        let value = try await pool.withTransaction { transaction in
            try await transaction.execute(sql(statement))
            return try await body()
        }
        await pool.close()
        try await next(value)
    }
}
