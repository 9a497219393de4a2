import JobQueue
import Postgres
import Testing

@Suite(.timeLimit(.minutes(5))) struct ScheduleTests {
    static let feeds = ["netease-home", "profile"]

    @Test func `many workers at once make one job for each due page`() async throws {
        try await QueueDatabase.with { database in
            try await database.execute(
                "SELECT feedkeeper.schedule('profile', i::text) FROM generate_series(1, 200) i"
            )
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<8 {
                    group.addTask { while try await database.dispatch(limit: 7) > 0 {} }
                }
                try await group.waitForAll()
            }
            #expect(try await database.pages() == 200)
            #expect(try await database.count("jobs") == 200)
            #expect(try await database.dispatch() == 0)
        }
    }

    @Test func `a page whose job is still under way gets no second one`() async throws {
        try await QueueDatabase.with { database in
            try await database.execute("SELECT feedkeeper.schedule('profile')")
            #expect(try await database.dispatch() == 1)
            let job = try #require(try await database.lease().first)
            try await database.makeDue()
            #expect(try await database.dispatch() == 1)
            #expect(try await database.count("jobs") == 1)
            try await database.complete(job)
            try await database.makeDue()
            #expect(try await database.dispatch() == 1)
            #expect(try await database.count("jobs") == 1)
        }
    }

    @Test func `a decision not to run moves the page and makes nothing`() async throws {
        try await QueueDatabase.with { database in
            try await database.execute("SELECT feedkeeper.schedule('profile')")
            #expect(try await database.dispatch(runs: false) == 1)
            #expect(try await database.count("jobs") == 0)
            let wait = try #require(try await database.queue.nextScheduled(of: Self.feeds))
            #expect(wait > .seconds(3000))
        }
    }

    @Test func `pages that are paused, unscheduled, or of unknown feeds stay`() async throws {
        try await QueueDatabase.with { database in
            try await database.execute(
                "SELECT feedkeeper.schedule('profile'), feedkeeper.schedule('netease-home')"
            )
            #expect(try await database.queue.dispatch(of: [], limit: 10, deciding: hourly) == 0)
            try await database.pause("profile")
            #expect(try await database.bool("SELECT feedkeeper.unschedule('netease-home')"))
            #expect(try await database.dispatch() == 0)
            #expect(try await database.queue.nextScheduled(of: Self.feeds) == nil)
            try await database.resume("profile")
            #expect(try await database.dispatch() == 1)
            #expect(try await !database.bool("SELECT feedkeeper.unschedule('netease-home')"))
            // A worker that starts does not bring it back; somebody does.
            try await database.queue.addSchedules([("netease-home", .seconds(60))])
            #expect(try await database.dispatch() == 0)
            try await database.execute("SELECT feedkeeper.schedule('netease-home')")
            #expect(try await database.dispatch() == 1)
        }
    }

    @Test func `a page that was refreshed a while ago waits for the rest of its interval`() async throws {
        try await QueueDatabase.with { database in
            try await database.execute(
                """
                INSERT INTO feedkeeper.pages (feed, variant, contract_version, checked_at)
                VALUES ('profile', '', 1, now() - interval '50 min')
                """
            )
            try await database.queue.addSchedules([
                ("profile", .seconds(3600)), ("netease-home", .seconds(3600)),
            ])
            let wait = try #require(try await database.queue.nextScheduled(of: ["profile"]))
            #expect(wait > .seconds(500) && wait < .seconds(700))
            #expect(try await database.dispatch() == 1)
            #expect(try await database.lease().map(\.feed) == ["netease-home"])
        }
    }

    @Test func `the end of a job moves its page's schedule, also of a job that was enqueued`() async throws {
        try await QueueDatabase.with { database in
            try await database.execute("SELECT feedkeeper.schedule('profile')")
            try await database.enqueue()
            let job = try #require(try await database.lease().first)
            #expect(job.scheduleFailures == nil)
            try await database.pool.withTransaction {
                try await database.queue.complete(
                    job,
                    next: NextRefresh(after: .seconds(600), notBefore: .seconds(900)),
                    in: $0
                )
            }
            let wait = try #require(try await database.queue.nextScheduled(of: Self.feeds))
            #expect(wait > .seconds(800) && wait <= .seconds(900))
        }
    }

    @Test func `a failed job of a schedule is gone, and the schedule counts`() async throws {
        try await QueueDatabase.with { database in
            try await database.execute("SELECT feedkeeper.schedule('profile')")
            for failures in 0..<3 {
                #expect(try await database.dispatch() == 1)
                let job = try #require(try await database.lease().first)
                #expect(job.scheduleFailures == failures)
                try await database.pool.withTransaction {
                    try await database.queue.postpone(job, for: .zero, in: $0)
                }
                #expect(try await database.count("jobs") + database.count("dead_jobs") == 0)
                try await database.makeDue()
            }
            #expect(try await database.dispatch() == 1)
            let job = try #require(try await database.lease().first)
            try await database.pool.withTransaction {
                try await database.queue.complete(
                    job,
                    next: NextRefresh(after: nil, notBefore: .zero),
                    in: $0
                )
            }
            try await database.makeDue()
            #expect(try await database.dispatch() == 1)
            #expect(try await database.lease().map(\.scheduleFailures) == [0])
        }
    }

    @Test func `a lost lease moves no schedule`() async throws {
        try await QueueDatabase.with { database in
            try await database.execute("SELECT feedkeeper.schedule('profile')")
            #expect(try await database.dispatch() == 1)
            let job = try #require(try await database.lease().first)
            #expect(try await database.cancel(job.id))
            let before = try #require(try await database.queue.nextScheduled(of: Self.feeds))
            for end in [true, false] {
                let lost = try await #require(throws: JobQueueError.self) {
                    try await database.pool.withTransaction {
                        if end {
                            let next = NextRefresh(after: .seconds(9), notBefore: .zero)
                            try await database.queue.complete(job, next: next, in: $0)
                        } else {
                            try await database.queue.postpone(job, for: .seconds(9), in: $0)
                        }
                    }
                }
                #expect(lost.code == .leaseLost)
            }
            let after = try #require(try await database.queue.nextScheduled(of: Self.feeds))
            #expect(after > before - .seconds(60))
        }
    }

    @Test func `a page that takes its workers with it dies after three and rests for a day`() async throws {
        try await QueueDatabase.with { database in
            try await database.execute("SELECT feedkeeper.schedule('profile')")
            #expect(try await database.dispatch() == 1)
            for _ in 0..<3 {
                #expect(try await database.lease().count == 1)
                try await database.endLeases()
            }
            #expect(try await database.lease().isEmpty)
            #expect(try await database.deadJob() == "3/3 worker-died lease-ended,lease-ended,lease-ended")
            let wait = try #require(try await database.queue.nextScheduled(of: Self.feeds))
            #expect(wait > .seconds(86_000))
        }
    }
}

private let hourly: @Sendable (DuePage) -> DueDecision = { DueDecision(runs: true, next: $0.now + 3600) }

extension QueueDatabase {
    func execute(_ statement: String) async throws { _ = try await pool.query(sql(statement)) }

    fileprivate func bool(_ query: String) async throws -> Bool {
        try await pool.query(sql(query)).only.bool(0)
    }

    /// Makes the jobs of due pages, which are due again in an hour.
    fileprivate func dispatch(limit: Int = 100, runs: Bool = true) async throws -> Int {
        try await queue.dispatch(of: ScheduleTests.feeds, limit: limit) {
            DueDecision(runs: runs, next: $0.now + 3600)
        }
    }

    fileprivate func makeDue() async throws {
        try await execute("UPDATE feedkeeper.schedules SET next_due = now()")
    }

    /// How many pages have jobs.
    fileprivate func pages() async throws -> Int {
        try await pool.query(sql("SELECT count(DISTINCT (feed, variant)) AS n FROM feedkeeper.jobs")).only
            .int("n")
    }
}
