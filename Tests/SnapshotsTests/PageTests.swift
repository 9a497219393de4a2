import Postgres
import Snapshots
import Testing

@Suite(.timeLimit(.minutes(5))) struct PageTests {
    @Test func `a page that was never stored is at revision 0 and nobody sees it`() async throws {
        try await PageDatabase.with { database in
            let stored = try await database.store.load(database.page)
            #expect(stored.revision == 0)
            #expect(stored.sections.isEmpty)
            #expect(try await database.text("SELECT feedkeeper.page('netease-home')::text") == nil)
        }
    }

    @Test func `readers see what was stored, in order`() async throws {
        try await PageDatabase.with { database in
            let outcome = try await database.write("banner=one", "menus=two")
            #expect(outcome.revision == 1)
            #expect(outcome.status == .changed)
            #expect(try await database.read() == ["banner=one@1", "menus=two@1"])
            let stored = try await database.store.load(database.page)
            #expect(stored.revision == 1)
            #expect(stored.contractVersion == 1)
            #expect(stored.sections.map(\.key) == ["banner", "menus"])
            #expect(stored.sections.map(\.position) == [0, 1])
            #expect(stored.sections.map(\.digest) == ["one", "two"].map { Array("digest of \($0)".utf8) })
        }
    }

    @Test func `the page and its items can be read with SQL`() async throws {
        try await PageDatabase.with { database in
            try await database.write("banner=one", "menus=two")
            let page = try await database.text(
                """
                SELECT p ->> 'revision' || ' ' || (p -> 'sections' -> 1 ->> 'key') || ' '
                    || (p -> 'sections' -> 1 -> 'items' -> 0 ->> 'action')
                FROM feedkeeper.page('netease-home') AS p
                """
            )
            #expect(page == "1 menus go")
            let items = try await database.text(
                """
                SELECT string_agg(concat_ws('/', position, section_key, item_position, identity, occurrence, title,
                    plays, action, raw ->> 'id'), ' ' ORDER BY position, item_position)
                FROM feedkeeper.current_items
                """
            )
            #expect(items == "0/banner/0/banner/0/T/12/go/1 1/menus/0/menus/0/T/12/go/1")
        }
    }

    @Test func `equal content writes the ledger and nothing else`() async throws {
        try await PageDatabase.with { database in
            try await database.write("banner=one", "menus=two")
            let rows = "SELECT string_agg(xmin::text, ',' ORDER BY section_key) FROM feedkeeper.page_sections"
            let before = try await database.text(rows)
            let outcome = try await database.write("banner=one", "menus=two")
            #expect(outcome.revision == 1)
            #expect(outcome.status == .unchanged)
            #expect(try await database.text(rows) == before)
            #expect(try await database.count("section_contents") == 2)
            #expect(try await database.count("refreshes") == 2)
        }
    }

    @Test func `a changed section moves the page's revision and its own, and no other's`() async throws {
        try await PageDatabase.with { database in
            try await database.write("banner=one", "menus=two")
            let outcome = try await database.write("banner=new", "menus=two")
            #expect(outcome.revision == 2)
            #expect(try await database.read() == ["banner=new@2", "menus=two@1"])
        }
    }

    @Test func `a page can be put into any other order`() async throws {
        try await PageDatabase.with { database in
            try await database.write("a=1", "b=2", "c=3", "d=4")
            let outcome = try await database.write("d=4", "c=3", "b=2", "new=5", "a=1")
            #expect(outcome.status == .changed)
            #expect(try await database.read() == ["d=4@1", "c=3@1", "b=2@1", "new=5@2", "a=1@1"])
        }
    }

    @Test func `a held section keeps its content and the moment since when`() async throws {
        try await PageDatabase.with { database in
            try await database.write("banner=one", "menus=two")
            let held = try await database.write("banner", "menus=two")
            #expect(held.status == .held)
            #expect(held.revision == 1)
            #expect(try await database.read() == ["banner=one@1!broke-contract", "menus=two@1"])
            let counts = "SELECT string_agg(item_count::text, ' ') FROM feedkeeper.current_sections"
            #expect(try await database.text(counts) == "1 1")
            let since = try await database.store.load(database.page).sections.first?.heldSince
            #expect(since != nil)
            #expect(try await database.write("banner", "menus=new").status == .changed)
            #expect(try await database.store.load(database.page).sections.first?.heldSince == since)
            #expect(try await database.write("banner=one", "menus=new").status == .unchanged)
            #expect(try await database.read() == ["banner=one@1", "menus=new@2"])
        }
    }

    @Test func `a held section that was never good has no place`() async throws {
        try await PageDatabase.with { database in
            try await database.write("banner", "menus=two")
            #expect(try await database.read() == ["menus=two@1"])
        }
    }

    @Test func `a vanished section stays behind the one it followed until somebody removes it`() async throws
    {
        try await PageDatabase.with { database in
            try await database.write("first=0", "a=1", "b=2", "c=3")
            #expect(try await database.write("c=3", "a=1").status == .changed)
            #expect(
                try await database.read() == ["first=0@1!vanished", "c=3@1", "a=1@1", "b=2@1!vanished"]
            )
            #expect(try await database.write("c=3", "a=1").status == .held)
            #expect(
                try await database.text("SELECT feedkeeper.remove_section('netease-home', 'b')::text")
                    == "true"
            )
            #expect(
                try await database.text("SELECT feedkeeper.remove_section('netease-home', 'b')::text")
                    == "false"
            )
            #expect(try await database.read() == ["first=0@1!vanished", "c=3@1", "a=1@1"])
            #expect(try await database.write("c=3", "a=1", "b=4").revision == 4)
        }
    }

    @Test func `a page without sections deletes nothing`() async throws {
        try await PageDatabase.with { database in
            try await database.write("a=1", "b=2")
            #expect(try await database.write().status == .held)
            #expect(try await database.read() == ["a=1@1!vanished", "b=2@1!vanished"])
        }
    }

    @Test func `a key with two places is refused and nothing is written`() async throws {
        try await PageDatabase.with { database in
            let refused = try await #require(throws: SnapshotError.self) {
                try await database.write("a=1", "a=2")
            }
            #expect(refused.code == .duplicateSection)
            #expect(refused.section == "a")
            #expect(try await database.count("pages") == 0)
        }
    }

    @Test func `what the endpoints sent is kept for each endpoint`() async throws {
        try await PageDatabase.with { database in
            let blocks = EndpointValidators(endpoint: "blocks", etag: "\"a\"", bodyDigest: [0, 255])
            let menus = EndpointValidators(endpoint: "menus", lastModified: "Tue, 04 May 2021 10:00:00 GMT")
            try await database.storeUnchanged([blocks, menus])
            let newer = EndpointValidators(endpoint: "blocks", etag: "\"b\"")
            try await database.storeUnchanged([newer])
            let stored = try await database.store.load(database.page)
            #expect(Set(stored.validators) == [newer, menus])
            #expect(
                try await database.text("SELECT string_agg(status, ',') FROM feedkeeper.refreshes")
                    == "not-modified,not-modified"
            )
        }
    }

    @Test func `a new revision is announced with its number and without its content`() async throws {
        try await PageDatabase.with { database in
            let events = PGListener(database.configuration).notifications(on: ["feedkeeper_pages", "done"])
            var payloads: [String] = []
            for await event in events {
                if event == .listening {
                    try await database.write("a=1")
                    try await database.write("a=1")
                    try await database.write("a=2")
                    try await database.pool.execute(sql("NOTIFY done"))
                }
                guard case .notification(let notification) = event else { continue }
                if notification.channel == "done" { break }
                payloads.append(notification.payload)
            }
            #expect(
                payloads == [1, 2].map { #"{"feed" : "netease-home", "variant" : "", "revision" : \#($0)}"# }
            )
        }
    }

    @Test func `contents that no page shows are collected when they are old enough`() async throws {
        try await PageDatabase.with { database in
            try await database.write("a=1", "b=2")
            try await database.write("a=new", "b=2")
            let feed = database.page.feed
            #expect(try await database.store.collectContents(of: feed, olderThan: .seconds(3600)) == 0)
            #expect(try await database.store.collectContents(of: "other", olderThan: .zero) == 0)
            #expect(try await database.store.collectContents(of: feed, olderThan: .zero) == 1)
            #expect(try await database.read() == ["a=new@2", "b=2@1"])
        }
    }
}

