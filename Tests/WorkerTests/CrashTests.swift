import Foundation
import Glibc
import Synchronization
import Testing

/// The real binary, killed in the middle of its work.
@Suite(.timeLimit(.minutes(10))) struct CrashTests {
    @Test func `after kill -9 in the middle of a batch nothing is lost, written twice or half`() async throws
    {
        try await Stage.withGate { stage, upstream in
            try await stage.enqueueBatch(50)
            let lease = 3
            let first = try await FeedkeeperProcess(on: stage, upstream, lease: lease, concurrency: 20)
            for done in 1...15 {
                try await waiting(for: "a request at the gate") { await upstream.waiting > 0 }
                await upstream.letOneThrough()
                try await stage.untilRefreshed(done)
            }
            try await stage.until("(SELECT count(*) FROM feedkeeper.jobs WHERE lease_token IS NOT NULL) = 20")
            await first.kill()
            let killed = ContinuousClock.now

            let interrupted = Set(
                try await stage.texts("SELECT variant FROM feedkeeper.jobs WHERE lease_token IS NOT NULL")
            )
            #expect(interrupted.count == 20)
            await upstream.open()
            let second = try await FeedkeeperProcess(on: stage, upstream, lease: lease, concurrency: 20)
            try await stage.until("NOT EXISTS (SELECT FROM feedkeeper.jobs)")
            // The lease, and room for a slow machine to start a process.
            #expect(ContinuousClock.now - killed < .seconds(lease + 20))
            #expect(await second.terminate() == 0, "\(second.log)")

            let ledger = try await stage.ledger()
            #expect(ledger.count == 50 && Set(ledger.map(\.variant)).count == 50)
            #expect(ledger.allSatisfy { ($0.status, $0.revision) == ("changed", 1) })
            #expect(Set(ledger.filter { $0.attempt == 2 }.map(\.variant)) == interrupted)
            #expect(ledger.allSatisfy { (1...2).contains($0.attempt) })
            let whole =
                "SELECT 1 FROM feedkeeper.current_sections GROUP BY variant HAVING count(*) = 5 AND max(revision) = 1"
            #expect(try await stage.number("SELECT count(*) FROM (\(whole)) w") == 50)
            #expect(try await stage.number("SELECT count(*) FROM feedkeeper.dead_jobs") == 0)
        }
    }

    @Test func `on SIGTERM the binary lets its refreshes end, keeps their leases and exits with 0`()
        async throws
    {
        try await Stage.withGate { stage, upstream in
            try await stage.enqueueBatch(6)
            let process = try await FeedkeeperProcess(on: stage, upstream, lease: 3, concurrency: 2)
            try await waiting(for: "two at the gate") { await upstream.waiting == 2 }
            process.signal(SIGTERM)
            // Longer than a lease: the heartbeat must go on while it drains.
            try await stage.until(
                "EXISTS (SELECT FROM feedkeeper.jobs WHERE lease_until > started_at + interval '7 s')"
            )
            await upstream.open()
            #expect(await process.exitCode == 0, "\(process.log)")
            #expect(try await stage.ledger().map(\.attempt) == [1, 1])
            let left = try await stage.texts("SELECT attempt || coalesce(worker_id, '') FROM feedkeeper.jobs")
            #expect(left == ["0", "0", "0", "0"])
        }
    }
}

/// `feedkeeper run` on a stage, as a process of its own.
private final class FeedkeeperProcess: Sendable {
    private let process: Mutex<Process>
    private let identifier: Int32
    private let exit: AsyncStream<Int32>
    private let logFile: URL

    init(on stage: Stage, _ upstream: GatedUpstream, lease: Int, concurrency: Int) async throws {
        // The cluster's socket, as its own server says: the tests' configuration does not show it.
        let place = try await stage.texts(
            "SELECT format('postgresql://%s@/%s?host=%s&port=%s', current_user, current_database(), split_part(current_setting('unix_socket_directories'), ',', 1), current_setting('port'))"
        )
        logFile = FileManager.default.temporaryDirectory.appending(
            path: "feedkeeper-\(UUID().uuidString).log"
        )
        try Data().write(to: logFile)
        let process = Process()
        process.executableURL = try Self.binary()
        process.arguments = ["run", "--schemas", Repository.schemas]
        process.environment = [
            "DATABASE_URL": try #require(place.first),
            "FEEDKEEPER_PROFILE_BASE": upstream.base,
            "FEEDKEEPER_ALLOW_ADDRESSES": "127.0.0.1",
            "FEEDKEEPER_SCHEDULES": "false",
            "FEEDKEEPER_CONCURRENCY": "\(concurrency)",
            "FEEDKEEPER_LEASE": "\(lease)s",
            "FEEDKEEPER_POLL_INTERVAL": "200ms",
            "FEEDKEEPER_IDLE_TIMEOUT": "300s",
            "FEEDKEEPER_FETCH_TIMEOUT": "300s",
        ]
        process.standardError = try FileHandle(forWritingTo: logFile)
        let (exit, ended) = AsyncStream.makeStream(of: Int32.self)
        process.terminationHandler = { process in
            ended.yield(process.terminationStatus)
            ended.finish()
        }
        try process.run()
        identifier = process.processIdentifier
        self.exit = exit
        self.process = Mutex(process)
    }

    /// The binary beside the one that runs the tests.
    private static func binary() throws -> URL {
        let tests = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        let folder = URL(filePath: tests).deletingLastPathComponent()
        let places = [folder, Repository.folder.appending(path: ".build/debug")].map {
            $0.appending(path: "feedkeeper")
        }
        return try #require(
            places.first { FileManager.default.isExecutableFile(atPath: $0.path) },
            "\(places)"
        )
    }

    var log: String { (try? String(contentsOf: logFile, encoding: .utf8)) ?? "no log" }

    /// The status it ended with.
    var exitCode: Int32 {
        get async {
            for await code in exit { return code }
            return -1
        }
    }

    func signal(_ number: Int32) { _ = Glibc.kill(identifier, number) }

    func kill() async {
        signal(SIGKILL)
        _ = await exitCode
    }

    func terminate() async -> Int32 {
        signal(SIGTERM)
        return await exitCode
    }

    deinit {
        // Only when a test failed before its end.
        if process.withLock({ $0.isRunning }) { signal(SIGKILL) }
        try? FileManager.default.removeItem(at: logFile)  // A left-over log harms nobody.
    }
}
