import Postgres
import Testing

@Suite struct RoleTests {
    static let permitted: [(role: String, statement: String)] = [
        ("enqueuer", "SELECT feedkeeper.enqueue('profile')"),
        ("enqueuer", "SELECT feedkeeper.enqueue_many(ARRAY['profile'])"),
        ("reader", "SELECT * FROM feedkeeper.current_sections"),
        ("reader", "SELECT * FROM feedkeeper.current_items"),
        ("reader", "SELECT feedkeeper.page('profile')"),
        ("reader", "SELECT * FROM feedkeeper.refreshes, feedkeeper.findings, feedkeeper.queue_stats"),
        ("worker", "SELECT feedkeeper.enqueue('profile')"),
        ("worker", "SELECT feedkeeper.cancel(1), feedkeeper.retry(1), feedkeeper.pause('profile')"),
        ("worker", "SELECT feedkeeper.discard(1), count(*) FROM feedkeeper.all_jobs"),
        ("worker", "DELETE FROM feedkeeper.jobs"),
        ("worker", "SELECT * FROM feedkeeper.schema_migrations"),
    ]

    static let forbidden: [(role: String, statement: String)] = [
        ("enqueuer", "SELECT * FROM feedkeeper.jobs"),
        ("enqueuer", "INSERT INTO feedkeeper.jobs (feed) VALUES ('profile')"),
        ("enqueuer", "SELECT feedkeeper.cancel(1)"),
        ("enqueuer", "SELECT * FROM feedkeeper.current_sections"),
        ("reader", "SELECT feedkeeper.enqueue('profile')"),
        ("reader", "SELECT * FROM feedkeeper.jobs"),
        ("reader", "SELECT * FROM feedkeeper.all_jobs"),
        ("worker", "INSERT INTO feedkeeper.role_privileges VALUES ('feedkeeper_worker', 'ALL')"),
        ("reader", "SELECT * FROM feedkeeper.page_sections"),
        ("reader", "SELECT * FROM feedkeeper.quarantine"),
        ("reader", "DELETE FROM feedkeeper.refreshes"),
        ("worker", "DELETE FROM feedkeeper.schema_migrations"),
        ("worker", "DROP TABLE feedkeeper.jobs"),
    ]

    @Test func `a role may do its work`() async throws {
        try await QueueDatabase.with { database in
            for (role, statement) in Self.permitted {
                await #expect(throws: Never.self, "\(role): \(statement)") {
                    try await database.execute(statement, as: role)
                }
            }
        }
    }

    @Test func `a role may do nothing else`() async throws {
        try await QueueDatabase.with { database in
            for (role, statement) in Self.forbidden {
                let refused = try await #require(throws: PGError.self) {
                    try await database.execute(statement, as: role)
                }
                #expect(refused.code == .notAllowed, "\(role): \(statement)")
            }
        }
    }

    @Test func `a commit of an enqueuer makes a job`() async throws {
        try await QueueDatabase.with { database in
            try await database.execute("SELECT feedkeeper.enqueue('profile')", as: "enqueuer")
            #expect(try await database.lease().count == 1)
        }
    }
}

extension QueueDatabase {
    fileprivate func execute(_ statement: String, as role: String) async throws {
        try await pool.withTransaction { transaction in
            try await transaction.execute(sql("SET LOCAL ROLE feedkeeper_\(role)"))
            try await transaction.execute(sql(statement))
        }
    }
}
