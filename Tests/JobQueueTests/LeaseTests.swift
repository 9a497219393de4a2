import JobQueue
import Postgres
import Testing

@Suite struct LeaseTests {
    @Test func `a claim takes the highest priority first and never more than its limit`() async throws {
        try await QueueDatabase.with { database in
            for variant in 0..<9 {
                try await database.enqueue {
                    $0.variant = "\(variant)"
                    $0.priority = variant % 3
                }
            }
            let first = try await database.lease(4)
            #expect(first.count == 4)
            #expect(first.filter { ["2", "5", "8"].contains($0.variant) }.count == 3)
            #expect(try await database.lease(4).count == 4)
            #expect(try await database.lease(4).map(\.variant) == ["6"])
            #expect(try await database.lease(4).isEmpty)
        }
    }

    @Test func `a claim stays under its limit with the plan that once broke others`() async throws {
        // queue_classic 320: a nested loop over an unanalyzed table ran the LIMIT once per row.
        try await QueueDatabase.with { database in
            let name = try #require(database.configuration.database)
            // jit: what is turned off looks so dear to the planner that it would compile each claim for half a second.
            for setting in [
                "enable_hashjoin", "enable_mergejoin", "enable_bitmapscan", "enable_seqscan", "jit",
            ] {
                try await database.pool.execute(sql("ALTER DATABASE \(name) SET \(setting) = off"))
            }
            try await database.pool.execute(
                sql("SELECT feedkeeper.enqueue('profile', i::text) FROM generate_series(1, 200) i")
            )
            // The settings hold for new connections.
            let single = JobQueue(pool: PGPool(database.configuration, size: 1))
            for _ in 0..<66 {
                #expect(
                    try await single.lease(limit: 3, workerID: "w", leaseDuration: .seconds(60)).count == 3
                )
            }
            #expect(try await single.lease(limit: 3, workerID: "w", leaseDuration: .seconds(60)).count == 2)
        }
    }

    @Test func `a job of the future is not taken, and the queue knows when it is due`() async throws {
        try await QueueDatabase.with { database in
            #expect(try await database.queue.nextDue() == nil)
            try await database.enqueue { $0.delay = .seconds(3600) }
            #expect(try await database.lease().isEmpty)
            let wait = try #require(try await database.queue.nextDue())
            #expect(wait > .seconds(3590) && wait <= .seconds(3600))
            try await database.enqueue { $0.variant = "now" }
            #expect(try await database.queue.nextDue() == .zero)
        }
    }

    @Test func `a lease that ended gives the job to the next, as its second attempt`() async throws {
        try await QueueDatabase.with { database in
            try await database.enqueue()
            let lost = try #require(try await database.lease().first)
            #expect(try await database.lease().isEmpty)
            try await database.endLeases()
            #expect(try await database.queue.stats().last?.expiredLeases == 1)
            let taken = try #require(try await database.lease().first)
            #expect((taken.id, taken.attempt) == (lost.id, 2))
            #expect(taken.lease != lost.lease)
        }
    }

    @Test func `a renewed lease lasts, and a lost one is not renewed`() async throws {
        try await QueueDatabase.with { database in
            try await database.enqueue { $0.variant = "a" }
            try await database.enqueue { $0.variant = "b" }
            let jobs = try await database.lease()
            let cancelled = try #require(jobs.first)
            #expect(try await database.cancel(cancelled.id))
            try await database.endLeases()
            let ours = try await database.queue.renew(jobs, leaseDuration: .seconds(60))
            #expect(ours == Set(jobs.map(\.id)).subtracting([cancelled.id]))
            #expect(try await database.lease().isEmpty)
        }
    }

    @Test func `a released job is ready at once with its attempt given back`() async throws {
        try await QueueDatabase.with { database in
            try await database.enqueue { $0.dedupeKey = "k" }
            let jobs = try await database.lease()
            // The key is free since the start; giving the job back must not collide with the follower.
            try await database.enqueue { $0.dedupeKey = "k" }
            #expect(try await database.queue.release(jobs) == Set(jobs.map(\.id)))
            #expect(try await database.queue.release(jobs).isEmpty)
            #expect(try await database.lease().map(\.attempt) == [1])
        }
    }

    @Test func `two jobs of one page are never leased at once`() async throws {
        try await QueueDatabase.with { database in
            let ids = [try await database.enqueue(), try await database.enqueue()]
            let first = try #require(try await database.lease().first)
            #expect(first.id == ids[0])
            #expect(try await database.lease().isEmpty)
            try await database.complete(first)
            #expect(try await database.queue.nextDue() == .zero)
            #expect(try await database.lease().map(\.id) == [ids[1]])
        }
    }

    @Test func `claims at the same moment share the pages out, each to one worker`() async throws {
        try await QueueDatabase.with { database in
            try await database.pool.execute(
                sql("SELECT feedkeeper.enqueue('profile', (i % 100)::text) FROM generate_series(1, 300) i")
            )
            let pages = try await withThrowingTaskGroup(of: [String].self) { group in
                for _ in 0..<8 {
                    group.addTask {
                        var pages: [String] = []
                        while case let jobs = try await database.lease(7), !jobs.isEmpty {
                            pages += jobs.map(\.variant)
                        }
                        return pages
                    }
                }
                return try await group.reduce(into: []) { $0 += $1 }
            }
            #expect(pages.count == Set(pages).count, "\(pages.sorted())")
            #expect(try await database.queue.stats().last?.running == pages.count)
        }
    }

    @Test func `a paused feed starts nothing until it is resumed`() async throws {
        try await QueueDatabase.with { database in
            try await database.enqueue()
            try await database.enqueue("netease-home")
            try await database.pause("profile")
            #expect(try await database.lease().map(\.feed) == ["netease-home"])
            #expect(try await database.queue.stats().map(\.isPaused) == [false, true])
            try await database.resume("profile")
            #expect(try await database.lease().map(\.feed) == ["profile"])
            let refused = try await #require(throws: PGError.self) { try await database.pause("nobody") }
            #expect(refused.sqlState == "FK001")
        }
    }
}
