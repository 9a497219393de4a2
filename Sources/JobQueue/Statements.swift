import Postgres

// One file in SQL/ each; the name is what errors show.
extension SQLStatement {
    static let lease = SQLStatement(name: "lease", utf8: PackageResources.lease_sql)
    static let renew = SQLStatement(name: "renew", utf8: PackageResources.renew_sql)
    static let complete = SQLStatement(name: "complete", utf8: PackageResources.complete_sql)
    static let fail = SQLStatement(name: "fail", utf8: PackageResources.fail_sql)
    static let release = SQLStatement(name: "release", utf8: PackageResources.release_sql)
    static let nextDue = SQLStatement(name: "next-due", utf8: PackageResources.next_due_sql)
    static let registerFeeds = SQLStatement(name: "register-feeds", utf8: PackageResources.register_feeds_sql)
    static let enqueue = SQLStatement(name: "enqueue", utf8: PackageResources.enqueue_sql)
    static let addSchedules = SQLStatement(name: "add-schedules", utf8: PackageResources.add_schedules_sql)
    static let nextScheduled = SQLStatement(name: "next-scheduled", utf8: PackageResources.next_scheduled_sql)
    static let takeDue = SQLStatement(name: "take-due", utf8: PackageResources.take_due_sql)
    static let dispatch = SQLStatement(name: "dispatch", utf8: PackageResources.dispatch_sql)
    static let postpone = SQLStatement(name: "postpone", utf8: PackageResources.postpone_sql)
    static let pruneDeadJobs = SQLStatement(
        name: "prune-dead-jobs",
        utf8: PackageResources.prune_dead_jobs_sql
    )
    static let stats = SQLStatement(name: "stats", utf8: PackageResources.stats_sql)
}
