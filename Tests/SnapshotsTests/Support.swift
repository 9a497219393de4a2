import Postgres
import Sandbox
import Snapshots
import Testing

/// A migrated database of one test, and a store on it.
struct PageDatabase {
    let configuration: PGConfiguration
    let pool: PGPool
    let store: SnapshotStore
    let page = PageID(feed: "netease-home")

    static func with<Value>(_ body: (PageDatabase) async throws -> Value) async throws -> Value {
        try await TestDatabase.with { database in
            let pool = PGPool(database.configuration)
            let database = PageDatabase(
                configuration: database.configuration,
                pool: pool,
                store: SnapshotStore(pool: pool)
            )
            let value = try await body(database)
            await pool.close()
            return value
        }
    }
}

extension PageDatabase {
    /// Stores a page of sections written as `key=content`, `key` alone for one that is held.
    @discardableResult
    func write(
        _ sections: String...,
        refresh: RefreshRecord = .test
    ) async throws -> StoreOutcome {
        let write = PageWrite(
            page: page,
            contractVersion: 1,
            sections: sections.map(SectionPlacement.init(test:))
        )
        return try await pool.withTransaction { transaction in
            try await store.store(write, refresh, in: transaction)
        }
    }

    /// The page as readers see it, in the form of ``write(_:refresh:)`` with revision and reason for holding:
    /// `key=content@revision!reason`.
    func read() async throws -> [String] {
        let rows = try await pool.query(
            sql(
                """
                SELECT section_key || '=' || title || '@' || revision || coalesce('!' || held_reason, '') AS section
                FROM feedkeeper.current_sections ORDER BY position
                """
            )
        )
        var sections: [String] = []
        for row in rows { sections.append(try row.text("section")) }
        return sections
    }

    func text(_ query: String) async throws -> String? {
        try await pool.query(sql(query)).only.optionalText(0)
    }

    func count(_ table: String) async throws -> Int {
        try await pool.query(sql("SELECT count(*) FROM feedkeeper.\(table)")).only.int(0)
    }
}

extension SnapshotStore {
    /// Writes one page.
    func store(
        _ write: PageWrite,
        _ refresh: RefreshRecord,
        in transaction: PGTransaction
    ) async throws(SnapshotError) -> StoreOutcome {
        try await store([RefreshWrite(write, refresh)], in: transaction)[0]
    }
}

extension RefreshRecord {
    static var test: RefreshRecord {
        RefreshRecord(jobID: 7, attempt: 1, elapsed: .milliseconds(1500), contractVersion: 1)
    }
}

extension SectionPlacement {
    init(test text: String) {
        let parts = text.split(separator: "=").map(String.init)
        guard parts.count == 2 else {
            self = .held(key: text, reason: "broke-contract")
            return
        }
        self = .fresh(SectionWrite(key: parts[0], content: parts[1]))
    }
}

extension SectionWrite {
    /// A section whose title and one item say `content`.
    init(key: String, content: String) {
        self.init(
            key: key,
            kind: "banner",
            title: content,
            layout: "row",
            digest: Array("digest of \(content)".utf8),
            contentJSON:
                #"{"title": "\#(content)", "items": [{"identity": "\#(key)", "occurrence": 0, "title": "T", "image": null, "plays": 12, "action": "go", "raw": {"id": 1}}]}"#,
            itemCount: 1,
            contractVersion: 1
        )
    }
}

/// A statement of a test.
func sql(_ text: String) -> SQLStatement {
    SQLStatement(name: "test", text: text)
}
