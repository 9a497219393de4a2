import Foundation
import JobQueue
import Migrations
import Postgres
import Sandbox
import Snapshots

/// A private cluster with both queues in it, Feedkeeper's and a plain loop's.
struct QueueBench: Sendable {
    static let feed = "bench"

    let url: String
    let configuration: PGConfiguration
    let pool: PGPool
    let queue: JobQueue
    let store: SnapshotStore

    /// Runs `body` on a cluster of its own, as Debian's defaults make it, and prints the figures it gives as one JSON object.
    ///
    /// - Parameters:
    ///   - name: of the benchmark.
    ///   - isDurable: whether commits wait for the disk.
    ///   - body: what is measured.
    /// - Returns: 0; 1 when something failed.
    static func run(
        _ name: String,
        isDurable: Bool = true,
        _ body: (QueueBench) async throws -> [(String, Double)]
    ) async -> Int32 {
        do {
            let cluster = try await PrivateCluster.start(PrivateCluster.Options(isDurable: isDurable))
            let figures: [(String, Double)]
            do {
                figures = try await body(try await QueueBench(cluster))
            } catch {
                await cluster.stop()
                throw error
            }
            await cluster.stop()
            let members = figures.map { "\"\($0)\": \(Timing.text($1))" }
            print("{\"benchmark\": \"\(name)\", \(members.joined(separator: ", "))}")
            return 0
        } catch {
            FileHandle.standardError.write(Data("\(error)\n".utf8))
            return 1
        }
    }

    private init(_ cluster: PrivateCluster) async throws {
        url = cluster.url
        configuration = cluster.configuration
        pool = PGPool(configuration, size: 4)
        queue = JobQueue(pool: pool)
        store = SnapshotStore(pool: pool)
        _ = try await Migrator().run(on: pool)
        try await queue.register([RegisteredFeed(name: Self.feed, contractVersion: 1)])
        for statement in PlainQueue.schema { try await execute(statement) }
    }

    func execute(_ text: String) async throws {
        _ = try await pool.execute(SQLStatement(name: "benchmark", text: text))
    }

    func plain() throws -> PlainQueue { PlainQueue(connection: try PlainConnection(url)) }

    /// Puts the same due jobs into both queues, of the pages `0` to `count - 1`.
    func fill(_ count: Int) async throws {
        for table in ["feedkeeper.jobs", "plain_jobs"] {
            try await execute(
                "INSERT INTO \(table) (feed, variant) SELECT '\(Self.feed)', n::text FROM generate_series(0, \(count - 1)) n"
            )
            try await execute("VACUUM ANALYZE \(table)")
        }
        try await execute("CHECKPOINT")
    }

    func lease(_ limit: Int) async throws -> [Job] {
        try await queue.lease(
            limit: limit,
            workerID: "benchmark",
            leaseDuration: .seconds(60),
            of: [Self.feed]
        )
    }

    func complete(_ jobs: [Job]) async throws {
        try await pool.withTransaction { transaction in
            guard try await queue.complete(jobs.map { JobEnd($0) }, in: transaction).count == jobs.count
            else {
                throw PlainError(message: "a lease was lost")
            }
        }
    }
}

/// Runs both in turn, so often, each time the other one first; gives what each measured.
func interleaved(
    _ repetitions: Int,
    before prepare: () async throws -> Void = {},
    plain: () async throws -> Double,
    ours: () async throws -> Double
) async throws -> (plain: [Double], ours: [Double]) {
    var (plains, all): ([Double], [Double]) = ([], [])
    for repetition in 0..<repetitions {
        try await prepare()
        if repetition.isMultiple(of: 2) { plains.append(try await plain()) }
        all.append(try await ours())
        if !repetition.isMultiple(of: 2) { plains.append(try await plain()) }
    }
    return (plains, all)
}

/// How many per second `body` does, which gives their number.
func rate(_ body: () async throws -> Int) async rethrows -> Double {
    let start = ContinuousClock.now
    let count = try await body()
    return Double(count) / ((ContinuousClock.now - start) / .seconds(1))
}

/// Milliseconds that `body` takes, and its value.
nonisolated(nonsending) func timed<Value>(
    _ body: nonisolated(nonsending) () async throws -> Value
) async rethrows -> (milliseconds: Double, value: Value) {
    let start = ContinuousClock.now
    let value = try await body()
    return ((ContinuousClock.now - start) / .milliseconds(1), value)
}

extension [Double] {
    var median: Double { quantile(0.5) }

    func quantile(_ part: Double) -> Double {
        isEmpty ? .nan : sorted()[Swift.min(count - 1, Int(Double(count) * part))]
    }
}

/// The middle of `ours` divided by `theirs`, repetition by repetition.
func ratio(_ ours: [Double], _ theirs: [Double]) -> Double { zip(ours, theirs).map { $0 / $1 }.median }
