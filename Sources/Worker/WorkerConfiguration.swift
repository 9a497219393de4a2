/// How a worker takes jobs.
package struct WorkerConfiguration: Sendable {
    /// Refreshes at once, 1…1000; 8 by default.
    package var concurrency = 8

    /// Jobs taken with one statement, 1…1000; 100 by default.
    package var claimLimit = 100

    /// How long a job is ours without a heartbeat; one is sent after a third of it.
    ///
    /// 30 s by default. A crashed worker's jobs come back after this time.
    package var leaseDuration = Duration.seconds(30)

    /// How often to look without a notification, varied by a tenth; 2 s by default.
    package var pollInterval = Duration.seconds(2)

    /// The second look after a notification; 30 ms by default.
    package var secondLook = Duration.milliseconds(30)

    /// The shortest wait when something is due that could not be taken; 200 ms by default.
    package var shortestWait = Duration.milliseconds(200)

    /// How often contents that no page shows any more are deleted; 10 min by default.
    package var housekeepingInterval = Duration.seconds(600)

    /// How old such contents must be; 1 h by default, so that a page that goes back and forth finds them.
    package var contentsKept = Duration.seconds(3600)

    /// Whether pages are refreshed by themselves, as their contracts say; true by default.
    package var followsSchedules = true

    /// How often to look for schedules that somebody changed, varied by a tenth; 10 s by default.
    package var scheduleInterval = Duration.seconds(10)

    /// How long histories are kept.
    package var retention = Retention()

    /// Who this worker is, for people; new at each start.
    package var workerID: String

    package init(workerID: String) { self.workerID = workerID }
}

/// How long what only grows is kept; the housekeeping deletes what is older.
package struct Retention: Sendable {
    /// Rows of the ledger; 30 days by default.
    package var refreshes = Duration.seconds(30 * 86_400)

    /// Dead jobs with their history; 30 days by default.
    package var deadJobs = Duration.seconds(30 * 86_400)

    /// Findings since a refresh showed them last; 90 days by default.
    package var findings = Duration.seconds(90 * 86_400)

    /// Quarantined bodies since they came last; 30 days by default.
    package var quarantine = Duration.seconds(30 * 86_400)

    /// Rows deleted with one statement; 1000 by default.
    package var batch = 1000

    package init() {}
}
