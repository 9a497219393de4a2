import Foundation
import Glibc
import Synchronization
import Testing

/// `feedkeeper run` on a stage, as a process of its own.
final class FeedkeeperProcess: Sendable {
    private let process: Mutex<Process>
    let identifier: Int32
    private let exit: AsyncStream<Int32>
    private let logFile: URL

    init(
        on stage: Stage,
        _ upstream: String,
        lease: Int,
        concurrency: Int,
        variables: [String: String] = [:]
    ) async throws {
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
            "FEEDKEEPER_PROFILE_BASE": upstream,
            "FEEDKEEPER_ALLOW_ADDRESSES": "127.0.0.1",
            "FEEDKEEPER_SCHEDULES": "false",
            "FEEDKEEPER_CONCURRENCY": "\(concurrency)",
            "FEEDKEEPER_LEASE": "\(lease)s",
            "FEEDKEEPER_POLL_INTERVAL": "200ms",
            "FEEDKEEPER_IDLE_TIMEOUT": "300s",
            "FEEDKEEPER_FETCH_TIMEOUT": "300s",
        ].merging(variables) { $1 }
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
