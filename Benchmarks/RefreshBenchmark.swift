import Contracts
import Foundation
import HTTPFetch
import JobQueue
import Migrations
import Postgres
import Runtime
import Sandbox
import Worker

/// `benchmarks refresh [--pages N]`: refreshes per second of changed and of unchanged pages, as one JSON object.
///
/// Each page is a variant of its own of the feed with the largest sample; upstream, Postgres and worker share the machine.
///
/// - Returns: 0; 1 when something failed; 2 for a command line it does not understand.
func runRefreshBenchmark(_ arguments: [String]) async -> Int32 {
    let pages =
        arguments.isEmpty ? 200 : arguments.count == 2 && arguments[0] == "--pages" ? Int(arguments[1]) : nil
    guard let pages, pages > 0 else {
        FileHandle.standardError.write(Data(usage.utf8))
        return 2
    }
    do {
        let cluster = try await PrivateCluster.start()
        let result = await Result { try await RefreshBenchmark(cluster, pages: pages).run() }
        await cluster.stop()
        print(try result.get())
        return 0
    } catch {
        FileHandle.standardError.write(Data("\(error)\n".utf8))
        return 1
    }
}

private struct RefreshBenchmark {
    private let pages: Int
    private let pool: PGPool
    private let upstream: SampleUpstream
    private let feed: FeedSource
    private let endpoints: [(path: String, body: [UInt8])]

    init(_ cluster: PrivateCluster, pages: Int) throws {
        self.pages = pages
        pool = PGPool(cluster.configuration, size: 4)
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
        let notModified = try await refreshesPerSecond(fetcher)
        await fetcher.shutdown()
        await pool.close()
        upstream.stop()
        let memory = Timing.text(peakMegabytes())
        return """
            {"pages": \(pages), "page_bytes": \(endpoints.reduce(0) { $0 + $1.body.count }), \
            "changed_per_s": \(Timing.text(changed)), "not_modified_per_s": \(Timing.text(notModified)), \
            "peak_memory_mb": \(memory)}
            """
    }

    private func serve() {
        for (path, body) in endpoints { upstream.serve(body, at: path) }
    }

    private func refreshesPerSecond(_ fetcher: Fetcher) async throws -> Double {
        let text = "SELECT feedkeeper.enqueue($1, 'page-' || n) FROM generate_series(1, $2) AS n"
        _ = try await pool.query(
            SQLStatement(name: "enqueue-all", text: text),
            [.text(feed.name), .int(Int32(pages))]
        )
        let start = ContinuousClock.now
        await worker(fetcher).runOnce()
        return Double(pages) / ((ContinuousClock.now - start) / .seconds(1))
    }

    private func worker(_ fetcher: Fetcher) -> Worker {
        var limits = RefreshLimits()
        limits.fetch.allowedAddresses = .any
        var configuration = WorkerConfiguration(workerID: "benchmark")
        configuration.concurrency = 64
        let services = WorkerServices(pool: pool, queuePool: pool, fetcher: fetcher, limits: limits)
        return Worker(feeds: [feed], services: services, configuration: configuration, log: .silent)
    }

    /// The most memory the process has had at once, upstream included.
    private func peakMegabytes() -> Double {
        var usage = rusage()
        unsafe getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        return Double(usage.ru_maxrss) / 1024
    }
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
