import Glibc

/// `feedkeeper run` with the variables that systemd gives it by the unit.
struct Service {
    let notify: NotifySocket
    let process: Child

    /// Starts it.
    ///
    /// `watchdog` is `WatchdogSec`, and `settings` is what `feedkeeper.env` says beside the database.
    init(
        _ installation: Installation,
        database: String,
        words: [String] = [],
        watchdog: Duration? = nil,
        settings: [String: String] = [:]
    ) throws {
        notify = try NotifySocket()
        var variables = [
            "NOTIFY_SOCKET": notify.name, "DATABASE_URL": database,
            "FEEDKEEPER_SCHEMAS": installation.contracts,
            "FEEDKEEPER_LOG_FORMAT": "journal",
            // Only what a test enqueues.
            "FEEDKEEPER_SCHEDULES": "false",
        ]
        if let watchdog { variables["WATCHDOG_USEC"] = "\(watchdog / .microseconds(1))".droppingFraction }
        process = try Child(
            [installation.feedkeeper, "run"] + words,
            environment: variables.merging(settings) { $1 }
        )
    }

    /// Does what `systemctl stop` does, and gives the exit code.
    func stop() async throws -> Int32 {
        process.send(signal: SIGTERM)
        _ = try await notify.until("STOPPING=1")
        return try await process.end()
    }
}

extension String {
    fileprivate var droppingFraction: String { String(prefix { $0 != "." }) }
}
