import JobQueue
import Postgres
import Testing

@Suite(.timeLimit(.minutes(5))) struct EnqueueTests {
    @Test func `an unknown feed is refused with the names that look like it first`() async throws {
        try await QueueDatabase.with { database in
            let refused = try await #require(throws: PGError.self) {
                try await database.pool.execute(sql("SELECT feedkeeper.enqueue('Net-ease-hom')"))
            }
            #expect(refused.sqlState == "FK001")
            #expect(refused.message == "unknown feed 'Net-ease-hom'")
            #expect(refused.hint == "Known feeds: netease-home, profile")
        }
    }

    @Test func `without any feed the hint says who registers them`() async throws {
        try await QueueDatabase.with { database in
            try await database.pool.execute(sql("DELETE FROM feedkeeper.feeds"))
            let refused = try await #require(throws: JobQueueError.self) { try await database.enqueue() }
            #expect(refused.code == .unknownFeed)
            #expect(refused.cause?.hint?.hasPrefix("No feed is registered; a worker registers") == true)
        }
    }

    static let refusals: [(call: String, sqlState: String, message: String)] = [
        ("NULL", "FK001", "unknown feed NULL"),
        ("'profile', 'a b'", "FK002", "bad variant 'a b'"),
        ("'profile', repeat('x', 201)", "FK002", "bad variant '\(String(repeating: "x", count: 100))'"),
        ("'profile', NULL", "FK002", "bad variant NULL"),
        ("'profile', params => '[1]'", "FK003", "params must be a JSON object, not array"),
        ("'profile', params => 'null'", "FK003", "params must be a JSON object, not null"),
        ("'profile', params => NULL", "FK003", "params must be a JSON object, not NULL"),
        ("'profile', params => '{\"user\": 1, \"usr\": 2}'", "FK003", "feed profile has no parameter 'usr'"),
        (
            "'profile', params => jsonb_build_object('user', repeat('x', 65536))", "FK003",
            "params have 65548 bytes, the limit is 65536"
        ),
        ("'profile', priority => 101", "FK004", "bad priority 101"),
        ("'profile', dedupe_key => ''", "FK004", "a dedupe_key has 1 to 200 characters, not 0"),
        ("'profile', max_attempts => 0", "FK004", "bad max_attempts 0"),
        ("'profile', run_at => 'infinity'", "FK004", "bad run_at infinity"),
        ("'profile', run_at => '-infinity'", "FK004", "bad run_at -infinity"),
    ]

    @Test(arguments: refusals)
    func `a bad argument is refused by name`(call: String, sqlState: String, message: String) async throws {
        try await QueueDatabase.with { database in
            let refused = try await #require(throws: PGError.self) {
                try await database.pool.execute(sql("SELECT feedkeeper.enqueue(\(call))"))
            }
            #expect(refused.sqlState == sqlState)
            #expect(refused.message == message)
            #expect(refused.hint != nil)
            #expect(try await database.count("jobs") == 0)
        }
    }

    @Test func `params that are no JSON are bad parameters`() async throws {
        try await QueueDatabase.with { database in
            let refused = try await #require(throws: JobQueueError.self) {
                try await database.enqueue { $0.params = "{user: 1}" }
            }
            #expect(refused.code == .badParameters)
        }
    }

    @Test func `a job carries what it was enqueued with`() async throws {
        try await QueueDatabase.with { database in
            let id = try await database.enqueue {
                $0.variant = "user=7"
                $0.params = #"{"user": 7}"#
                $0.maxAttempts = 3
                $0.dedupeKey = "manual"
            }
            let job = try #require(try await database.lease().first)
            #expect(job.id == id)
            #expect([job.feed, job.variant, job.params] == ["profile", "user=7", #"{"user": 7}"#])
            #expect((job.attempt, job.maxAttempts) == (1, 3))
            #expect(job.dedupeKey == "manual")
            #expect(job.waited >= .zero)
        }
    }

    @Test func `an enqueue belongs to the caller's transaction`() async throws {
        try await QueueDatabase.with { database in
            let undone = PGError(code: .other, message: "undone")
            let thrown = try await #require(throws: PGError.self) {
                try await database.pool.withTransaction { transaction in
                    try await transaction.execute(sql("SELECT feedkeeper.enqueue('profile')"))
                    throw undone
                }
            }
            #expect(thrown == undone)
            #expect(try await database.count("jobs") == 0)
        }
    }

    @Test func `a commit with a due job wakes the workers, one with a later job does not`() async throws {
        try await QueueDatabase.with { database in
            let events = PGListener(database.configuration).notifications(on: ["feedkeeper_jobs", "done"])
            var payloads: [String] = []
            for await event in events {
                if event == .listening {
                    try await database.enqueue { $0.delay = .seconds(60) }
                    _ = try await database.pool.withTransaction { transaction in
                        try await transaction.execute(
                            sql("SELECT feedkeeper.enqueue('profile', i::text) FROM generate_series(1, 50) i")
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
}

@Suite(.timeLimit(.minutes(5))) struct WakeTests {
    @Test func `an enqueue in a long transaction does not silence the others`() async throws {
        try await QueueDatabase.with { database in
            let slow = try await PGConnection.connect(database.configuration)
            try await slow.execute(sql("BEGIN"))
            try await slow.execute(sql("SELECT feedkeeper.enqueue('profile', 'slow')"))
            let events = PGListener(database.configuration).notifications(on: ["feedkeeper_jobs"])
            for await event in events {
                if event == .listening { try await database.enqueue { $0.variant = "quick" } }
                if case .notification = event { break }
            }
            #expect(try await database.lease().map(\.variant) == ["quick"])
            await slow.close()
        }
    }

    @Test func `jobs that are given back or retried wake the workers`() async throws {
        try await QueueDatabase.with { database in
            let id = try await database.enqueue()
            let jobs = try await database.lease()
            var wakes = 0
            for await event in PGListener(database.configuration).notifications(on: ["feedkeeper_jobs"]) {
                if event == .listening { try await database.queue.release(jobs) }
                guard case .notification = event else { continue }
                wakes += 1
                if wakes == 2 { break }
                #expect(try await database.cancel(id))
                #expect(try await database.retry(id))
            }
            #expect(try await database.lease().map(\.id) == [id])
        }
    }
}

@Suite(.timeLimit(.minutes(5))) struct DedupeTests {
    @Test func `a duplicate that has not started is the same job`() async throws {
        try await QueueDatabase.with { database in
            let first = try await database.enqueue { $0.dedupeKey = "k" }
            #expect(try await database.enqueue { $0.dedupeKey = "k" } == first)
            #expect(
                try await database.enqueue {
                    $0.dedupeKey = "k"
                    $0.variant = "other"
                } != first
            )
            #expect(try await database.enqueue() != first)
            #expect(try await database.count("jobs") == 3)
        }
    }

    @Test func `an enqueue during the run makes one job that follows it`() async throws {
        try await QueueDatabase.with { database in
            let running = try await database.enqueue { $0.dedupeKey = "k" }
            let job = try #require(try await database.lease().first)
            let next = try await database.enqueue { $0.dedupeKey = "k" }
            #expect(try await database.enqueue { $0.dedupeKey = "k" } == next)
            #expect(next != running)
            #expect(try await database.lease().isEmpty)
            // Both wait now, with one key: the one that has started is no duplicate.
            #expect(try await database.fail(job) == .willRetry)
            #expect(try await database.count("jobs") == 2)
        }
    }

    @Test(arguments: [true, false])
    func `the loser waits for the winner's end`(winnerCommits: Bool) async throws {
        try await QueueDatabase.with { database in
            let winner = try await PGConnection.connect(database.configuration)
            let enqueue = sql("SELECT feedkeeper.enqueue('profile', dedupe_key => 'k') AS id")
            try await winner.execute(sql("BEGIN"))
            let first = try await winner.query(enqueue).only.int64("id")
            async let second = database.pool.query(enqueue).only.int64("id")
            try await database.waitUntilSomebodyWaitsForALock()
            try await winner.execute(sql(winnerCommits ? "COMMIT" : "ROLLBACK"))
            let id = try await second
            #expect((id == first) == winnerCommits)
            #expect(try await database.lease().map(\.id) == [id])
            await winner.close()
        }
    }

    @Test func `a duplicate's job does not start before the duplicate's transaction has ended`() async throws
    {
        try await QueueDatabase.with { database in
            let id = try await database.enqueue { $0.dedupeKey = "k" }
            try await database.pool.withTransaction { transaction in
                try await transaction.execute(sql("SELECT feedkeeper.enqueue('profile', dedupe_key => 'k')"))
                #expect(try await database.lease().isEmpty)
            }
            #expect(try await database.lease().map(\.id) == [id])
        }
    }
}

extension QueueDatabase {
    func waitUntilSomebodyWaitsForALock() async throws {
        let waiting = sql(
            "SELECT count(*) AS n FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()"
        )
        while try await pool.query(waiting).only.int("n") == 0 {
            await Task.yield()
        }
    }
}
