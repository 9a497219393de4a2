import Foundation

/// Daemons, as they are in use: the command that was built beside this one, each a process of its own.
actor SoakWorkers {
    private let environment: [String: String]
    private var running: [Process] = []

    init(databaseURL: String, upstream: String) {
        environment = [
            "DATABASE_URL": databaseURL, "FEEDKEEPER_PROFILE_BASE": upstream,
            "FEEDKEEPER_ALLOW_ADDRESSES": "127.0.0.1", "FEEDKEEPER_LEASE": "3s",
            "FEEDKEEPER_POLL_INTERVAL": "500ms",
            "FEEDKEEPER_CONCURRENCY": "8", "FEEDKEEPER_SCHEDULES": "false", "FEEDKEEPER_LOG_LEVEL": "error",
        ]
    }

    func start() throws {
        let process = Process()
        process.executableURL = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
            .appending(path: "feedkeeper")
        process.arguments = ["run"]
        process.environment = environment
        process.standardError = FileHandle.nullDevice
        try process.run()
        running.append(process)
    }

    /// Kills one and starts another.
    func replaceOne() throws {
        let victim = running.remove(at: .random(in: running.indices))
        kill(victim.processIdentifier, SIGKILL)
        try start()
    }

    /// Asks all to stop and gives their exit codes.
    func stop() async -> [Int32] {
        for process in running { process.terminate() }
        for process in running {
            while process.isRunning { try? await Task.sleep(for: .milliseconds(50)) }  // Nobody cancels it.
        }
        return running.map(\.terminationStatus)
    }
}
