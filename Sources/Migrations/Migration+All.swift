extension Migration {
    /// Every migration of this binary, in order.
    ///
    /// A released file is never changed: a new step gets the next number and a line here.
    package static let all: [Migration] = [
        Migration(version: 1, name: "schema-and-roles", utf8: PackageResources._001_schema_and_roles_sql),
        Migration(version: 2, name: "feeds-and-jobs", utf8: PackageResources._002_feeds_and_jobs_sql),
        Migration(version: 3, name: "queue-functions", utf8: PackageResources._003_queue_functions_sql),
        Migration(version: 4, name: "pages", utf8: PackageResources._004_pages_sql),
        Migration(version: 5, name: "ledger", utf8: PackageResources._005_ledger_sql),
        Migration(version: 6, name: "reading-and-grants", utf8: PackageResources._006_reading_and_grants_sql),
        Migration(
            version: 7,
            name: "enqueueing-and-cancelling",
            utf8: PackageResources._007_enqueueing_and_cancelling_sql
        ),
        Migration(
            version: 8,
            name: "schedules-and-limits",
            utf8: PackageResources._008_schedules_and_limits_sql
        ),
        Migration(version: 9, name: "profiles", utf8: PackageResources._009_profiles_sql),
        Migration(version: 10, name: "batches", utf8: PackageResources._010_batches_sql),
    ]
}
