import Contracts
import Foundation
import Postgres
import Testing
import Worker

/// The tables that grow, in hash partitions by feed as `docs/partition-by-feed.sql` makes them.
@Suite(.timeLimit(.minutes(10))) struct PartitionTests {
    private static let feeds = (0..<12).map { "shelf-\($0)" }
    private static let partitioned = [
        "findings", "page_sections", "pages", "quarantine", "refreshes", "section_contents",
    ]

    @Test func `four workers over four partitions do every job once, and readers see what they saw`()
        async throws
    {
        try await onShelves { stage in
            try await stage.refresh("shelf-0")
            let before = try await stage.content("shelf-0")
            try await stage.partition()
            #expect(try await stage.content("shelf-0") == before)
            for feed in Self.feeds {
                for variant in ["a", "b", "c"] { try await stage.enqueue(feed, variant: variant) }
            }
            let workers = try await [stage.worker(), stage.worker(), stage.worker(), stage.worker()]
            await withTaskGroup { group in
                for worker in workers { group.addTask { await worker.runOnce() } }
            }
            #expect(try await stage.number("SELECT count(*) FROM feedkeeper.jobs") == 0)
            #expect(try await stage.ledger().map(\.attempt) == Array(repeating: 1, count: 37))
            for feed in Self.feeds {
                for variant in ["a", "b", "c"] {
                    #expect(try await stage.page(feed, variant: variant) == ["books@1", "teas@1"])
                }
            }
            let used = "SELECT count(DISTINCT tableoid) FROM feedkeeper."
            for table in ["pages", "page_sections", "section_contents", "refreshes"] {
                #expect(try await stage.number(used + table) == 4, "\(table)")
            }
        }
    }

    @Test func `what drifts is held and kept in partitions, too`() async throws {
        try await onShelves { stage in
            try await stage.refresh("shelf-0")
            try await stage.partition()
            stage.serve(#"{"ok": true, "books": [{"id": 1}], "teas": [{"id": 3}, {"id": 4}]}"#, at: "/shelf")
            try await stage.refresh("shelf-0")
            #expect(try await stage.page("shelf-0") == ["books@1!broke-contract", "teas@1"])
            #expect(try await stage.quarantine().count == 1)
        }
    }

    @Test func `a second run is refused and changes nothing`() async throws {
        try await onShelves { stage in
            try await stage.refresh("shelf-0")
            try await stage.partition()
            let before = try await stage.content("shelf-0")
            await #expect(throws: PGError.self) { try await stage.partition() }
            #expect(try await stage.content("shelf-0") == before)
            let kinds = try await stage.texts(
                """
                SELECT relname FROM pg_class WHERE relnamespace = 'feedkeeper'::regnamespace AND relkind = 'p' ORDER BY 1
                """
            )
            #expect(kinds == Self.partitioned)
        }
    }

    private func onShelves(_ body: (Stage) async throws -> Void) async throws {
        let contracts = try Self.feeds.map { name in
            try Shelf.load(
                name,
                Shelf.feed.replacing(#""feed": "shelf""#, with: #""feed": "\#(name)""#)
                    .replacing(#""items": "/*""#, with: #""items": "/*", "minItems": 2"#)
            )
        }
        try await Stage.with(.init(contracts: contracts)) { stage in
            stage.serve(
                #"{"ok": true, "books": [{"id": 1}, {"id": 2}], "teas": [{"id": 3}, {"id": 4}]}"#,
                at: "/shelf"
            )
            try await body(stage)
        }
    }
}

extension Stage {
    /// Runs the script as the owner of the schema would.
    fileprivate func partition() async throws {
        let file = Repository.folder.appending(path: "docs/partition-by-feed.sql")
        let script = SQLStatement(name: "partition-by-feed", utf8: Array(try Data(contentsOf: file)))
        let connection = try await PGConnection.connect(database)
        do {
            try await connection.script(script)
            await connection.close()
        } catch {
            await connection.close()
            throw error
        }
    }
}
