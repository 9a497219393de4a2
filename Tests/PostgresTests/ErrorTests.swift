import Postgres
import Testing

@Suite(.timeLimit(.minutes(2))) struct ErrorTests {
    @Test func `a unique violation names constraint and statement, and hides the value`() async throws {
        try await withConnection { connection in
            try await connection.script("CREATE TABLE t (email text CONSTRAINT one_each UNIQUE)")
            let insert = SQLStatement(name: "add-address", text: "INSERT INTO t VALUES ($1)")
            try await connection.execute(insert, [.text("secret@example.org")])
            let error = try await #require(throws: PGError.self) {
                try await connection.execute(insert, [.text("secret@example.org")])
            }
            #expect(error.code == .uniqueViolation)
            #expect(error.sqlState == "23505")
            #expect(error.constraint == "one_each")
            #expect(error.statement == "add-address")
            #expect(error.detail?.contains("secret") == true)
            #expect(!"\(error)".contains("secret"))
            #expect("\(error)".contains("add-address"))
            #expect(String(reflecting: error).contains("secret"))
        }
    }

    @Test func `a refused value is not in the description`() async throws {
        try await withConnection { connection in
            let error = try await #require(throws: PGError.self) {
                _ = try await connection.query("SELECT $1::text::int", [.text("pass word")])
            }
            #expect(error.code == .invalidValue)
            #expect(!"\(error)".contains("pass word"))
        }
    }

    @Test(arguments: [
        ("SELECT * FROM nowhere", PGError.Code.invalidStatement), ("SELEC", .invalidStatement),
        ("DO $$ BEGIN RAISE 'no such feed'; END $$", .raisedByFunction),
        ("DO $$ BEGIN RAISE 'no such feed' USING ERRCODE = 'FK001'; END $$", .raisedByFunction),
        ("DO $$ BEGIN RAISE 'x' USING ERRCODE = 'check_violation'; END $$", .checkViolation),
        ("SET transaction_read_only = on; CREATE TABLE t ()", .readOnly), ("SELECT 1 / 0", .invalidValue),
        ("DO $$ BEGIN RAISE 'x' USING ERRCODE = '40P01'; END $$", .deadlock),
    ])
    func `a refusal has its kind`(text: String, code: PGError.Code) async throws {
        try await withConnection { connection in
            let error = try await #require(throws: PGError.self) {
                try await connection.script(SQLStatement(name: "s", text: text))
            }
            #expect(error.code == code)
        }
    }

    @Test(arguments: [
        ("40001", PGError.Code.serialization, true), ("40P01", .deadlock, true), ("25006", .readOnly, true),
        ("53300", .unavailable, true), ("57P03", .unavailable, true), ("57P01", .connectionLost, true),
        ("08006", .connectionLost, true), ("23514", .checkViolation, false),
        ("23502", .notNullViolation, false),
        ("57014", .cancelled, false), ("42501", .notAllowed, false), ("XX000", .other, false),
        ("F0000", .other, false),
    ])
    func `a SQLSTATE has its kind`(sqlState: String, code: PGError.Code, isTransient: Bool) {
        #expect(PGError.Code(sqlState: sqlState) == code)
        #expect(PGError(code: code, message: "").isTransient == isTransient)
    }
}

@Suite struct ConfigurationTests {
    @Test(arguments: [
        "postgresql://keeper:s3cret@db.example/feeds?sslmode=require",
        "host=db.example user=keeper password='s3cret' dbname=feeds sslpassword=s3cret",
    ])
    func `the password is never shown`(text: String) throws {
        let configuration = try PGConfiguration(text)
        #expect("\(configuration)" == "user=keeper host=db.example dbname=feeds")
        #expect(!String(reflecting: configuration).contains("s3cret"))
        var dumped = ""
        dump(configuration, to: &dumped)
        #expect(!dumped.contains("s3cret"))
    }

    @Test(arguments: [
        "s3cret", "host=x s3cret", "postgresql://u:s3cret%zz@h/", "postgresql://h/d?s3cret=1", "",
        "password='s3cret",
        "postgresql://u@h:s3cret/",
    ])
    func `a bad connection string is refused without being quoted`(text: String) async throws {
        do {
            let configuration = try PGConfiguration(text)
            let error = try await #require(throws: PGError.self) {
                _ = try await PGConnection.connect(configuration)
            }
            #expect(error.code == .connectionFailed)
        } catch let error as PGError {
            #expect(error.code == .invalidConfiguration)
            #expect(!String(reflecting: error).contains("s3cret"))
        }
    }

    @Test func `the connection string may name the application and the timeout`() throws {
        let configuration = try PGConfiguration("application_name=mine connect_timeout=9")
        #expect(configuration.applicationName == "mine")
        #expect(configuration.connectTimeout == .seconds(9))
        #expect(try PGConfiguration("host=x").connectTimeout == .seconds(5))
    }

    @Test func `the wait doubles up to the longest and jitter only shortens it`() {
        let backoff = PGBackoff(first: .milliseconds(100), longest: .seconds(1))
        let waits = (1...6).map { backoff.delay(afterFailures: $0, jitter: 0) }
        #expect(waits == [100, 200, 400, 800, 1000, 1000].map { .milliseconds($0) })
        #expect(backoff.delay(afterFailures: 4, jitter: 1) == .milliseconds(400))
        #expect(backoff.delay(afterFailures: .max, jitter: 0) == .seconds(1))
    }
}
