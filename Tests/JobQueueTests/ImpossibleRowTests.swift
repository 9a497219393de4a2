import JobQueue
import Postgres
import Testing

/// What hands that edit the tables can leave behind.
@Suite struct ImpossibleRowTests {
    @Test(
        arguments: [
            ("attempt = -1", "jobs_attempts"),
            ("max_attempts = 0", "jobs_attempts"),
            ("lease_token = gen_random_uuid()", "jobs_lease"),
            ("lease_until = now()", "jobs_lease"),
            ("worker_id = 'w'", "jobs_lease"),
            (
                "lease_token = gen_random_uuid(), lease_until = now(), worker_id = 'w', started_at = now()",
                "jobs_lease"
            ),
            ("params = '[]'", "jobs_params"),
            ("params = 'null'", "jobs_params"),
            ("failures = '{}'", "jobs_failures"),
            ("priority = 1000", "jobs_priority"),
            ("dedupe_key = ''", "jobs_dedupe_key"),
        ]
    )
    func `an impossible state is refused by the table, which names the rule`(
        change: String,
        rule: String
    ) async throws {
        try await QueueDatabase.with { database in
            let id = try await database.enqueue()
            let refused = try await #require(throws: PGError.self) {
                try await database.pool.execute(sql("UPDATE feedkeeper.jobs SET \(change)"))
            }
            #expect(refused.code == .checkViolation)
            #expect(refused.constraint == rule)
            #expect(try await database.lease().map(\.id) == [id])
        }
    }

    @Test func `jobs of a removed feed wait for it, stop nobody, and can be cancelled`() async throws {
        try await QueueDatabase.with { database in
            let orphan = try await database.enqueue("netease-home") { $0.priority = 100 }
            let cancelled = try await database.enqueue("netease-home") { $0.variant = "b" }
            let other = try await database.enqueue("profile")
            try await database.pool.execute(
                sql("DELETE FROM feedkeeper.feeds WHERE feed = 'netease-home'")
            )
            #expect(try await database.lease().map(\.id) == [other])
            #expect(try await database.cancel(cancelled))
            try await database.queue.register([RegisteredFeed(name: "netease-home", contractVersion: 2)])
            #expect(try await database.lease().map(\.id) == [orphan])
        }
    }

    @Test func `a job of an older contract version starts under the newer one, with what it was given`()
        async throws
    {
        try await QueueDatabase.with { database in
            let id = try await database.enqueue("profile") { $0.params = #"{"user": 1}"# }
            try await database.queue.register([
                RegisteredFeed(name: "profile", contractVersion: 3, parameters: ["lang"])
            ])
            let job = try #require(try await database.lease().first)
            #expect(job.id == id)
            #expect(job.params == #"{"user": 1}"#)
        }
    }
}
