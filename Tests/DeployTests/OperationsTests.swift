import FoundationEssentials
import Glibc
import HTTPFetch
import Postgres
import Sandbox
import Testing

/// What operators' machines are told, by the daemon itself.
@Suite(.timeLimit(.minutes(5))) struct OperationsTests {
    @Test func `metrics count what was done, and the queue is seen as it is`() async throws {
        let installation = try await Installation.make()
        try await FeedDatabase.with { database, upstream in
            try await database.enqueueProfile()
            let service = try Service(
                installation,
                database: database.url,
                settings: upstream.settings.serving
            )
            let operations = try await Operations(service)
            _ = try await service.process.line(containing: "refreshed")
            let page = try await operations.get("/metrics")
            #expect(page.status == 200)
            for line in [
                #"feedkeeper_refreshes_total{feed="profile",status="changed"} 1"#,
                #"feedkeeper_refresh_step_seconds_count{step="fetch"} 1"#,
                #"feedkeeper_jobs_taken_total 1"#, #"feedkeeper_queue_jobs{feed="profile",state="ready"} 0"#,
                "feedkeeper_database_up 1", #"feedkeeper_pool_connections{pool="pages"} 4"#,
            ] { #expect(page.lines.contains(line), "\(line)\n\(page.text)") }
            #expect(try await operations.get("/nothing").status == 404)
            await operations.close()
            #expect(try await service.stop() == 0)
        }
    }

    @Test func `a worker on a read-only database stays up, is not ready, and goes on after`() async throws {
        let installation = try await Installation.make()
        try await FeedDatabase.with { database, upstream in
            try await database.enqueueProfile()
            let service = try Service(
                installation,
                database: database.url,
                settings: upstream.settings.serving
            )
            let operations = try await Operations(service)
            _ = try await service.process.line(containing: "refreshed")
            try await operations.until("/readyz", is: 200)
            try await database.setReadOnly(true)
            try await operations.until("/readyz", is: 503)
            #expect(try await operations.get("/healthz").status == 200)
            try await database.setReadOnly(false)
            try await operations.until("/readyz", is: 200)
            try await database.enqueueProfile()
            _ = try await service.process.line(containing: "refreshed")
            await operations.close()
            #expect(try await service.stop() == 0)
        }
    }

    @Test func `SIGHUP reads the contracts again, and a mistake in them stops nothing`() async throws {
        let installation = try await Installation.make()
        try await FeedDatabase.with { database, upstream in
            let folder = "\(installation.root)/changing"
            try FileManager.default.copyItem(atPath: installation.contracts, toPath: folder)
            let settings = upstream.settings.merging(["FEEDKEEPER_SCHEMAS": folder]) { $1 }
            let service = try Service(installation, database: database.url, settings: settings)
            _ = try await service.notify.until("READY=1")
            let file = URL(filePath: "\(folder)/profile/feed.json")
            let good = try Data(contentsOf: file)
            try Data("{".utf8).write(to: file)
            service.process.send(signal: SIGHUP)
            let complaint = try await service.process.line(containing: "contracts not reloaded")
            #expect(complaint.contains("profile/feed.json"))
            try good.write(to: file)
            service.process.send(signal: SIGHUP)
            let done = try await service.process.line(containing: "contracts reloaded")
            #expect(done.contains("profile@1"))
            try await database.enqueueProfile()
            _ = try await service.process.line(containing: "refreshed")
            #expect(try await service.stop() == 0)
        }
    }

    @Test(arguments: ["localhost:9464", "127.0.0.1", "127.0.0.1:99999", "300.0.0.1:1", "::1:9464"])
    func `an address that is none is refused, together with all else that is wrong`(
        address: String
    ) async throws {
        let ended = try await feedkeeper(
            ["run", "--schemas", "\(Installation.checkout)/Schemas"],
            "postgresql:///nowhere",
            [
                "FEEDKEEPER_METRICS_ADDRESS": address, "FEEDKEEPER_ALLOW_ADDRESSES": "10.0.0.0/99",
                "FEEDKEEPER_LEASE": "soon",
            ]
        )
        #expect(ended.code == 1)
        let said = ended.said.joined(separator: "\n")
        for wrong in [
            "METRICS_ADDRESS must be an IPv4 address with a port", "ALLOW_ADDRESSES must be", "LEASE must be",
        ] {
            #expect(said.contains("FEEDKEEPER_" + wrong), "\(said)")
        }
    }
}

/// Asks a daemon's own pages.
private struct Operations {
    private let base: String
    private let fetcher: Fetcher

    init(_ service: Service) async throws {
        let line = try await service.process.line(containing: "serving metrics")
        base = "http://" + (line.split(separator: "address=").last.map(String.init) ?? "")
        fetcher = try Fetcher()
    }

    func get(_ path: String) async throws -> (status: Int, text: String, lines: [String]) {
        var request = FetchRequest(url: base + path)
        request.limits.allowedAddresses = .any
        let response = try await fetcher.fetch(request)
        let text = String(decoding: response.body, as: UTF8.self)
        return (response.status, text, text.split(separator: "\n").map(String.init))
    }

    func until(_ path: String, is status: Int) async throws {
        let end = ContinuousClock.now + .seconds(60)
        var last = try await get(path)
        while last.status != status, ContinuousClock.now < end {
            try await Task.sleep(for: .milliseconds(50))
            last = try await get(path)
        }
        #expect(last.status == status, "\(last.text)")
    }

    func close() async { await fetcher.shutdown() }
}

extension [String: String] {
    fileprivate var serving: [String: String] {
        merging(["FEEDKEEPER_METRICS_ADDRESS": "127.0.0.1:0", "FEEDKEEPER_POLL_INTERVAL": "100ms"]) { $1 }
    }
}

extension FeedDatabase {
    /// As after a failover: transactions of new connections may not write, and the old connections are gone.
    fileprivate func setReadOnly(_ isReadOnly: Bool) async throws {
        let statements = [
            "SET default_transaction_read_only = off",
            "ALTER DATABASE \(configuration.database ?? "") SET default_transaction_read_only = \(isReadOnly)",
            """
            SELECT pg_terminate_backend(pid) FROM pg_stat_activity
            WHERE datname = current_database() AND pid <> pg_backend_pid()
            """,
        ]
        for text in statements { _ = try await pool.query(SQLStatement(name: "test", text: text)) }
    }
}
