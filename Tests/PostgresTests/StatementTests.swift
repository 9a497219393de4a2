import Postgres
import Testing

@Suite(.timeLimit(.minutes(2))) struct StatementTests {
    @Test(arguments: [
        "", " ", "'", "'; DROP TABLE feeds; --", "\\'; SELECT 1; --", "$1", "%s %n", "\u{FEFF}",
        "ﷺ 👩‍👩‍👧 \u{202E}",
        "\u{FFFF}\u{10FFFF}", "line\r\nline\u{2028}", String(repeating: "é", count: 500_000),
    ])
    func `bound text comes back as it was sent`(text: String) async throws {
        try await withConnection { connection in
            let rows = try await connection.query(
                "SELECT $1 AS text, octet_length($1) AS size",
                [.text(text)]
            )
            #expect(try rows.map { try $0.text("text") } == [text])
            #expect(try rows.map { try $0.int("size") } == [text.utf8.count])
        }
    }

    @Test(arguments: [
        PGValue.text("a\0b"), .json("\"\0\""), .jsonb("\0"), .texts(["a", "b\0"]),
        .array(.text, [.bigint(1)]),
        .uuid("not one"), .array(.uuid, [.uuid("a0eebc99")]),
    ])
    func `a value that Postgres can't hold is refused before it is sent`(value: PGValue) async throws {
        try await withConnection { connection in
            let error = try await #require(throws: PGError.self) {
                _ = try await connection.query(SQLStatement(name: "store", text: "SELECT $1"), [value])
            }
            #expect(error.code == .invalidValue)
            #expect(error.statement == "store")
            #expect(error.sqlState == nil)
            #expect(try await connection.query("SELECT 1").count == 1)
        }
    }

    @Test func `execute gives the number of rows touched`() async throws {
        try await withConnection { connection in
            try await connection.script("CREATE TABLE t (n bigint); CREATE INDEX ON t (n)")
            #expect(try await connection.execute("INSERT INTO t SELECT generate_series(1, 5)") == 5)
            #expect(try await connection.execute("DELETE FROM t WHERE n > $1", [.bigint(3)]) == 2)
            #expect(try await connection.execute("CREATE TABLE u ()") == 0)
        }
    }

    @Test func `a script stops at its first error and leaves nothing`() async throws {
        try await withConnection { connection in
            let error = try await #require(throws: PGError.self) {
                try await connection.script("CREATE TABLE t (); SELECT 1 / 0; CREATE TABLE u ()")
            }
            #expect(error.sqlState == "22012")
            let rows = try await connection.query("SELECT to_regclass('t') IS NULL AS gone")
            #expect(try rows[0].bool("gone"))
        }
    }

    @Test func `a wrong number of parameters is an error and the connection goes on`() async throws {
        try await withConnection { connection in
            let error = try await #require(throws: PGError.self) {
                _ = try await connection.query("SELECT $1::text || $2::text", [.text("a")])
            }
            #expect(error.sqlState == "08P01")
            #expect(try await connection.query("SELECT 1").count == 1)
        }
    }

    @Test func `more parameters than the protocol counts are refused and the connection goes on`()
        async throws
    {
        try await withConnection { connection in
            let values = [PGValue](repeating: .null, count: 65_536)
            let error = try await #require(throws: PGError.self) {
                _ = try await connection.query("SELECT 1", values)
            }
            #expect(error.code == .invalidStatement)
            #expect(try await connection.query("SELECT 1").count == 1)
        }
    }

    @Test func `a result of many megabytes comes whole`() async throws {
        try await withConnection { connection in
            let rows = try await connection.query(
                "SELECT repeat('x', 100000) AS text FROM generate_series(1, 200)"
            )
            #expect(try rows.map { try $0.text("text").utf8.count } == Array(repeating: 100_000, count: 200))
        }
    }

    @Test func `COPY is refused and ends the connection`() async throws {
        try await withConnection { connection in
            let error = try await #require(throws: PGError.self) {
                try await connection.script("COPY (SELECT 1) TO STDOUT")
            }
            #expect(error.code == .connectionLost)
            #expect(await connection.isUsable == false)
        }
    }

    @Test func `a closed connection says so`() async throws {
        try await withConnection { connection in
            await connection.close()
            await connection.close()
            let error = try await #require(throws: PGError.self) {
                _ = try await connection.query("SELECT 1")
            }
            #expect(error.code == .connectionLost)
        }
    }

    @Test func `the application's name is seen on the server`() async throws {
        try await withConnection { connection in
            let rows = try await connection.query("SELECT current_setting('application_name') AS name")
            #expect(try rows[0].text("name") == "feedkeeper")
        }
    }
}
