import Contracts
import Foundation
import HTTPFetch
import JobQueue
import Migrations
import Postgres
import Runtime
import Sandbox
import Worker

/// `benchmarks worker [--pages N]`: refreshes per second of changed and of unchanged pages, as one JSON object.
///
/// Each page is a variant of its own of the feed with the largest sample; upstream, Postgres and worker share the machine.
///
/// - Returns: 0; 1 when something failed; 2 for a command line it does not understand.
func runWorkerBenchmark(_ arguments: [String]) async -> Int32 {
    let pages =
        arguments.isEmpty ? 200 : arguments.count == 2 && arguments[0] == "--pages" ? Int(arguments[1]) : nil
    guard let pages, pages > 0 else {
        FileHandle.standardError.write(Data(usage.utf8))
        return 2
    }
    do {
        let cluster = try await PrivateCluster.start()
        let result = await Result { try await WorkerBenchmark(cluster, pages: pages).run() }
        await cluster.stop()
        print(try result.get())
        return 0
    } catch {
        FileHandle.standardError.write(Data("\(error)\n".utf8))
        return 1
    }
}

private struct WorkerBenchmark {
    private let pages: Int
    private let pool: PGPool
    private let databaseURL: String
    private let upstream: SampleUpstream
    private let feed: FeedSource
    private let endpoints: [(path: String, body: [UInt8])]

    init(_ cluster: PrivateCluster, pages: Int) throws {
        self.pages = pages
        pool = PGPool(cluster.configuration, size: 4)
        databaseURL = cluster.url
        upstream = try SampleUpstream()
        let contract = try ContractLoader.load(folder: "Schemas/netease-home")
        let base = upstream.url("")
        let feed = FeedSource(
            contract,
            variables: Dictionary(uniqueKeysWithValues: contract.contract.variables.map { ($0.name, base) })
        )
        self.feed = feed
        endpoints = try contract.contract.endpoints.map { endpoint in
            let file = "Schemas/\(feed.name)/samples/v\(contract.contract.version)/\(endpoint.name).json"
            return (
                String(feed.url(of: endpoint).dropFirst(base.count)),
                [UInt8](try Data(contentsOf: URL(filePath: file)))
            )
        }
    }

    func run() async throws -> String {
        _ = try await Migrator().run(on: pool)
        let fetcher = try Fetcher()
        let worker = worker(fetcher)
        try await worker.register()
        serve()
        let changed = try await refreshesPerSecond(fetcher)
        let unchanged = try await refreshesPerSecond(fetcher)
        try await enqueue("memory")
        let memory = try peakMegabytesOfWorker()
        await fetcher.shutdown()
        await pool.close()
        upstream.stop()
        return """
            {"pages": \(pages), "page_bytes": \(endpoints.reduce(0) { $0 + $1.body.count }), \
            "changed_per_s": \(Timing.text(changed)), "unchanged_per_s": \(Timing.text(unchanged)), \
            "worker_peak_memory_mb": \(Timing.text(memory))}
            """
    }

    private func serve() {
        for (path, body) in endpoints { upstream.serve(body, at: path) }
    }

    /// Asks for a refresh of so many pages, each a variant of its own.
    private func enqueue(_ prefix: String) async throws {
        let text = "SELECT feedkeeper.enqueue($1, $2 || n) FROM generate_series(1, $3) AS n"
        let statement = SQLStatement(name: "enqueue-all", text: text)
        _ = try await pool.query(statement, [.text(feed.name), .text(prefix + "-"), .int(Int32(pages))])
    }

    private func refreshesPerSecond(_ fetcher: Fetcher) async throws -> Double {
        try await enqueue("page")
        let start = ContinuousClock.now
        await worker(fetcher).runOnce()
        return Double(pages) / ((ContinuousClock.now - start) / .seconds(1))
    }

    private func worker(_ fetcher: Fetcher) -> Worker {
        var limits = RefreshLimits()
        limits.fetch.allowedAddresses = .any
        var configuration = WorkerConfiguration(workerID: "benchmark")
        configuration.concurrency = 64
        configuration.followsSchedules = false
        let services = WorkerServices(pool: pool, queuePool: pool, fetcher: fetcher, limits: limits)
        return Worker(feeds: [feed], services: services, configuration: configuration, log: .silent)
    }

    /// The most memory that the daemon has at once when it does what is enqueued, 64 refreshes at a time.
    ///
    /// It is a process of its own, as it is in use: the command that was built beside this one.
    private func peakMegabytesOfWorker() throws -> Double {
        let daemon = Process()
        daemon.executableURL = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
            .appending(path: "feedkeeper")
        daemon.arguments = ["run", "--once"]
        daemon.environment = [
            "DATABASE_URL": databaseURL, "FEEDKEEPER_CONCURRENCY": "64", "FEEDKEEPER_LOG_LEVEL": "error",
            "FEEDKEEPER_ALLOW_ADDRESSES": "127.0.0.1", "FEEDKEEPER_SCHEDULES": "false",
            feed.contract.feed.environmentPrefix + "BASE": upstream.url(""),
        ]
        try daemon.run()
        var peak = 0
        while daemon.isRunning {
            peak = max(peak, peakKilobytes(of: daemon.processIdentifier))
            usleep(10_000)
        }
        guard daemon.terminationStatus == 0 else { throw FailedDaemon(status: daemon.terminationStatus) }
        return Double(peak) / 1024
    }

    /// What Linux has noted so far; 0 when the process is gone.
    ///
    /// `ru_maxrss` would not do: a child begins with its parent's.
    private func peakKilobytes(of process: Int32) -> Int {
        guard let status = try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8) else {
            return 0
        }
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
        return line?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
    }
}

private struct FailedDaemon: Error, CustomStringConvertible {
    let status: Int32

    var description: String { "feedkeeper run --once ended with \(status)" }
}

extension Result where Failure == any Error {
    fileprivate init(_ body: () async throws -> Success) async {
        do {
            self = .success(try await body())
        } catch {
            self = .failure(error)
        }
    }
}