@Suite(.timeLimit(.minutes(5))) struct PageConcurrencyTests {
    @Test func `readers see all of one revision while pages are written`() async throws {
        try await PageDatabase.with { database in
            try await database.write("a=0", "b=0", "c=0")
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { try await database.writeRevisions(1...40) }
                group.addTask { try await database.readUntil(revision: 41) }
                try await group.waitForAll()
            }
        }
    }

    @Test func `two writers of one page follow each other`() async throws {
        try await PageDatabase.with { database in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for writer in 1...4 {
                    group.addTask {
                        for turn in 1...5 {
                            try await database.write("a=\(writer).\(turn)", "b=\(writer).\(turn)")
                        }
                    }
                }
                try await group.waitForAll()
            }
            #expect(try await database.store.load(database.page).revision == 20)
        }
    }
}

extension PageDatabase {
    fileprivate func storeUnchanged(_ validators: [EndpointValidators]) async throws {
        let write = RefreshWrite(of: page, .unchanged(.notModified, validators: validators), .test)
        _ = try await pool.withTransaction { try await store.store([write], in: $0) }
    }

    fileprivate func writeRevisions(_ revisions: ClosedRange<Int>) async throws {
        for revision in revisions {
            try await write("a=\(revision)", "b=\(revision)", "c=\(revision)")
        }
    }

    /// Every section of a read says the page's revision less one.
    fileprivate func readUntil(revision last: Int) async throws {
        let statement = sql(
            """
            SELECT (p ->> 'revision')::int AS revision,
                array(SELECT DISTINCT s ->> 'title' FROM jsonb_array_elements(p -> 'sections') s) AS titles
            FROM feedkeeper.page('netease-home') AS p
            """
        )
        var revision = 0
        while revision < last {
            let row = try await pool.query(statement).only
            revision = try row.int("revision")
            let titles = try row.texts("titles")
            #expect(titles == ["\(revision - 1)"])
        }
    }
}
