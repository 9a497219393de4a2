import JobQueue
import Postgres
import Synchronization
import Testing

/// What queues on Postgres were taught by production, one test each.
///
/// Those that need a worker, the daemon or an upstream stand elsewhere:
///
/// - 50 leases of a killed worker come back by themselves; a job that kills its workers is found by halves; a stop that
///   drains keeps its leases: `CrashTests`
/// - a refresh of three leases runs once: `LeaseKeepingTests`; a cut listener comes back: `WakingTests`; a write that waits for a
///   lock is kept, a database that cuts every connection loses nothing: `StoppingTests`
/// - a late worker writes nothing; attempts that are used up stop nobody; NUL in an error's text: `EndTests`
/// - a claim never takes more than its limit, whatever the plan: `LeaseTests`
/// - a duplicate whose first enqueue rolls back; an enqueue during the run: `DedupeTests`
/// - text that Postgres cannot hold costs one section: `DoubtfulInputTests`; one bad row of a hundred: `GroupCommitTests`
/// - pgbouncer in transaction mode: `SurroundingsTests`
/// - a read-only server: `OperationsTests`; a day without DNS, 24 fetches a day: `SchedulePolicyTests`
/// - private addresses, also behind redirects and names: `HTTPFetchTests`
/// - a held snapshot over 100,000 jobs, a million future jobs, what a notification costs: `benchmarks`, with their bars in
///   `Benchmarks/results/queue.md`
@Suite(.timeLimit(.minutes(10))) struct QueueLessonTests {
    @Test func `a worker that starts again under its old name has none of its old leases`() async throws {
        try await QueueDatabase.with { database in
            try await database.enqueue()
            let old = try await database.lease()
            try await database.endLeases()
            let new = try await database.lease()
            #expect(new.map(\.id) == old.map(\.id))
            #expect(try await database.queue.renew(old, leaseDuration: .seconds(60)).isEmpty)
            #expect(try await database.queue.renew(new, leaseDuration: .seconds(60)) == [new[0].id])
        }
    }

    @Test func `a rescue and a completion at the same moment leave one of the two`() async throws {
        try await QueueDatabase.with { database in
            let both = Mutex(0)
            for _ in 0..<200 {
                try await database.enqueue()
                let job = try #require(try await database.lease().first)
                try await database.endLeases()
                async let rescued = database.lease()
                async let completed = database.completes(job)
                let (second, isDone) = try await (rescued.first, completed)
                if second != nil, isDone { both.withLock { $0 += 1 } }
                #expect(second != nil || isDone)
                if let second { try await database.complete(second) }
            }
            #expect(both.withLock { $0 } == 0)
            #expect(try await database.count("jobs") + database.count("dead_jobs") == 0)
        }
    }

    @Test func `large parameters and many rows of one transaction are one empty notification`() async throws {
        try await QueueDatabase.with { database in
            var payloads: [String] = []
            for await event in PGListener(database.configuration).notifications(on: [
                "feedkeeper_jobs", "done",
            ]) {
                if event == .listening {
                    try await database.pool.withTransaction { transaction in
                        try await transaction.execute(
                            sql(
                                """
                                SELECT feedkeeper.enqueue('netease-home', i::text,
                                    jsonb_build_object('text', repeat('x', 65000)))
                                FROM generate_series(1, 20) i
                                """
                            )
                        )
                        try await transaction.execute(
                            sql(
                                """
                                SELECT feedkeeper.enqueue_many(array_fill('profile'::text, ARRAY[10000]),
                                    ARRAY(SELECT i::text FROM generate_series(1, 10000) i))
                                """
                            )
                        )
                    }
                    try await database.pool.execute(sql("NOTIFY done"))
                }
                guard case .notification(let notification) = event else { continue }
                if notification.channel == "done" { break }
                payloads.append(notification.payload)
            }
            #expect(payloads == [""])
        }
    }

    @Test func `a consumer that is busy holds neither the notification queue nor a snapshot`() async throws {
        try await QueueDatabase.with { database in
            let events = PGListener(database.configuration).notifications(on: ["feedkeeper_jobs"])
            for await event in events where event == .listening { break }
            // Nobody reads the events from here on.
            for i in 0..<300 { try await database.enqueue { $0.variant = "\(i)" } }
            let row = try await database.pool.query(
                sql(
                    """
                    SELECT pg_notification_queue_usage() < 0.01 AS is_short, count(backend_xmin) AS held,
                        count(*) AS listeners
                    FROM pg_stat_activity
                    WHERE datname = current_database() AND query LIKE 'LISTEN%' AND pid <> pg_backend_pid()
                    """
                )
            ).only
            #expect(try row.bool("is_short"))
            #expect(try row.int("held") == 0)
            #expect(try row.int("listeners") == 1)
            withExtendedLifetime(events) {}
        }
    }

    @Test func `jobs of the far future cost a claim nothing, whatever their priority`() async throws {
        try await QueueDatabase.with { database in
            try await database.execute(
                """
                INSERT INTO feedkeeper.jobs (feed, variant, run_at, priority)
                SELECT 'profile', i::text, now() + interval '1 year', i % 5 - 2 FROM generate_series(1, 50000) i
                """
            )
            // One connection; its first claim, of no feed, reads the catalogs and makes the plan.
            let single = PGPool(database.configuration, size: 1)
            _ = try await single.query(sql("SELECT FROM feedkeeper.claim(1, 'w', '1 min', '{}')"))
            let before = try await single.pagesReadByClaim()
            for i in 0..<10 { try await database.enqueue { $0.variant = "due\(i)" } }
            let after = try await single.pagesReadByClaim()
            await single.close()
            // The ten jobs, their indexes and the heads of five priorities; a scan would read a thousand pages.
            #expect(after - before < 400, "\(before) pages without due jobs, \(after) with ten")
            #expect(before < 400)
        }
    }

    @Test func `a busy queue's claims do not read again what a held snapshot keeps`() async throws {
        try await QueueDatabase.with { database in
            let single = PGPool(database.configuration, size: 1)
            _ = try await single.query(sql("SELECT FROM feedkeeper.claim(1, 'w', '1 min', '{}')"))
            try await database.pool.withTransaction(.repeatableRead) { transaction in
                try await transaction.execute(sql("SELECT count(*) FROM feedkeeper.jobs"))
                try await database.execute(
                    "INSERT INTO feedkeeper.jobs (feed, variant) SELECT 'profile', i::text FROM generate_series(1, 20000) i"
                )
                try await database.execute("DELETE FROM feedkeeper.jobs WHERE variant::int <= 19900")
                let place = try await database.pool.query(
                    sql("SELECT min(run_at)::text FROM feedkeeper.jobs WHERE lease_token IS NULL")
                ).only.text(0)
                let fromStart = try await single.pagesReadByClaim()
                let behind = try await single.pagesReadByClaim(
                    ", of_levels => '{0}', after_run_at => '{\"\(place)\"}', after_id => '{0}'"
                )
                #expect(
                    behind * 2 < fromStart,
                    "\(behind) pages behind the last place, \(fromStart) from the start"
                )
            }
            await single.close()
        }
    }

    @Test func `jobs that lost two workers come by halves, and only one that is alone can die of it`()
        async throws
    {
        try await QueueDatabase.with { database in
            for i in 0..<8 { try await database.enqueue { ($0.variant, $0.maxAttempts) = ("\(i)", 2) } }
            for worker in ["first", "second"] {
                let jobs = try await database.lease(100, by: worker)
                #expect(jobs.map(\.runsAlone) == Array(repeating: false, count: 8))
                try await database.endLeases()
            }
            // Each is lost again, in the company that it was taken in.
            var sizes: [Int] = []
            while case let jobs = try await database.lease(100, by: "worker \(sizes.count)"), !jobs.isEmpty {
                #expect(!jobs.map(\.runsAlone).contains(false))
                sizes.append(jobs.count)
                if jobs.count > 1 {
                    try await database.endLeases(of: jobs)
                } else {
                    try await database.complete(jobs[0])
                }
            }
            #expect(sizes.first == 4)
            #expect(try await database.count("dead_jobs") == 0)
            #expect(try await database.count("jobs") == 0)
        }
    }

    @Test(arguments: [false, true])
    func `a claim's plan does not follow the statistics of a table that was empty`(
        isVacuumed: Bool
    ) async throws {
        try await QueueDatabase.with { database in
            let single = PGPool(database.configuration, size: 1)
            let queue = JobQueue(pool: single)
            if isVacuumed { try await database.execute("VACUUM ANALYZE feedkeeper.jobs") }
            // The function's plan is made here, for an empty table that is then filled without an ANALYZE.
            #expect(try await queue.lease(limit: 10, workerID: "w", leaseDuration: .seconds(60)).isEmpty)
            try await database.execute(
                """
                INSERT INTO feedkeeper.jobs (feed, variant) SELECT 'profile', i::text FROM generate_series(1, 20000) i
                """
            )
            let pages = try await single.pagesReadByClaim()
            #expect(pages < 500, "\(pages) pages for ten jobs")
            await single.close()
        }
    }
}

extension QueueDatabase {
    /// Whether a late worker's completion was accepted.
    fileprivate func completes(_ job: Job) async throws -> Bool {
        do {
            try await complete(job)
            return true
        } catch let error as JobQueueError where error.code == .leaseLost {
            return false
        }
    }
}

extension PGPool {
    /// Takes up to ten jobs, and gives the number of pages that this read.
    fileprivate func pagesReadByClaim(_ options: String = "") async throws -> Int {
        let explain = "EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON)"
        let plan = try await query(
            sql("\(explain) SELECT * FROM feedkeeper.claim(10, 'w', '1 min'\(options))")
        ).only.json(0)
        let hit = try #require(plan.firstMatch(of: /"Shared Hit Blocks": (\d+)/).flatMap { Int($0.1) })
        let read = try #require(plan.firstMatch(of: /"Shared Read Blocks": (\d+)/).flatMap { Int($0.1) })
        return hit + read
    }
}
