import Postgres
import Testing

@Suite(.timeLimit(.minutes(2))) struct ValueTests {
    @Test func `each type comes back equal`() async throws {
        let moment = PGTimestamp(microsecondsSinceEpoch: 1_620_123_630_000_001)
        try await withConnection { connection in
            let row = try #require(
                await connection.query(
                    """
                    SELECT $1 AS text, $2 AS int, $3 AS bigint, $4 AS bool, $5 AS double, $6 AS bytes, $7 AS json,
                        $8 AS jsonb, $9 AS uuid, $10 AS moment, $11 AS span, $12 AS texts, $13 AS bigints, $14::text AS null
                    """,
                    [
                        .text("ä"), .int(.min), .bigint(.max), .bool(true), .double(-0.1),
                        .bytes([0, 255, 10]),
                        .json(#"{"b": 1,  "a":"\u0000"}"#), .jsonb(#"{"b": 1, "a": [1.10]}"#),
                        .uuid("A0EEBC999C0B4EF8BB6D6BB9BD380A11"), .timestamptz(moment),
                        .interval(.milliseconds(-1500)),
                        .texts(["", "a,b", "\"{}\""]), .bigints([1, -2]), .null,
                    ]
                ).first
            )
            #expect(try row.text("text") == "ä")
            #expect(try row.int64("int") == Int64(Int32.min))
            #expect(try row.int64("bigint") == .max)
            #expect(try row.bool("bool"))
            #expect(try row.double("double") == -0.1)
            #expect(try row.bytes("bytes") == [0, 255, 10])
            #expect(try row.json("json") == #"{"b": 1,  "a":"\u0000"}"#)
            #expect(try row.json("jsonb") == #"{"a": [1.10], "b": 1}"#)
            #expect(try row.bytes("jsonb") == Array(#"{"a": [1.10], "b": 1}"#.utf8))
            #expect(try row.uuid("uuid") == "a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11")
            #expect(try row.timestamp("moment") == moment)
            #expect(try row.duration("span") == .milliseconds(-1500))
            #expect(try row.texts("texts") == ["", "a,b", "\"{}\""])
            #expect(try row.bigints("bigints") == [1, -2])
            #expect(try row.isNull("null"))
            #expect(try row.optionalText("null") == nil)
        }
    }

    @Test func `the server reads what was sent as it was meant`() async throws {
        let values: [(PGValue, String)] = [
            (.timestamptz(PGTimestamp(microsecondsSinceEpoch: 0)), "1970-01-01 00:00:00+00"),
            (.interval(.seconds(90_061)), "25:01:01"),
            (.texts([nil, "NULL", "a\"b"]), #"{NULL,"NULL","a\"b"}"#),
            (.bigints([]), "{}"),
            (.ints([1, nil]), "{1,NULL}"),
            (.jsonbs(["{\"a\": null}", nil]), #"{"{\"a\": null}",NULL}"#),
            (.byteStrings([[1, 2], []]), #"{"\\x0102","\\x"}"#),
            (
                .array(.uuid, [.uuid("a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11")]),
                "{a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11}"
            ),
            (
                .array(.timestamptz, [.timestamptz(PGTimestamp(microsecondsSinceEpoch: 0))]),
                "{\"1970-01-01 00:00:00+00\"}"
            ),
            (.array(.bool, [.bool(true), .bool(false)]), "{t,f}"),
        ]
        try await withConnection { connection in
            try await connection.execute("SET timezone = 'UTC'")
            for (value, text) in values {
                let rows = try await connection.query("SELECT $1::text AS text", [value])
                #expect(try rows[0].text("text") == text)
            }
        }
    }

    @Test(arguments: [
        ("1969-12-31T23:59:59.999999Z", -1), ("2000-02-29T12:00:00.000000Z", 951_825_600_000_000),
        ("0001-01-01T00:00:00.000000Z", -62_135_596_800_000_000),
        ("9999-12-31T00:00:00.000000Z", 253_402_214_400_000_000),
    ])
    func `a timestamp is written as the server reads it`(text: String, micros: Int64) async throws {
        #expect("\(PGTimestamp(microsecondsSinceEpoch: micros))" == text)
        try await withConnection { connection in
            let rows = try await connection.query("SELECT $1::text::timestamptz AS moment", [.text(text)])
            #expect(try rows[0].timestamp("moment").microsecondsSinceEpoch == micros)
        }
    }

    @Test func `enums, names, char columns and small numbers are read`() async throws {
        try await withConnection { connection in
            try await connection.script(
                "CREATE TYPE mood AS ENUM ('good', 'bad'); CREATE DOMAIN label AS text"
            )
            let rows = try await connection.query(
                """
                SELECT $1::text::mood AS mood, 'x'::name AS name, 'ab'::char(4) AS padded, 'v'::varchar AS varchar,
                    'd'::label AS label, 3::smallint AS small, 1.5::real AS real, '1 day 1 second'::interval AS day
                """,
                [.text("bad")]
            )
            #expect(try rows[0].text("mood") == "bad")
            #expect(try rows[0].text("name") == "x")
            #expect(try rows[0].text("padded") == "ab  ")
            #expect(try rows[0].text("varchar") == "v")
            #expect(try rows[0].text("label") == "d")
            #expect(try rows[0].int("small") == 3)
            #expect(try rows[0].double("real") == 1.5)
            #expect(try rows[0].duration("day") == .seconds(86_401))
        }
    }

    @Test func `an int8 is not a text, and the error names column, type and statement`() async throws {
        try await withConnection { connection in
            let rows = try await connection.query(SQLStatement(name: "count", text: "SELECT 1::bigint AS n"))
            let error = try #require(throws: PGError.self) { _ = try rows[0].text("n") }
            #expect(error.code == .decoding)
            #expect(error.statement == "count")
            #expect(error.message == #"column "n" is bigint, wanted text"#)
        }
    }

    @Test(arguments: [
        ("SELECT NULL::text AS c", "column \"c\" is NULL, wanted text"),
        ("SELECT 'a' AS d", "there is no column \"c\"; there are d"),
        ("SELECT 1.5 AS c", "column \"c\" is numeric, wanted text"),
        ("SELECT ARRAY['a'] AS c", "column \"c\" is text[], wanted text"),
    ])
    func `a field that is not a text is refused`(text: String, message: String) async throws {
        try await withConnection { connection in
            let rows = try await connection.query(SQLStatement(name: "s", text: text))
            let error = try #require(throws: PGError.self) { _ = try rows[0].text("c") }
            #expect(error == PGError(code: .decoding, message: message, statement: "s"))
        }
    }

    @Test(arguments: [
        "'infinity'::timestamptz", "ARRAY['a', NULL]", "ARRAY[ARRAY['a']]", "'1 month'::interval",
    ])
    func `a value outside the Swift type is refused`(expression: String) async throws {
        try await withConnection { connection in
            let rows = try await connection.query(SQLStatement(name: "s", text: "SELECT \(expression)"))
            #expect(
                try #require(throws: PGError.self) { _ = try rows[0].timestamp(0) }.code == .decoding
            )
            #expect(try #require(throws: PGError.self) { _ = try rows[0].texts(0) }.code == .decoding)
            #expect(
                try #require(throws: PGError.self) { _ = try rows[0].duration(0) }.code == .decoding
            )
        }
    }
}
