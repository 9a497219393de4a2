import Postgres
import Sandbox
import Testing

@testable import Migrations

@Suite(.timeLimit(.minutes(2))) struct MigratorTests {
    private func migration(_ version: Int32, _ text: String) -> Migration {
        Migration(version: version, name: "step", utf8: Array(text.utf8))
    }

    private var three: [Migration] {
        [
            migration(1, "CREATE TABLE runs (version int); INSERT INTO runs VALUES (1);"),
            migration(2, "INSERT INTO runs VALUES (2);"),
            migration(3, "INSERT INTO runs VALUES (3);"),
        ]
    }

    private func withPool(_ body: (PGPool) async throws -> Void) async throws {
        try await TestDatabase.with(migrated: false) { try await body(PGPool($0.configuration)) }
    }

    private func migrationError(_ body: () async throws -> Void) async throws -> MigrationError {
        var caught: (any Error)?
        do {
            try await body()
        } catch {
            caught = error
        }
        return try #require(caught as? MigrationError)
    }

    private func runs(_ pool: PGPool) async throws -> [Int] {
        try await pool.query("SELECT version FROM runs ORDER BY version").map { try $0.int("version") }
    }

    @Test func `each migration is applied once, in order, and remembered`() async throws {
        try await withPool { pool in
            #expect(try await Migrator(three).status(of: pool).pending.map(\.version) == [1, 2, 3])
            #expect(try await Migrator(Array(three.prefix(2))).run(on: pool).map(\.version) == [1, 2])
            #expect(try await Migrator(three).run(on: pool).map(\.version) == [3])
            #expect(try await Migrator(three).run(on: pool) == [])
            #expect(try await runs(pool) == [1, 2, 3])
            let status = try await Migrator(three).status(of: pool)
            #expect(status.applied.map(\.version) == [1, 2, 3])
            #expect(status.applied.allSatisfy { $0.checksum.count == 64 && $0.name == "step" })
        }
    }

    @Test func `migrators that start at once apply each migration once`() async throws {
        try await withPool { pool in
            let applied = try await withThrowingTaskGroup(of: [Int32].self) { group in
                for _ in 0..<4 {
                    group.addTask { [three] in
                        try await Migrator(three).run(on: PGPool(pool.configuration)).map(\.version)
                    }
                }
                return try await group.reduce([], +)
            }
            #expect(applied.sorted() == [1, 2, 3])
            #expect(try await runs(pool) == [1, 2, 3])
        }
    }

    @Test func `a migration that fails leaves nothing of itself and keeps those before`() async throws {
        try await withPool { pool in
            let broken = [three[0], migration(2, "INSERT INTO runs VALUES (2); SELECT 1 / 0;"), three[2]]
            let error = try await migrationError { _ = try await Migrator(broken).run(on: pool) }
            #expect(error.code == .failed)
            #expect(error.version == 2)
            #expect(error.cause?.sqlState == "22012")
            #expect(try await runs(pool) == [1])
            #expect(try await Migrator(three).run(on: pool).map(\.version) == [2, 3])
        }
    }

    @Test func `a changed file is refused`() async throws {
        try await withPool { pool in
            _ = try await Migrator(three).run(on: pool)
            let changed = [three[0], migration(2, "INSERT INTO runs VALUES (22);"), three[2]]
            let error = try await migrationError { _ = try await Migrator(changed).run(on: pool) }
            #expect(error.code == .checksumChanged)
            #expect(error.version == 2)
        }
    }

    @Test func `a database newer than the binary is refused`() async throws {
        try await withPool { pool in
            _ = try await Migrator(three).run(on: pool)
            let error = try await migrationError {
                _ = try await Migrator(Array(three.prefix(1))).run(on: pool)
            }
            #expect(error.code == .databaseIsNewer)
            #expect(error.version == 3)
            #expect(error.newestKnown == 1)
            #expect("\(error)".contains("version 3"))
        }
    }

    @Test func `a migration below the database's version is refused`() async throws {
        try await withPool { pool in
            let first = [three[0], migration(3, "SELECT 1")]
            _ = try await Migrator(first).run(on: pool)
            let inserted = [first[0], three[1], first[1]]
            let error = try await migrationError { _ = try await Migrator(inserted).run(on: pool) }
            #expect(error.code == .outOfOrder)
            #expect(error.version == 2)
        }
    }

    @Test func `a database that is up to date needs no right to create`() async throws {
        try await withPool { pool in
            _ = try await Migrator(three).run(on: pool)
            let role = "reader_\(UInt32.random(in: 0 ... .max))"
            try await pool.execute(SQLStatement(name: "role", text: "CREATE ROLE \(role) LOGIN"))
            try await pool.execute(
                SQLStatement(name: "grant", text: "GRANT USAGE ON SCHEMA feedkeeper TO \(role)")
            )
            try await pool.execute(
                SQLStatement(name: "grant", text: "GRANT SELECT ON feedkeeper.schema_migrations TO \(role)")
            )
            let applied = try await pool.withConnection { connection in
                try await connection.execute(SQLStatement(name: "role", text: "SET ROLE \(role)"))
                return try await connection.query("SELECT version FROM feedkeeper.schema_migrations").count
            }
            #expect(applied == 3)
        }
    }
}
