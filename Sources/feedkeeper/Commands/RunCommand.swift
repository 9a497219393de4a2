import Contracts
import HTTPFetch
import Migrations
import Options
import Postgres
import Runtime
import Synchronization
import Worker

/// `feedkeeper run`: the daemon.
struct RunCommand {
    private let settings: Settings
    private let environment: [String: String]
    private let once: Bool
    private let migrates: Bool
    private let schemas: String

    init(_ parsed: ParsedCommand, _ environment: [String: String]) throws {
        schemas = parsed.value("schemas") ?? "Schemas"
        settings = try Settings(environment, contracts: ContractLoader.loadAll(in: schemas))
        self.environment = environment
        once = parsed.flag("once")
        migrates = parsed.flag("migrate")
    }

    func run() async throws {
        let signals = try ProcessSignal.stream(of: [.terminate, .interrupt])
        let hangUps = try ProcessSignal.stream(of: [.hangUp])
        let notifier = try ServiceNotifier(environment: environment)
        let engine = try Engine(settings)
        logStart(engine.operations)
        let working = Task { try await work(engine.worker, engine.pool, notifier) }
        let watching = Task { await watch(signals, engine.worker, working, notifier) }
        let reloading = Task { await reload(at: hangUps, engine.worker, notifier) }
        try await working.value
        watching.cancel()
        reloading.cancel()
        await engine.stop()
        settings.log.info("stopped")
        let failed = engine.failures.total
        if once, failed > 0 { throw FailedRefreshes(count: failed) }
    }

    private func logStart(_ operations: OperationsServer?) {
        if let operations, let address = settings.operations {
            settings.log.info("serving metrics", ["address": .text("\(address.host):\(operations.port)")])
        }
        settings.log.info(
            "started",
            [
                "worker": .text(settings.worker.workerID),
                "feeds": .text(settings.feeds.map(\.name).joined(separator: " ")),
            ]
        )
    }

    private func work(_ worker: Worker, _ pool: PGPool, _ notifier: ServiceNotifier?) async throws {
        do {
            try await prepareDatabase(pool)
        } catch let error as PGError where error.code == .cancelled {
            return  // Told to stop while it waited for the database.
        }
        tell(notifier, .ready)
        if once { await worker.runOnce() } else { await worker.run() }
    }

    /// Waits for the database, and refuses one whose schema is not this binary's.
    private func prepareDatabase(_ pool: PGPool) async throws {
        let log = settings.log
        try await pool.waitUntilReachable { error, wait in
            log.warning(
                "the database cannot be reached",
                ["error": .text("\(error)"), "retry_in": .duration(wait)]
            )
        }
        guard migrates else { return try await Migrator().requireCurrent(on: pool) }
        for migration in try await Migrator().run(on: pool) {
            log.info(
                "migrated",
                ["version": .integer(Int64(migration.version)), "name": .text(migration.name)]
            )
        }
    }

    // MARK: - Reloading

    /// Reads the contracts again at each SIGHUP; with one that is wrong the worker goes on with those it has.
    private func reload(
        at hangUps: AsyncStream<ProcessSignal>,
        _ worker: Worker,
        _ notifier: ServiceNotifier?
    ) async {
        for await _ in hangUps {
            tell(notifier, .reloading(monotonicTime: ServiceNotifier.monotonicNow()))
            do {
                let feeds = try Settings(environment, contracts: ContractLoader.loadAll(in: schemas)).feeds
                try await worker.replaceFeeds(feeds)
                settings.log.info(
                    "contracts reloaded",
                    ["feeds": .text(feeds.map { "\($0.name)@\($0.contract.version)" }.joined(separator: " "))]
                )
            } catch {
                settings.log.error(
                    "contracts not reloaded; the old ones stay in force",
                    ["error": .text("\(error)")]
                )
            }
            tell(notifier, .ready)
        }
    }

    // MARK: - Stopping

    private func watch(
        _ signals: AsyncStream<ProcessSignal>,
        _ worker: Worker,
        _ working: Task<Void, any Error>,
        _ notifier: ServiceNotifier?
    ) async {
        await withTaskGroup(of: Void.self) { group in
            if let notifier { group.addTask { await feedWatchdog(notifier, worker) } }
            group.addTask { await obey(signals, worker, working, notifier) }
        }
    }

