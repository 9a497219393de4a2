import JobQueue
import Postgres
import Testing

@Suite struct EndTests {
    @Test func `a completed job leaves no row`() async throws {
        try await QueueDatabase.with { database in
            try await database.enqueue()
            try await database.complete(try #require(try await database.lease().first))
            #expect(try await database.count("jobs") == 0)
            #expect(try await database.count("dead_jobs") == 0)
        }
    }

    @Test func `a worker that comes too late writes nothing`() async throws {
        try await QueueDatabase.with { database in
            try await database.enqueue()
            let late = try #require(try await database.lease().first)
            try await database.endLeases()
            let current = try #require(try await database.lease().first)
            let lost = try await #require(throws: JobQueueError.self) {
                try await database.pool.withTransaction { transaction in
                    try await transaction.execute(sql("SELECT feedkeeper.enqueue('netease-home')"))
                    try await database.queue.complete(late, in: transaction)
                }
            }
            #expect(lost.code == .leaseLost)
            #expect(lost.job == late.id)
            #expect(
                try await #require(throws: JobQueueError.self) { _ = try await database.fail(late) }.code
                    == .leaseLost
            )
            #expect(try await database.queue.renew([late], leaseDuration: .seconds(60)).isEmpty)
            #expect(try await database.count("jobs") == 1)
            try await database.complete(current)
            #expect(try await database.count("jobs") == 0)
        }
    }

    @Test func `a cancelled job cannot be completed, and a retried one not by its old attempt`() async throws
    {
        try await QueueDatabase.with { database in
            let id = try await database.enqueue { $0.dedupeKey = "k" }
            let old = try #require(try await database.lease().first)
            #expect(try await database.cancel(id))
            #expect(try await database.cancel(id) == false)
            #expect(
                try await #require(throws: JobQueueError.self) { try await database.complete(old) }.code
                    == .leaseLost
            )
            #expect(try await database.deadJob() == "1/10 cancelled cancelled")
            #expect(try await database.retry(id))
            #expect(try await database.retry(id) == false)
            let new = try #require(try await database.lease().first)
            #expect((new.id, new.attempt) == (id, 1))
            #expect(
                try await #require(throws: JobQueueError.self) { try await database.complete(old) }.code
                    == .leaseLost
            )
            try await database.complete(new)
        }
    }

    @Test func `a failed attempt is tried again after its wait`() async throws {
        try await QueueDatabase.with { database in
            try await database.enqueue()
            let job = try #require(try await database.lease().first)
            #expect(try await database.fail(job, retryDelay: .seconds(300)) == .willRetry)
            #expect(try await database.lease().isEmpty)
            let wait = try #require(try await database.queue.nextDue())
            #expect(wait > .seconds(290) && wait <= .seconds(300))
            #expect(try await database.queue.stats().last?.retrying == 1)
        }
    }

    @Test func `the last attempt's failure makes the job dead, with its history`() async throws {
        try await QueueDatabase.with { database in
            let id = try await database.enqueue { $0.maxAttempts = 2 }
            #expect(try await database.fail(try #require(try await database.lease().first)) == .willRetry)
            #expect(try await database.fail(try #require(try await database.lease().first)) == .dead)
            #expect(try await database.deadJob() == "2/2 attempts-used-up not-json,not-json")
            #expect(try await database.queue.stats().last?.dead == 1)
            #expect(try await database.retry(id))
            #expect(try await database.lease().map(\.attempt) == [1])
        }
    }

    @Test func `a failure that no retry can mend makes the job dead at once`() async throws {
        try await QueueDatabase.with { database in
            try await database.enqueue()
            let job = try #require(try await database.lease().first)
            #expect(try await database.fail(job, retryDelay: nil) == .dead)
            #expect(try await database.deadJob() == "1/10 not-retryable not-json")
        }
    }

    @Test func `a job that silences its workers dies with its attempts, and the queue goes on`() async throws
    {
        try await QueueDatabase.with { database in
            try await database.enqueue { $0.maxAttempts = 3 }
            for _ in 0..<3 {
                #expect(try await database.lease().count == 1)
                try await database.endLeases()
            }
            try await database.enqueue { $0.variant = "next" }
            #expect(try await database.lease().map(\.variant) == ["next"])
            #expect(try await database.deadJob() == "3/3 worker-died lease-ended,lease-ended,lease-ended")
        }
    }

    @Test func `a ready job whose attempts are used up is buried and stops nobody`() async throws {
        try await QueueDatabase.with { database in
            try await database.enqueue()
            try await database.pool.execute(sql("UPDATE feedkeeper.jobs SET attempt = 99"))
            try await database.enqueue { $0.variant = "next" }
            #expect(try await database.lease().map(\.variant) == ["next"])
            #expect(try await database.deadJob() == "99/10 attempts-used-up ")
        }
    }

    @Test func `a failure's text may hold what Postgres cannot`() async throws {
        try await QueueDatabase.with { database in
            try await database.enqueue()
            let job = try #require(try await database.lease().first)
            let text = "bad \0\u{301} byte" + String(repeating: "é", count: 4000)
            #expect(try await database.fail(job, text) == .willRetry)
            let row = try await database.pool.query(
                sql("SELECT failures -> 0 ->> 'message' AS message FROM feedkeeper.jobs")
            ).only
            let kept = try row.text("message")
            #expect(kept.hasPrefix("bad \u{FFFD}\u{301} byteéé"))
            #expect(kept.utf8.count <= 4096)
        }
    }
}
