import Postgres
import Testing

@Suite struct StatementTests {
    @Test func `one row comes back`() async throws {
        try await withConnection { connection in
            let rows = try await connection.query("SELECT $1 AS text, 7 AS number", [.text("a")])
            #expect(try rows.map { try $0.text("text") } == ["a"])
            #expect(try rows[0].int("number") == 7)
        }
    }
}
