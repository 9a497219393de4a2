import Migrations
import Postgres
import Sandbox
import Testing

@Suite struct RoleCreationTests {
    /// The feedkeeper_* roles are the cluster's, so these need one where nobody has made them yet.
    private static func withCluster(_ body: (PrivateCluster, PGPool) async throws -> Void) async throws {
        let cluster = try await PrivateCluster.start(.init(isDurable: false))
        let pool = PGPool(cluster.configuration)
        try await body(cluster, pool)
        await pool.close()
        await cluster.stop()
    }

    @Test func `databases of one cluster can be migrated at the same moment`() async throws {
        try await Self.withCluster { cluster, pool in
            for number in 0..<4 { try await pool.execute(sql("CREATE DATABASE d\(number)")) }
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<4 {
                    let database = PGPool(cluster.configuration.with(database: "d\(number)"), size: 1)
                    group.addTask {
                        _ = try await Migrator().run(on: database)
                        await database.close()
                    }
                }
                try await group.waitForAll()
            }
            #expect(
                try await pool.query(sql("SELECT FROM pg_roles WHERE rolname LIKE 'feedkeeper\\_%'")).count
                    == 3
            )
        }
    }

    @Test func `who may not create roles can migrate, and grant to them once they exist`() async throws {
        try await Self.withCluster { cluster, pool in
            try await pool.execute(sql("CREATE ROLE plain LOGIN"))
            try await pool.execute(sql("CREATE DATABASE d OWNER plain"))
            let url = "postgresql://plain@/d?host=\(cluster.socketFolder)"
            let plain = PGPool(try PGConfiguration(url), size: 1)
            #expect(try await Migrator().run(on: plain).count == Migration.all.count)
            let roles = sql("SELECT FROM pg_roles WHERE rolname = 'feedkeeper_reader'")
            #expect(try await pool.query(roles).isEmpty)
            try await pool.execute(sql("CREATE ROLE feedkeeper_reader"))
            try await plain.execute(sql("SELECT feedkeeper.grant_roles()"))
            let granted = sql(
                "SELECT has_table_privilege('feedkeeper_reader', 'feedkeeper.current_items', 'SELECT')"
            )
            #expect(try await plain.query(granted).only.bool(0))
            await plain.close()
        }
    }
}
