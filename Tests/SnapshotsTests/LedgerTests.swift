import Postgres
import Snapshots
import Testing

@Suite struct LedgerTests {
    @Test func `a refresh leaves its facts, its step times and its findings`() async throws {
        try await PageDatabase.with { database in
            var refresh = RefreshRecord.test
            refresh.steps = [("fetch", .milliseconds(12)), ("check", .microseconds(1500))]
            refresh.bytes = 19_700
            refresh.verdict = .drifted
            refresh.httpStatus = 200
            refresh.findings = [.test("f1"), .test("f2")]
            try await database.write("a=1", refresh: refresh)
            let row = try await database.text(
                """
                SELECT concat_ws(' ', job_id, attempt, status, revision, bytes, verdict, http_status,
                    steps ->> 'fetch', steps ->> 'check', (steps ->> 'store')::float8 > 0,
                    round(extract(epoch FROM finished_at - started_at), 1), findings -> 1 ->> 'id')
                FROM feedkeeper.refreshes
                """
            )
            #expect(row == "7 1 changed 1 19700 drifted 200 12.000 1.500 t 1.5 f2")
        }
    }

    @Test func `a failed refresh is recorded and leaves the page alone`() async throws {
        try await PageDatabase.with { database in
            try await database.write("a=1")
            try await database.fail("bad \0 byte", .test)
            #expect(try await database.read() == ["a=1@1"])
            let row = try await database.text(
                """
                SELECT concat_ws('|', status, error_class, error, coalesce(revision::text, 'none'))
                FROM feedkeeper.refreshes ORDER BY id DESC LIMIT 1
                """
            )
            #expect(row == "failed|not-json|bad \u{FFFD} byte|none")
        }
    }

    @Test func `a finding seen again is one row with its newest facts`() async throws {
        try await PageDatabase.with { database in
            var refresh = RefreshRecord.test
            refresh.findings = [.test("f1")]
            try await database.write("a=1", refresh: refresh)
            var again = FindingRecord.test("f1")
            again.count = 8
            again.message = "null\0 in 8 of 8"
            refresh.findings = [again, again]
            try await database.fail("no", refresh)
            let row = try await database.text(
                """
                SELECT concat_ws('|', id, severity, count, of, message, occurrences, first_seen < last_seen,
                    (SELECT max(id) = last_refresh FROM feedkeeper.refreshes))
                FROM feedkeeper.findings
                """
            )
            #expect(row == "f1|breaking|8|8|null\u{FFFD} in 8 of 8|2|t|t")
        }
    }

    @Test func `the same bad bytes are quarantined once, and large ones are cut`() async throws {
        try await PageDatabase.with { database in
            var refresh = RefreshRecord.test
            let large = [UInt8](repeating: 65, count: QuarantineRecord.bodyLimit + 5)
            refresh.quarantine = [
                QuarantineRecord(
                    what: .response,
                    endpoint: "blocks",
                    reason: "not-json",
                    body: [0, 255, 60]
                ),
                QuarantineRecord(what: .block, endpoint: "blocks", reason: "unknown-kind", body: large),
            ]
            try await database.fail("no", refresh)
            try await database.fail("no", refresh)
            let rows = try await database.text(
                """
                SELECT string_agg(concat_ws('|', what, reason, octet_length(body), body_bytes, occurrences), ' '
                    ORDER BY what)
                FROM feedkeeper.quarantine
                """
            )
            #expect(rows == "block|unknown-kind|1048576|1048581|2 response|not-json|3|3|2")
        }
    }

    @Test func `a write that is rolled back leaves no trace`() async throws {
        try await PageDatabase.with { database in
            let undone = PGError(code: .other, message: "undone")
            let thrown = try await #require(throws: PGError.self) {
                try await database.pool.withTransaction { transaction in
                    let write = PageWrite(
                        page: database.page,
                        contractVersion: 1,
                        sections: [SectionPlacement(test: "a=1")]
                    )
                    _ = try await database.store.store(write, .test, in: transaction)
                    throw undone
                }
            }
            #expect(thrown == undone)
            for table in ["pages", "page_sections", "section_contents", "refreshes"] {
                #expect(try await database.count(table) == 0, "\(table)")
            }
        }
    }

    @Test func `content that jsonb cannot hold is refused whole`() async throws {
        try await PageDatabase.with { database in
            var section = SectionWrite(key: "a", content: "1")
            section.contentJSON = #"{"title": "\u0000", "items": []}"#
            let write = PageWrite(page: database.page, contractVersion: 1, sections: [.fresh(section)])
            let refused = try await #require(throws: SnapshotError.self) {
                _ = try await database.pool.withTransaction { transaction in
                    try await database.store.store(write, .test, in: transaction)
                }
            }
            #expect(refused.cause?.sqlState == "22P05")
            #expect(try await database.count("refreshes") == 0)
        }
    }

    @Test func `the worker's role is enough for all of it`() async throws {
        try await PageDatabase.with { database in
            let name = try #require(database.configuration.database)
            try await database.pool.execute(sql("ALTER DATABASE \(name) SET role = feedkeeper_worker"))
            let pool = PGPool(database.configuration)
            let worker = PageDatabase(
                configuration: database.configuration,
                pool: pool,
                store: SnapshotStore(pool: pool)
            )
            #expect(try await worker.text("SELECT current_user::text") == "feedkeeper_worker")
            var refresh = RefreshRecord.test
            refresh.findings = [.test("f1")]
            refresh.quarantine = [
                QuarantineRecord(what: .block, endpoint: "b", reason: "unknown-kind", body: [1])
            ]
            try await worker.write("a=1", "b=3", refresh: refresh)
            try await worker.write("a=2", refresh: refresh)
            #expect(try await worker.store.load(worker.page).revision == 2)
            #expect(try await worker.store.collectContents(of: worker.page.feed, olderThan: .zero) == 1)
            await pool.close()
        }
    }
}

extension PageDatabase {
    fileprivate func fail(_ message: String, _ refresh: RefreshRecord) async throws {
        try await pool.withTransaction { transaction in
            let failure = RefreshFailure(class: "not-json", message: message)
            _ = try await store.store([RefreshWrite(of: page, .failed(failure), refresh)], in: transaction)
        }
    }
}

extension FindingRecord {
    fileprivate static func test(_ id: String) -> FindingRecord {
        FindingRecord(
            id: id,
            kind: "null-introduced",
            severity: .breaking,
            path: "/data/*/x",
            count: 2,
            of: 8,
            message: "null in 2 of 8"
        )
    }
}
