import HTTPServe
import JobQueue
import Postgres
import Runtime
import Worker

/// Where operators' machines look: `/metrics`, `/healthz` and `/readyz`.
struct OperationsServer {
    private let server: HTTPServer

    /// - Throws: ``HTTPServeError`` when the address is not to be had.
    init(_ address: OperationsAddress, _ inspection: Inspection) throws(HTTPServeError) {
        var configuration = HTTPServerConfiguration()
        (configuration.address, configuration.port) = (address.host, address.port)
        (configuration.maxConnections, configuration.idleTimeoutSeconds) = (32, 30)
        server = try HTTPServer(configuration: configuration) { await inspection.answer($0) }
    }

    /// Where it listens, for port 0.
    var port: UInt16 { server.port }

    func stop() { server.stop() }
}

/// What can be said about a worker and its database.
struct Inspection: Sendable {
    let worker: Worker
    let metrics: WorkerMetrics
    let pools: [(name: String, pool: PGPool)]
    /// A connection of its own: a question must not wait behind the work.
    let questions: PGPool

    func answer(_ request: HTTPServeRequest) async -> HTTPServeResponse {
        guard ["GET", "HEAD"].contains(request.method) else {
            return .text("only GET and HEAD\n", status: 405)
        }
        switch request.path {
        case "/metrics": return await metricsPage()
        case "/healthz":
            return await verdict(
                worker.isTurning(within: .seconds(180)) ? nil : "the worker's loop stands still"
            )
        case "/readyz": return await verdict(whyNotReady())
        default: return .text("/metrics, /healthz, /readyz\n", status: 404)
        }
    }

    private func verdict(_ problem: String?) -> HTTPServeResponse {
        problem.map { .text($0 + "\n", status: 503) } ?? .text("ok\n")
    }

    /// Nil when jobs that come now would be done.
    private func whyNotReady() async -> String? {
        if let problem = await worker.whyNotReady { return problem }
        do throws(PGError) {
            let isReadOnly = try await questions.query(.isReadOnly).only.bool("is_read_only")
            return isReadOnly ? "the database is read-only" : nil
        } catch {
            return "the database does not answer: \(error)"
        }
    }

    private func metricsPage() async -> HTTPServeResponse {
        var text = MetricsText()
        metrics.write(to: &text)
        await text.add(
            "feedkeeper_refreshes_running",
            .gauge,
            "Refreshes under way.",
            [.init(worker.runningCount)]
        )
        text.add(
            "feedkeeper_pool_connections_lent",
            .gauge,
            "Connections in use, of feedkeeper_pool_connections.",
            pools.map { .init($0.pool.lent, ["pool": $0.name]) }
        )
        text.add(
            "feedkeeper_pool_connections",
            .gauge,
            "Connections that a pool may have.",
            pools.map { .init($0.pool.size, ["pool": $0.name]) }
        )
        await addQueue(to: &text)
        return HTTPServeResponse(
            headers: [.init(name: "Content-Type", value: MetricsText.mediaType)],
            body: Array(text.text.utf8)
        )
    }

    /// The numbers of all workers together; without a database only the answer that there is none.
    private func addQueue(to text: inout MetricsText) async {
        // A database that does not answer is told by its gauge alone.
        let stats = try? await JobQueue(pool: questions).stats()
        text.add(
            "feedkeeper_database_up",
            .gauge,
            "Whether the queue could be asked.",
            [.init(stats == nil ? 0 : 1)]
        )
        guard let stats else { return }
        text.add(
            "feedkeeper_queue_jobs",
            .gauge,
            "Jobs by feed and state; retrying counts those of ready and scheduled that failed before.",
            stats.flatMap { stats in
                [
                    ("ready", stats.ready), ("scheduled", stats.scheduled), ("running", stats.running),
                    ("lost", stats.expiredLeases), ("retrying", stats.retrying), ("dead", stats.dead),
                ].map { .init($1, ["feed": stats.feed, "state": $0]) }
            }
        )
        text.add(
            "feedkeeper_queue_oldest_ready_seconds",
            .gauge,
            "How long the oldest ready job has been due.",
            stats.map { .init(($0.oldestReadyAge ?? .zero) / .seconds(1), ["feed": $0.feed]) }
        )
    }
}

/// An IPv4 address and a port, as `127.0.0.1:9464`.
struct OperationsAddress: Equatable {
    let host: String
    let port: UInt16

    /// Nil for anything else; port 0 takes a free one.
    init?(_ text: String) {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, let port = UInt16(parts[1]) else { return nil }
        let bytes = parts[0].split(separator: ".", omittingEmptySubsequences: false).map { UInt8($0) }
        guard bytes.count == 4, !bytes.contains(nil) else { return nil }
        (host, self.port) = (String(parts[0]), port)
    }
}
