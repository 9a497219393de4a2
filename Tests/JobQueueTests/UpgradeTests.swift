import JobQueue
import Migrations
import Postgres
import Sandbox
import Testing

@Suite(.timeLimit(.minutes(2))) struct UpgradeTests {
    @Test func `a database of version 8 keeps its jobs, leases, pages and schedules through the upgrade`()
        async throws
    {
        try await TestDatabase.with(migrated: false) { database in
            let pool = PGPool(database.configuration)
            _ = try await Migrator(Migration.all.filter { $0.version <= 8 }).run(on: pool)
            try await pool.withConnection { try await $0.script(Self.contents) }
            #expect(try await Migrator().run(on: pool).map(\.version).first == 10)

            let queue = JobQueue(pool: pool)
            let jobs = try await queue.lease(limit: 10, workerID: "new", leaseDuration: .seconds(60))
            #expect(
                jobs.map { "\($0.variant) \($0.attempt) \($0.runsAlone)" }.sorted() == [
                    "lost 2 false", "waiting 1 false",
                ]
            )
            let ends = jobs.map { JobEnd($0, next: NextRefresh(after: .seconds(60), notBefore: .zero)) }
            let ended = try await pool.withTransaction { try await queue.complete(ends, in: $0).count }
            #expect(ended == 2)
            let left = try await pool.query(
                sql(
                    """
                    SELECT (SELECT string_agg(variant, ',') FROM feedkeeper.jobs) || ' '
                        || (SELECT count(*) FROM feedkeeper.dead_jobs) || ' '
                        || (SELECT next_due > now() FROM feedkeeper.schedules) || ' '
                        || (feedkeeper.page('shop') ->> 'revision') || ' '
                        || jsonb_array_length(feedkeeper.page('shop') -> 'sections')
                    """
                )
            ).only.text(0)
            #expect(left == "running 1 true 3 1")
            await pool.close()
        }
    }

    private static let contents = sql(
        """
        INSERT INTO feedkeeper.feeds (feed, contract_version) VALUES ('shop', 1);
        INSERT INTO feedkeeper.schedules (feed, variant) VALUES ('shop', 'waiting');
        INSERT INTO feedkeeper.jobs (feed, variant) VALUES ('shop', 'waiting');
        INSERT INTO feedkeeper.jobs (feed, variant, attempt, started_at, lease_token, lease_until, worker_id) VALUES
            ('shop', 'lost', 1, now(), gen_random_uuid(), now() - interval '1 min', 'old'),
            ('shop', 'running', 1, now(), gen_random_uuid(), now() + interval '1 min', 'other');
        INSERT INTO feedkeeper.dead_jobs (
            id, feed, variant, params, priority, attempt, max_attempts, created_at, reason, failures)
        VALUES (99, 'shop', '', '{}', 0, 3, 3, now(), 'attempts-used-up', '[]');
        INSERT INTO feedkeeper.pages (feed, variant, revision, contract_version) VALUES ('shop', '', 3, 1);
        INSERT INTO feedkeeper.section_contents (feed, digest, kind, item_count, contract_version, content)
        VALUES ('shop', '\\x0102030405060708', 'list', 0, 1, '{"items": []}');
        INSERT INTO feedkeeper.page_sections (feed, variant, section_key, position, digest, revision)
        VALUES ('shop', '', 'a', 0, '\\x0102030405060708', 3);
        """
    )
}
