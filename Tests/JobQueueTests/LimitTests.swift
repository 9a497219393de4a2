import JobQueue
import Postgres
import Testing

@Suite(.timeLimit(.minutes(5))) struct LimitTests {
    @Test(arguments: ["'queue'", "'feed', 'profile'", "'host', 'a.example'"])
    func `no more jobs run at once than a limit allows, and the next when one ends`(
        scope: String
    ) async throws {
        try await QueueDatabase.with { database in
            try await database.makeWork(count: 10)
            try await database.execute("SELECT feedkeeper.set_limit(\(scope), max_running => 3)")
            let jobs = try await database.lease()
            #expect(jobs.count == 3)
            #expect(try await database.lease().isEmpty)
            try await database.complete(jobs[0])
            #expect(try await database.lease().count == 1)
            try await database.queue.release([jobs[1], jobs[2]])
            #expect(try await database.lease().count == 2)
        }
    }

    @Test func `a feed with one place runs one job after another`() async throws {
        try await QueueDatabase.with { database in
            try await database.makeWork(count: 5)
            try await database.execute("SELECT feedkeeper.set_limit('feed', 'profile', max_running => 1)")
            for _ in 0..<5 {
                let jobs = try await database.lease()
                #expect(jobs.count == 1)
                try await database.complete(try #require(jobs.first))
            }
            #expect(try await database.count("jobs") == 0)
        }
    }

    @Test func `a feed without room does not stand in the others' way`() async throws {
        try await QueueDatabase.with { database in
            try await database.makeWork(count: 50)
            try await database.enqueue("netease-home") { $0.priority = -100 }
            try await database.execute("SELECT feedkeeper.set_limit('feed', 'profile', max_running => 2)")
            #expect(try await database.lease().count == 2)
            #expect(try await database.lease().map(\.feed) == ["netease-home"])
        }
    }

    @Test func `the narrowest of several limits counts`() async throws {
        try await QueueDatabase.with { database in
            try await database.makeWork(count: 10)
            try await database.execute("SELECT feedkeeper.set_limit('queue', max_running => 5)")
            try await database.execute("SELECT feedkeeper.set_limit('host', 'a.example', max_running => 2)")
            #expect(try await database.lease().count == 2)
            // Two places are left in the queue, but none at the host of the others.
            for i in 0..<9 { try await database.enqueue("netease-home") { $0.variant = "\(i)" } }
            #expect(try await database.lease().map(\.feed) == Array(repeating: "netease-home", count: 3))
        }
    }

    @Test func `a limit for all hosts holds for each that has none of its own, also for hosts to come`()
        async throws
    {
        try await QueueDatabase.with { database in
            try await database.execute("SELECT feedkeeper.set_limit('host', '*', max_running => 2)")
            try await database.makeWork(count: 10)
            #expect(try await database.lease().count == 2)
            for (host, places) in [("a.example", 5), ("b.example", 4)] {
                try await database.execute(
                    "SELECT feedkeeper.set_limit('host', '\(host)', max_running => \(places))"
                )
            }
            #expect(try await database.lease().count == 2)
            try await database.execute("SELECT feedkeeper.set_limit('host', 'b.example')")
            #expect(try await database.lease().isEmpty)
            try await database.execute("SELECT feedkeeper.set_limit('host', '*')")
            #expect(try await database.lease().count == 1)
            #expect(try await database.count("limits") == 1)
        }
    }

    @Test func `claims at the same moment keep a limit together`() async throws {
        try await QueueDatabase.with { database in
            try await database.makeWork(count: 200)
            try await database.execute("SELECT feedkeeper.set_limit('feed', 'profile', max_running => 20)")
            let taken = try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<16 { group.addTask { try await database.lease(7).count } }
                return try await group.reduce(0, +)
            }
            #expect(taken == 20)
        }
    }

    @Test func `a rate gives its burst, and then what time brings`() async throws {
        try await QueueDatabase.with { database in
            try await database.makeWork(count: 200)
            try await database.execute(
                "SELECT feedkeeper.set_limit('host', 'a.example', per_second => 0.001, burst => 5)"
            )
            let taken = try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<8 { group.addTask { try await database.lease(3).count } }
                return try await group.reduce(0, +)
            }
            #expect(taken == 5)
            // As if 2900 seconds had passed.
            try await database.execute(
                "UPDATE feedkeeper.limits SET refilled_at = refilled_at - interval '2900 s'"
            )
            #expect(try await database.lease(10).count == 2)
            try await database.execute(
                "UPDATE feedkeeper.limits SET refilled_at = refilled_at - interval '1 year'"
            )
            #expect(try await database.lease(10).count == 5)
        }
    }

    @Test func `a limit that is taken back is gone`() async throws {
        try await QueueDatabase.with { database in
            try await database.makeWork(count: 5)
            try await database.execute("SELECT feedkeeper.set_limit('queue', max_running => 1)")
            #expect(try await database.lease().count == 1)
            try await database.execute("SELECT feedkeeper.set_limit('queue')")
            #expect(try await database.lease().count == 4)
        }
    }

    @Test func `jobs of a lost worker are taken over although their feed has no room`() async throws {
        try await QueueDatabase.with { database in
            try await database.makeWork(count: 5)
            try await database.execute("SELECT feedkeeper.set_limit('feed', 'profile', max_running => 2)")
            #expect(try await database.lease().count == 2)
            try await database.endLeases()
            #expect(try await database.lease().map(\.attempt) == [2, 2])
        }
    }

    @Test(arguments: [
        "'page', 'x', 1", "'queue', 'x', 1", "'host', '', 1", "'queue', '', 0", "'queue', '', NULL, 0.0",
        "'queue', '', NULL, 'nan'", "'queue', '', 1, 1, 0",
    ])
    func `a limit that means nothing is refused`(arguments: String) async throws {
        try await QueueDatabase.with { database in
            let refused = try await #require(throws: PGError.self) {
                try await database.execute("SELECT feedkeeper.set_limit(\(arguments))")
            }
            #expect(refused.sqlState == "23514")
        }
    }

    @Test func `a worker takes only jobs of feeds it knows`() async throws {
        try await QueueDatabase.with { database in
            let id = try await database.enqueue("netease-home")
            let others = try await database.queue.lease(
                limit: 10,
                workerID: "w",
                leaseDuration: .seconds(60),
                of: ["profile"]
            )
            #expect(others.isEmpty)
            #expect(try await database.queue.nextDue(of: ["profile"]) == nil)
            #expect(try await database.queue.nextDue(of: ["netease-home"]) == .zero)
            #expect(try await database.lease().map(\.id) == [id])
        }
    }
}

extension QueueDatabase {
    /// So many ready jobs of the feed `profile`, which is at the host a.example.
    fileprivate func makeWork(count: Int) async throws {
        try await queue.register([
            RegisteredFeed(name: "profile", contractVersion: 2, hosts: ["a.example", "b.example"])
        ])
        try await enqueueMany(
            "array_fill('profile'::text, ARRAY[\(count)]), ARRAY(SELECT i::text FROM generate_series(1, \(count)) i)"
        )
    }
}