    /// Lets the work drain at the first signal, and cancels it at the second or when the grace is over.
    private func obey(
        _ signals: AsyncStream<ProcessSignal>,
        _ worker: Worker,
        _ working: Task<Void, any Error>,
        _ notifier: ServiceNotifier?
    ) async {
        guard await signals.first(where: { _ in true }) != nil else { return }
        settings.log.info("stopping", ["grace": .duration(settings.stopGrace)])
        tell(notifier, .stopping)
        await worker.beginStop()
        if await !worker.isPrepared { working.cancel() }
        await withTaskGroup(of: Void.self) { group in
            group.addTask { _ = await signals.first { _ in true } }
            // Cancelled means that the signal came first.
            group.addTask { try? await Task.sleep(for: settings.stopGrace) }
            await group.next()
            group.cancelAll()
        }
        if !Task.isCancelled { await worker.stopNow() }
    }

    /// Tells the service manager that the worker's loop still turns.
    private func feedWatchdog(_ notifier: ServiceNotifier, _ worker: Worker) async {
        guard let timeout = notifier.watchdogTimeout else { return }
        while (try? await Task.sleep(for: timeout / 3)) != nil {  // Cancelled: the worker has ended.
            if await worker.isTurning(within: timeout) { tell(notifier, .watchdog) }
        }
    }

    private func tell(_ notifier: ServiceNotifier?, _ message: ServiceNotifier.Message) {
        do {
            try notifier?.send([message])
        } catch {
            settings.log.warning("the service manager could not be told", ["error": .text("\(error)")])
        }
    }
}

/// A worker with all that it works with.
private struct Engine {
    let worker: Worker
    let pool: PGPool
    let operations: OperationsServer?
    let failures = FailureCount()
    private let queuePool: PGPool
    private let questions: PGPool
    private let fetcher: Fetcher

    init(_ settings: Settings) throws {
        let metrics = WorkerMetrics()
        let failures = self.failures
        let pool = PGPool(settings.database, size: settings.connections)
        let queuePool = PGPool(settings.database, size: 2)
        let questions = PGPool(settings.database, size: 1)
        fetcher = try Fetcher(configuration: settings.fetcher)
        let worker = Worker(
            feeds: settings.feeds,
            services: WorkerServices(
                pool: pool,
                queuePool: queuePool,
                fetcher: fetcher,
                limits: settings.limits,
                countsEvidence: settings.countsEvidence
            ),
            configuration: settings.worker,
            log: settings.log,
            metrics: metrics,
            report: { failures.count($0) }
        )
        let inspection = Inspection(
            worker: worker,
            metrics: metrics,
            pools: [("pages", pool), ("queue", queuePool)],
            questions: questions
        )
        operations = try settings.operations.map { try OperationsServer($0, inspection) }
        (self.worker, self.pool, self.queuePool, self.questions) = (worker, pool, queuePool, questions)
    }

    func stop() async {
        operations?.stop()
        await fetcher.shutdown()
        for pool in [questions, queuePool, pool] { await pool.close() }
    }
}

/// How many refreshes did not come to their end.
private final class FailureCount: Sendable {
    private let failed = Mutex(0)

    var total: Int { failed.withLock { $0 } }

    func count(_ summary: RefreshSummary) {
        if case .stored = summary.ending { return }
        failed.withLock { $0 += 1 }
    }
}

/// `run --once` ends with 1, so that whoever started it notices.
private struct FailedRefreshes: Error, CustomStringConvertible {
    let count: Int

    var description: String { count == 1 ? "one refresh failed" : "\(count) refreshes failed" }
}

extension Migrator {
    /// Refuses a database that lacks migrations.
    fileprivate func requireCurrent(on pool: PGPool) async throws {
        let pending = try await status(of: pool).pending
        guard pending.isEmpty else { throw PendingMigrations(versions: pending.map(\.version)) }
    }
}

/// The database lacks migrations that this binary has.
private struct PendingMigrations: Error, CustomStringConvertible {
    let versions: [Int32]

    var description: String {
        "the database lacks migrations \(versions.map { String($0) }.joined(separator: ", ")); "
            + "run `feedkeeper migrate` first, or `feedkeeper run --migrate`"
    }
}
