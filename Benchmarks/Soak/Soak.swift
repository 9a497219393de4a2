import Foundation
import JobQueue
import Migrations
import Postgres
import Sandbox
import Synchronization

/// `benchmarks soak SECONDS`: the real daemon under everything that goes wrong, and whether the books balance at the end.
///
/// Workers are killed, their connections cut, the server crashes, the upstream is slow, broken or other than before; jobs are
/// enqueued, replaced, cancelled, retried, feeds paused. Then all of it stops, what is left is worked off, and ``SoakBooks``
/// are closed.
///
/// - Returns: 0; 1 when the books do not balance, with a list on standard error; 2 for a command line it does not understand.
func runSoak(_ arguments: [String]) async -> Int32 {
    guard arguments.count == 1, let seconds = Int(arguments[0]), seconds > 0 else {
        FileHandle.standardError.write(Data(usage.utf8))
        return 2
    }
    do {
        let cluster = try await PrivateCluster.start()
        let soak = try await Soak(cluster)
        let problems = try await soak.run(for: .seconds(seconds))
        await cluster.stop()
        for problem in problems { FileHandle.standardError.write(Data("\(problem)\n".utf8)) }
        print(
            "{\"benchmark\": \"soak\", \"seconds\": \(seconds), \(soak.counts), \"problems\": \(problems.count)}"
        )
        return problems.isEmpty ? 0 : 1
    } catch {
        FileHandle.standardError.write(Data("\(error)\n".utf8))
        return 1
    }
}

/// A cluster, an upstream, three daemons, and who disturbs them.
struct Soak: Sendable {
    /// Pages, each a variant of the feed.
    private static let pages = 40

    private let cluster: PrivateCluster
    private let pool: PGPool
    private let queue: JobQueue
    private let upstream: SoakUpstream
    private let workers: SoakWorkers
    private let tally = Tally()

    /// What was done, as members of a JSON object.
    var counts: String { tally.members }

    init(_ cluster: PrivateCluster) async throws {
        self.cluster = cluster
        pool = PGPool(cluster.configuration, size: 4)
        queue = JobQueue(pool: pool)
        upstream = try SoakUpstream()
        workers = SoakWorkers(databaseURL: cluster.url, upstream: upstream.base)
        _ = try await Migrator().run(on: pool)
        try await queue.register([RegisteredFeed(name: SoakUpstream.feed, contractVersion: 1)])
    }

    /// - Returns: what does not balance, in words.
    func run(for time: Duration) async throws -> [String] {
        let end = ContinuousClock.now + time
        for _ in 0..<3 { try await workers.start() }
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await again(until: end, every: 10...40) { try await enqueue() } }
            group.addTask { await again(until: end, every: 300...1500) { upstream.change(tally) } }
            group.addTask { await again(until: end, every: 500...3000) { try await operate() } }
            group.addTask { await again(until: end, every: 800...4000) { try await kill() } }
            group.addTask { await again(until: end, every: 400...2500) { try await cutConnections() } }
            group.addTask { await again(until: end, every: 8000...20000) { try await crash() } }
        }
        try await workOff()
        let codes = await workers.stop()
        let books = SoakBooks(pool: pool, enqueued: tally.enqueued)
        var problems = try await books.problems()
        for code in codes where code != 0 { problems.append("a worker ended with \(code) at SIGTERM") }
        await pool.close()
        upstream.stop()
        return problems
    }

    /// Does something again and again; what fails because the server is away was disturbed as it should be.
    private func again(
        until end: ContinuousClock.Instant,
        every milliseconds: ClosedRange<Int>,
        _ body: () async throws -> Void
    ) async {
        while ContinuousClock.now < end {
            do {
                try await body()
            } catch {
                tally.count("failed_calls")
            }
            // Nobody cancels it.
            try? await Task.sleep(for: .milliseconds(Int.random(in: milliseconds)))
        }
    }

    // MARK: - Disturbing

    private func enqueue() async throws {
        var request = JobRequest(feed: SoakUpstream.feed)
        request.variant = "\(Int.random(in: 0..<Self.pages))"
        request.priority = .random(in: -1...1)
        request.delay = .milliseconds(Int.random(in: -500...500))
        request.maxAttempts = Bool.random() ? nil : .random(in: 2...5)
        if Bool.random() { request.dedupeKey = "key-\(Int.random(in: 0..<3))" }
        request.onDuplicate = Bool.random() ? .keep : .replace
        let id = try await queue.enqueue(request)
        tally.noteEnqueued(id)
    }

    private func operate() async throws {
        let feed = SoakUpstream.feed
        let orders = [
            "SELECT feedkeeper.cancel(id) FROM feedkeeper.jobs ORDER BY random() LIMIT 1",
            "SELECT feedkeeper.retry(id) FROM feedkeeper.dead_jobs ORDER BY random() LIMIT 1",
            "SELECT feedkeeper.pause('\(feed)')", "SELECT feedkeeper.resume('\(feed)')",
            "SELECT feedkeeper.resume('\(feed)')",
            "SELECT feedkeeper.set_limit('feed', '\(feed)', max_running => 10)",
            "SELECT feedkeeper.set_limit('feed', '\(feed)')",
        ]
        try await ask(orders[.random(in: orders.indices)])
        tally.count("orders")
    }

    private func kill() async throws {
        try await workers.replaceOne()
        tally.count("killed_workers")
    }

    private func cutConnections() async throws {
        try await ask(
            """
            SELECT pg_terminate_backend(pid) FROM pg_stat_activity
            WHERE application_name = 'feedkeeper' AND pid <> pg_backend_pid() ORDER BY random() LIMIT 3
            """
        )
        tally.count("cut_connections")
    }

    private func crash() async throws {
        try await cluster.crash()
        tally.count("server_crashes")
    }

    // MARK: - The end

    /// Lets the workers do what is left, without disturbance.
    private func workOff() async throws {
        upstream.mend()
        try await pool.waitUntilReachable { _, _ in }
        try await ask("SELECT feedkeeper.resume('\(SoakUpstream.feed)')")
        try await ask("SELECT feedkeeper.set_limit('feed', '\(SoakUpstream.feed)')")
        let end = ContinuousClock.now + .seconds(180)
        var left = 1
        while left > 0, ContinuousClock.now < end {
            // What waits for its next attempt may have it now.
            try await ask(
                "UPDATE feedkeeper.jobs SET run_at = now() WHERE lease_token IS NULL AND run_at > now()"
            )
            try await Task.sleep(for: .milliseconds(200))
            left = try await pool.query(
                SQLStatement(name: "left", text: "SELECT count(*) FROM feedkeeper.jobs")
            ).only.int(0)
        }
    }

    private func ask(_ text: String) async throws {
        _ = try await pool.execute(SQLStatement(name: "soak", text: text))
    }
}

/// How often what was done, and the jobs that were made.
final class Tally: Sendable {
    private let state = Mutex<[String: Int]>([:])
    private let ids = Mutex<Set<Int64>>([])

    /// The ids whose enqueue was committed.
    var enqueued: Set<Int64> { ids.withLock { $0 } }

    func noteEnqueued(_ id: Int64) {
        if ids.withLock({ $0.insert(id).inserted }) { count("enqueued") }
    }

    func count(_ what: String) { state.withLock { $0[what, default: 0] += 1 } }

    var members: String {
        state.withLock { $0 }.sorted { $0.key < $1.key }.map { "\"\($0.key)\": \($0.value)" }.joined(
            separator: ", "
        )
    }
}
