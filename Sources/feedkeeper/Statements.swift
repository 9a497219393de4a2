import Postgres

// One statement for each file in SQL/.
extension SQLStatement {
    static let queueStats = SQLStatement(name: "queue-stats", utf8: PackageResources.queue_stats_sql)
    static let statusRefreshes = SQLStatement(
        name: "status-refreshes",
        utf8: PackageResources.status_refreshes_sql
    )
    static let pageSections = SQLStatement(name: "page-sections", utf8: PackageResources.page_sections_sql)
    static let pageJSON = SQLStatement(name: "page-json", utf8: PackageResources.page_json_sql)
    static let listFindings = SQLStatement(name: "list-findings", utf8: PackageResources.list_findings_sql)
    static let requireFeed = SQLStatement(name: "require-feed", utf8: PackageResources.require_feed_sql)
    static let listJobs = SQLStatement(name: "list-jobs", utf8: PackageResources.list_jobs_sql)
    static let jobsJSON = SQLStatement(name: "jobs-json", utf8: PackageResources.jobs_json_sql)
    static let jobFailures = SQLStatement(name: "job-failures", utf8: PackageResources.job_failures_sql)
    static let retryJobs = SQLStatement(name: "retry-jobs", utf8: PackageResources.retry_jobs_sql)
    static let cancelJobs = SQLStatement(name: "cancel-jobs", utf8: PackageResources.cancel_jobs_sql)
    static let discardJobs = SQLStatement(name: "discard-jobs", utf8: PackageResources.discard_jobs_sql)
    static let isReadOnly = SQLStatement(name: "is-read-only", utf8: PackageResources.is_read_only_sql)
    static let demoEnqueue = SQLStatement(name: "demo-enqueue", utf8: PackageResources.demo_enqueue_sql)
}
