import Contracts
import HTTPFetch
import Migrations
import Postgres
import Runtime
import Sandbox
import Synchronization
import Worker

/// What the demo runs on: the cluster, the upstream, and a worker that knows both.
struct DemoStage {
    private let cluster: PrivateCluster
    private let upstream: SampleUpstream
    private let samples: DemoSamples
    private let feeds: [FeedSource]
    private let pool: PGPool
    private let fetcher: Fetcher

    var databaseURL: String { cluster.url }

    var feedNames: [String] { feeds.map(\.name) }

    init(_ cluster: PrivateCluster, _ contracts: [LoadedContract], _ samples: DemoSamples) async throws {
        self.cluster = cluster
        self.samples = samples
        upstream = try SampleUpstream()
        pool = PGPool(cluster.configuration)
        fetcher = try Fetcher()
        let base = upstream.url("")
        feeds = contracts.map { contract in
            // Each feed's variables are the upstream's address here, below a path of its own.
            let values = contract.contract.variables.map { ($0.name, "\(base)/\(contract.contract.feed)") }
            return FeedSource(contract, variables: Dictionary(uniqueKeysWithValues: values))
        }
        for feed in feeds {
            for endpoint in feed.contract.endpoints {
                let body = try samples.body(
                    feed: feed.name,
                    version: feed.contract.version,
                    endpoint: endpoint.name
                )
                upstream.serve(body, at: path(of: endpoint, feed))
            }
        }
    }

    private func path(of endpoint: Endpoint, _ feed: FeedSource) -> String {
        String(feed.url(of: endpoint).dropFirst(upstream.url("").count))
    }

    func close() async {
        await fetcher.shutdown()
        await pool.close()
        upstream.stop()
        await cluster.stop()
    }

    func migrate() async throws -> [Migration] { try await Migrator().run(on: pool) }

    /// Enqueues a refresh as anybody would, with SQL.
    func enqueue(_ feed: String) async throws -> Int64 {
        try await worker { _ in }.register()
        return try await pool.query(.demoEnqueue, [.text(feed)]).first?.int64("id") ?? 0
    }

    /// Runs a worker until nothing is due.
    func work() async -> [RefreshSummary] {
        let ended = EndedRefreshes()
        await worker { summary in ended.list.withLock { $0.append(summary) } }.runOnce()
        return ended.list.withLock { $0 }
    }

    /// Lets the upstream answer with the samples of another time.
    func serveDriftedSamples() throws -> [(feed: String, endpoint: String, file: String)] {
        var served: [(feed: String, endpoint: String, file: String)] = []
        for feed in feeds {
            for endpoint in feed.contract.endpoints {
                guard let sample = try samples.drifted(feed: feed.name, endpoint: endpoint.name) else {
                    continue
                }
                upstream.serve(sample.body, at: path(of: endpoint, feed))
                served.append((feed.name, endpoint.name, sample.file))
            }
        }
        return served
    }

    func sections(of feed: String) async throws -> [PGRow] {
        try await pool.query(.pageSections, [.text(feed), .text("")])
    }

    func findings() async throws -> [PGRow] {
        try await pool.query(.listFindings, [.text(""), .text("warning")])
    }

    /// Only what the demo enqueues.
    private static var configuration: WorkerConfiguration {
        var configuration = WorkerConfiguration(workerID: "demo")
        configuration.followsSchedules = false
        return configuration
    }

    /// A worker on the stage's feeds and upstream; `report` is told of each refresh that ended.
    func worker(_ report: @escaping @Sendable (RefreshSummary) -> Void) -> Worker {
        var limits = RefreshLimits()
        if let loopback = AddressException("127.0.0.1") {
            limits.fetch.allowedAddresses = .publicAnd([loopback])
        }
        let services = WorkerServices(pool: pool, queuePool: pool, fetcher: fetcher, limits: limits)
        return Worker(
            feeds: feeds,
            services: services,
            configuration: Self.configuration,
            log: .silent,
            report: report
        )
    }
}

private final class EndedRefreshes: Sendable {
    let list = Mutex<[RefreshSummary]>([])
}
