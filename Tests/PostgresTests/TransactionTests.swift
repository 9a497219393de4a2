import Postgres
import Testing

private struct Refusal: Error, Equatable {}

@Suite(.timeLimit(.minutes(2))) struct TransactionTests {
    private func withTable(_ body: (PGConnection) async throws -> Void) async throws {
        try await withConnection { connection in
            try await connection.script("CREATE TABLE t (n bigint PRIMARY KEY)")
            try await body(connection)
        }
    }

    private func rows(_ connection: PGConnection) async throws -> [Int] {
        try await connection.query("SELECT n FROM t ORDER BY n").map { try $0.int("n") }
    }

    @Test func `what a transaction returns is committed`() async throws {
        try await withTable { connection in
            let count = try await connection.transaction { transaction in
                try await transaction.execute("INSERT INTO t VALUES (1), (2)")
            }
            #expect(count == 2)
            #expect(try await rows(connection) == [1, 2])
        }
    }

    @Test func `a throw rolls back and is thrown on`() async throws {
        try await withTable { connection in
            await #expect(throws: Refusal()) {
                try await connection.transaction { transaction in
                    try await transaction.execute("INSERT INTO t VALUES (1)")
                    throw Refusal()
                }
            }
            let left = try await rows(connection)
            #expect(left == [])
        }
    }

    @Test func `a failed statement that the body swallowed is not taken for a commit`() async throws {
        try await withTable { connection in
            let error = try await #require(throws: PGError.self) {
                try await connection.transaction { transaction in
                    try await transaction.execute("INSERT INTO t VALUES (1)")
                    _ = try? await transaction.query("SELECT 1 / 0")
                }
            }
            #expect(error.code == .transactionAborted)
            #expect(try await rows(connection) == [])
        }
    }

    @Test func `cancelling the task rolls back and leaves the connection usable`() async throws {
        try await withTable { connection in
            let task = Task {
                try await connection.transaction { transaction in
                    try await transaction.execute("INSERT INTO t VALUES (1)")
                    cancelCurrentTask()
                    try await transaction.execute("INSERT INTO t VALUES (2)")
                }
            }
            let error = try await #require(throws: PGError.self) { try await task.value }
            #expect(error.code == .cancelled)
            #expect(try await rows(connection) == [])
        }
    }

    @Test func `a savepoint undoes its own part only`() async throws {
        try await withTable { connection in
            try await connection.transaction { transaction in
                try await transaction.execute("INSERT INTO t VALUES (1)")
                let error = try await #require(throws: PGError.self) {
                    try await transaction.savepoint {
                        try await transaction.execute("INSERT INTO t VALUES (2)")
                        try await transaction.execute("INSERT INTO t VALUES (1)")
                    }
                }
                #expect(error.code == .uniqueViolation)
                try await transaction.savepoint { try await transaction.execute("INSERT INTO t VALUES (3)") }
            }
            #expect(try await rows(connection) == [1, 3])
        }
    }

    @Test func `nobody else gets into an open transaction, and nobody in after its end`() async throws {
        try await withTable { connection in
            var ended: PGTransaction?
            try await connection.transaction { transaction in
                ended = transaction
                let error = try await #require(throws: PGError.self) {
                    try await connection.execute("INSERT INTO t VALUES (9)")
                }
                #expect(error.code == .outsideTransaction)
                #expect(
                    try await #require(throws: PGError.self) { try await connection.transaction { _ in } }
                        .code
                        == .outsideTransaction
                )
            }
            let late = try await #require(throws: PGError.self) {
                try await ended?.execute("INSERT INTO t VALUES (9)")
            }
            #expect(late.code == .outsideTransaction)
            #expect(try await rows(connection) == [])
        }
    }

    @Test func `a script that ends the transaction is an error`() async throws {
        try await withTable { connection in
            let error = try await #require(throws: PGError.self) {
                try await connection.transaction { try await $0.script("INSERT INTO t VALUES (1); COMMIT") }
            }
            #expect(error.code == .outsideTransaction)
            #expect(try await rows(connection) == [1])
        }
    }

    @Test func `a setting ends with the transaction`() async throws {
        try await withTable { connection in
            let setting: SQLStatement = "SELECT current_setting('synchronous_commit') AS value"
            let before = try await connection.query(setting)[0].text("value")
            let inside = try await connection.transaction { transaction in
                try await transaction.set("synchronous_commit", to: "local")
                return try await transaction.query(setting)[0].text("value")
            }
            #expect(inside == "local")
            #expect(try await connection.query(setting)[0].text("value") == before)
        }
    }

    @Test func `two serializable transactions that cross fail one with a transient error`() async throws {
        try await TestDatabaseTable.with { first, second in
            let error = try await #require(throws: PGError.self) {
                try await first.transaction(.serializable) { a in
                    _ = try await a.query("SELECT count(*) FROM t")
                    try await second.transaction(.serializable) { b in
                        _ = try await b.query("SELECT count(*) FROM t")
                        try await b.execute("INSERT INTO t VALUES (1)")
                    }
                    try await a.execute("INSERT INTO t VALUES (2)")
                }
            }
            #expect(error.code == .serialization)
            #expect(error.isTransient)
        }
    }
}
