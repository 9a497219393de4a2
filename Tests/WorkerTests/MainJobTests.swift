import Contracts
import Foundation
import HTTPServe
import Runtime
import Sandbox
import Testing

/// From `SELECT feedkeeper.enqueue(…)` to `SELECT … FROM feedkeeper.current_sections`.
@Suite(.timeLimit(.minutes(10))) struct MainJobTests {
    @Test func `both seed feeds come from one enqueue each to sections in SQL`() async throws {
        try await Stage.with { stage in
            let worker = try await stage.worker()
            try await stage.enqueue("netease-home")
            try await stage.enqueue("profile")
            await worker.runOnce()
            #expect(
                try await stage.page("netease-home") == [
                    "banner@1", "menus@1", "playlist-rcmd@1", "style-rcmd@1", "music-mlog@1",
                    "mgc-playlist@1",
                    "music-calendar@1", "official-playlist@1", "album-new-song@1", "voicelist-rcmd@1",
                    "podcast24@1",
                    "video-playlist@1",
                ]
            )
            #expect(
                try await stage.page("profile") == [
                    "name-and-picture@1", "about@1", "email@1", "attributes@1", "friends@1",
                ]
            )
            let ledger = try await stage.ledger()
            #expect(Set(ledger.map(\.feed)) == ["netease-home", "profile"])
            for row in ledger {
                #expect((row.status, row.verdict, row.attempt) == ("changed", "conforms", 1))
                #expect((row.revision, row.httpStatus) == (1, 200))
                #expect(row.findings.isEmpty)
            }
            #expect(
                ledger.first { $0.feed == "profile" }?.bytes
                    == Int64(try Repository.sample(Repository.routes[Repository.profilePath] ?? "").count)
            )
            #expect(try await stage.number("SELECT count(*) FROM feedkeeper.jobs") == 0)
            #expect(
                try await stage.texts(
                    "SELECT DISTINCT string_agg(k, ' ' ORDER BY k) FROM feedkeeper.refreshes r, jsonb_object_keys(r.steps) k GROUP BY r.id"
                )
                    == ["check diff fetch split store"]
            )
        }
    }

    @Test func `readers get items with identity, title, image, plays and action`() async throws {
        try await Stage.with { stage in
            try await stage.refresh("netease-home")
            let unnamed = try await stage.texts(
                "SELECT section_key FROM feedkeeper.current_items WHERE coalesce(identity, '') = '' OR identity LIKE 'h:%'"
            )
            #expect(unnamed.isEmpty)
            let menus = try await stage.texts(
                "SELECT identity || ' ' || title FROM feedkeeper.current_items WHERE kind = 'menus' ORDER BY item_position"
            )
            #expect(menus.prefix(2) == ["-1 Daily mix", "-6 Private radio"])
            let played = try await stage.texts(
                "SELECT DISTINCT kind FROM feedkeeper.current_items WHERE plays > 0 ORDER BY kind"
            )
            #expect(played.contains("playlist-rcmd") && played.contains("music-mlog"))
        }
    }

    // MARK: - Nothing new

    @Test func `a 304 writes only the ledger`() async throws {
        try await Stage.with { stage in
            try await stage.refresh("netease-home")
            let before = try await stage.content("netease-home")
            let row = try await stage.refresh("netease-home")
            #expect((row.status, row.httpStatus, row.bytes) == ("not-modified", 304, 0))
            #expect((row.revision, row.verdict) == (1, nil))
            #expect(try await stage.content("netease-home") == before)
            #expect(stage.upstream.requests.suffix(2).allSatisfy { $0.header("If-None-Match") != nil })
        }
    }

    @Test func `an equal body without validators is unchanged`() async throws {
        try await Stage.with { stage in
            // Another tag each time: the server does not know what we have.
            try stage.breakProfile { $0.headers = [.init(name: "ETag", value: "\"one\"")] }
            try await stage.refresh()
            let before = try await stage.content()
            try stage.breakProfile { $0.headers = [.init(name: "ETag", value: "\"two\"")] }
            let row = try await stage.refresh()
            #expect((row.status, row.httpStatus, row.revision) == ("unchanged", 200, 1))
            #expect(try await stage.content() == before)
        }
    }

    @Test func `a change of one endpoint fetches the other whole`() async throws {
        try await Stage.with { stage in
            try await stage.refresh("netease-home")
            let menus = try Repository.text("netease-home/samples/v1/menus.json")
            stage.serve(menus.replacing("Daily mix", with: "Daily blend"), at: Repository.menusPath)
            #expect(try await stage.refresh("netease-home").status == "changed")
            let page = try await stage.page("netease-home")
            #expect(page.prefix(3) == ["banner@1", "menus@2", "playlist-rcmd@1"])
            #expect(page.count == 12)
        }
    }

    @Test func `changed play counts alone make no new revision`() async throws {
        try await Stage.with { stage in
            try await stage.refresh("netease-home")
            let before = try await stage.content("netease-home")
            let text = try Repository.text("netease-home/samples/v1/blocks.json")
            let played = text.replacing(/"playCount": (\d+)/) { "\"playCount\": 9\($0.1)" }
            #expect(played != text)
            stage.serve(played, at: Repository.blocksPath)
            let row = try await stage.refresh("netease-home")
            #expect((row.status, row.revision) == ("unchanged", 1))
            #expect(try await stage.content("netease-home") == before)
        }
    }

    @Test func `contents that no page shows any more are deleted after a while`() async throws {
        try await Stage.with { stage in
            try await stage.refresh()
            let text = try Repository.text("profile/samples/v1/profile.json")
            stage.serve(text.replacing("@profile.example", with: "@other.example"), at: "/profile")
            try await stage.refresh()
            let shown = "(SELECT count(*) FROM feedkeeper.page_sections)"
            let kept = "(SELECT count(*) FROM feedkeeper.section_contents)"
            try await stage.until("\(kept) > \(shown)")
            try await stage.whileWorking({
                $0.housekeepingInterval = .milliseconds(20)
                $0.contentsKept = .zero
            }) { _ in
                try await stage.until("\(kept) = \(shown)")
            }
        }
    }

    // MARK: - Drift

    @Test func `a first page of which nothing can be shown is no page yet, and says what was wrong`()
        async throws
    {
        try await Stage.with(.init(contracts: [try Shelf.contract(minItems: 1)])) { stage in
            stage.serve(#"{"ok": true, "books": {}, "teas": {}}"#, at: "/shelf")
            let row = try await stage.refresh("shelf")
            #expect(row.findings == ["empty-section", "empty-section"])
            #expect(row.verdict == "drifted")
            #expect(try await stage.content("shelf") == nil)
        }
    }

    @Test func `a block that drifts is held while the others move on, until it is good again`() async throws {
        try await Stage.with { stage in
            try await stage.refresh("netease-home")
            let banners = try await stage.items(of: "banner")
            stage.upstream.serve(
                try Repository.blocks { blocks in
                    blocks[0]["extInfo"] = NSNull()
                    blocks[1]["uiElement"] = ["subTitle": ["title": "New title"]]
                },
                at: Repository.blocksPath
            )
            let row = try await stage.refresh("netease-home")
            #expect((row.status, row.verdict, row.revision) == ("changed", "drifted", 2))
            #expect(
                try await stage.page("netease-home").prefix(4) == [
                    "banner@1!broke-contract", "menus@1", "playlist-rcmd@2", "style-rcmd@1",
                ]
            )
            #expect(try await stage.items(of: "banner") == banners)
            let found = try await stage.findings()
            #expect(found.contains("null-introduced|/data/blocks/[blockCode=HOMEPAGE_BANNER]/extInfo|1"))
            #expect(try await stage.quarantine() == ["block|banner|section-held|1"])
            let since = try await stage.heldSince("banner")
            #expect(since.count == 1)

            // Still drifted: held since the first time.
            stage.upstream.serve(
                try Repository.blocks { $0[0]["extInfo"] = "gone" },
                at: Repository.blocksPath
            )
            try await stage.refresh("netease-home")
            #expect(try await stage.heldSince("banner") == since)

            let good = try Repository.sample("netease-home/samples/v1/blocks.json")
            stage.upstream.serve(good, at: Repository.blocksPath)
            #expect(try await stage.refresh("netease-home").verdict == "conforms")
            #expect(try await stage.heldSince("banner").isEmpty)
            #expect(try await stage.page("netease-home").first == "banner@1")
        }
    }

    @Test func `a held section under a 304 stays held and is said to be`() async throws {
        try await Stage.with { stage in
            try await stage.refresh("netease-home")
            stage.upstream.serve(
                try Repository.blocks { $0[0]["extInfo"] = NSNull() },
                at: Repository.blocksPath
            )
            #expect(try await stage.refresh("netease-home").status == "held")
            let row = try await stage.refresh("netease-home")
            #expect(row.status == "held")
            #expect(try await stage.page("netease-home").first == "banner@1!broke-contract")
        }
    }

    @Test func `an unknown kind goes to quarantine with a finding and costs nothing else`() async throws {
        try await Stage.with { stage in
            stage.upstream.serve(
                try Repository.blocks { $0.insert(["blockCode": "HOMEPAGE_NEW", "x": 1], at: 0) },
                at: Repository.blocksPath
            )
            let row = try await stage.refresh("netease-home")
            #expect((row.status, row.findings) == ("changed", ["kind-added"]))
            #expect(try await stage.page("netease-home").count == 12)
            #expect(try await stage.quarantine() == ["block|HOMEPAGE_NEW|kind-added|1"])
            #expect(try await stage.findings() == ["kind-added|/data/blocks/[blockCode=HOMEPAGE_NEW]|1"])
            #expect(
                try await stage.texts(
                    "SELECT convert_from(body, 'UTF8')::jsonb ->> 'x' FROM feedkeeper.quarantine"
                ) == ["1"]
            )
        }
    }

    @Test func `a vanished block is kept where it was, and comes back`() async throws {
        try await Stage.with { stage in
            try await stage.refresh("netease-home")
            stage.upstream.serve(try Repository.blocks { $0.remove(at: 1) }, at: Repository.blocksPath)
            #expect(try await stage.refresh("netease-home").findings == ["kind-missing"])
            #expect(
                try await stage.page("netease-home").prefix(4) == [
                    "banner@1", "menus@1", "playlist-rcmd@1!vanished", "style-rcmd@1",
                ]
            )
            stage.upstream.serve(
                try Repository.sample("netease-home/samples/v1/blocks.json"),
                at: Repository.blocksPath
            )
            try await stage.refresh("netease-home")
            #expect(
                try await stage.page("netease-home").prefix(3) == ["banner@1", "menus@1", "playlist-rcmd@1"]
            )
        }
    }

    @Test(arguments: [
        #"{"code": 200, "data": {}}"#, #"{"code": 200, "data": null}"#,
        #"{"code": 200, "data": {"blocks": null}}"#,
        #"{"code": 200, "data": {"blocks": {"0": {}}}}"#,
    ])
    func `an answer in which the blocks cannot be found holds the page`(body: String) async throws {
        try await Stage.with { stage in
            try await stage.refresh("netease-home")
            let good = try await stage.content("netease-home")
            stage.serve(body, at: Repository.blocksPath)
            let row = try await stage.refresh("netease-home")
            #expect((row.status, row.verdict, row.revision) == ("held", "drifted", 1))
            #expect(try await stage.content("netease-home") == good)
            let found = try await stage.findings()
            #expect(found.count == 1)
            // Its tag must not make the next one a 304.
            #expect(try await stage.refresh("netease-home").status == "held")
            #expect(try await stage.findings().first?.hasSuffix("|2") == true)
        }
    }

    @Test func `findings keep when they were first seen and count the refreshes that showed them`()
        async throws
    {
        try await Stage.with { stage in
            stage.upstream.serve(
                try Repository.blocks { $0[0]["blockCode"] = "HOMEPAGE_NEW" },
                at: Repository.blocksPath
            )
            try await stage.refresh("netease-home")
            let firstSeen = "SELECT first_seen::text FROM feedkeeper.findings WHERE kind = 'kind-added'"
            let before = try await stage.texts(firstSeen)
            stage.upstream.serve(
                try Repository.blocks { blocks in
                    blocks[0]["blockCode"] = "HOMEPAGE_NEW"
                    blocks[1]["uiElement"] = ["subTitle": ["title": "Another"]]
                },
                at: Repository.blocksPath
            )
            try await stage.refresh("netease-home")
            #expect(
                try await stage.texts(
                    "SELECT occurrences::text FROM feedkeeper.findings WHERE kind = 'kind-added'"
                ) == ["2"]
            )
            #expect(
                try await stage.texts(
                    "SELECT (first_seen < last_seen)::text FROM feedkeeper.findings WHERE kind = 'kind-added'"
                ) == [
                    "true"
                ]
            )
            #expect(try await stage.texts(firstSeen) == before)
        }
    }

    // MARK: - The optional endpoint

    @Test(arguments: ["404", "500", "html", "error", "cut"])
    func `menus that fail are kept, and are current again when they come back`(failure: String) async throws {
        try await Stage.with { stage in
            try await stage.refresh("netease-home")
            let menus = try await stage.items(of: "menus")
            try stage.breakMenus(failure)
            let row = try await stage.refresh("netease-home")
            #expect(row.status == "held", "\(row.error ?? "")")
            #expect(row.findings.contains("kind-missing"))
            #expect(try await stage.page("netease-home").prefix(2) == ["banner@1", "menus@1!vanished"])
            #expect(try await stage.items(of: "menus") == menus)
            #expect(try await stage.quarantine().count == 1)

            stage.upstream.serve(
                try Repository.sample("netease-home/samples/v1/menus.json"),
                at: Repository.menusPath
            )
            #expect(try await stage.refresh("netease-home").status == "unchanged")
            #expect(try await stage.page("netease-home").prefix(2) == ["banner@1", "menus@1"])
            #expect(try await stage.refresh("netease-home").status == "not-modified")
        }
    }

    @Test func `menus that never came do not stop the page`() async throws {
        try await Stage.with { stage in
            stage.upstream.remove(path: Repository.menusPath)
            #expect(try await stage.refresh("netease-home").status == "changed")
            let page = try await stage.page("netease-home")
            #expect(page.count == 11 && page[1] == "playlist-rcmd@1")
        }
    }

    @Test func `an empty list of menus is a finding and the good ones stay`() async throws {
        try await Stage.with { stage in
            try await stage.refresh("netease-home")
            let menus = try await stage.items(of: "menus")
            stage.serve(#"{"code": 200, "data": []}"#, at: Repository.menusPath)
            let row = try await stage.refresh("netease-home")
            #expect((row.status, row.findings) == ("held", ["empty-section"]))
            #expect(try await stage.page("netease-home")[1] == "menus@1!broke-contract")
            #expect(try await stage.items(of: "menus") == menus)
        }
    }

    // MARK: - Requests

    @Test func `variants are pages of their own`() async throws {
        try await Stage.with { stage in
            try await stage.refresh()
            let sample = try Repository.text("profile/samples/v1/profile.json")
            stage.serve(sample.replacing("Orla Fenn", with: "Rosa Lind"), at: Repository.profilePath)
            #expect(try await stage.refresh(variant: "rosa").revision == 1)
            let names = try await stage.texts(
                "SELECT variant || '=' || title FROM feedkeeper.current_items WHERE kind = 'name-and-picture' ORDER BY variant"
            )
            #expect(names == ["=Orla Fenn", "rosa=Rosa Lind"])
        }
    }

    @Test func `parameters reach the query, percent-encoded, and win over the contract's`() async throws {
        try await Stage.with(.init(contracts: [try Shelf.contract()])) { stage in
            stage.serve(#"{"ok": true, "books": [{"id": "a"}]}"#, at: "/shelf")
            try await stage.refresh(
                "shelf",
                params: #"{"lang": "de", "page": 2, "all": true, "none": null, "q": "a b&c=ü+/?#%"}"#
            )
            let items = try #require(stage.upstream.requests.last).queryItems.map { "\($0.name)=\($0.value)" }
            #expect(Set(items) == ["size=10", "lang=de", "page=2", "all=true", "q=a b&c=ü+/?#%"])
            #expect(items.count == 5)
        }
    }

    @Test func `a trace context goes into the header and the log, as a part of its own, and into no query`()
        async throws
    {
        let (trace, span) = ("0af7651916cd43dd8448eb211c80319c", "b7ad6b7169203331")
        try await Stage.with { stage in
            try await stage.refresh(params: #"{"traceparent": "00-\#(trace)-\#(span)-01"}"#)
            let request = try #require(stage.upstream.requests.last)
            let fields = try #require(request.header("traceparent")).split(separator: "-").map(String.init)
            #expect([fields[0], fields[1], fields[3]] == ["00", trace, "01"])
            #expect(fields[2] != span)
            #expect(request.queryItem("traceparent") == nil)
            #expect(stage.log.text.contains("trace=\(trace) span=\(fields[2])"))
        }
    }

    @Test(arguments: [#"{"q": [1]}"#, #"{"q": {}}"#])
    func `a parameter that no query can carry kills the job with its name`(params: String) async throws {
        try await Stage.with { stage in
            let row = try await stage.refresh(params: params)
            #expect((row.status, row.errorClass) == ("failed", "bad-parameters"))
            #expect(row.error?.contains("q is") == true)
            #expect(try await stage.fate() == .dies)
        }
    }

    @Test func `a secret reaches the header and appears nowhere else`() async throws {
        let options = Stage.Options(
            contracts: [try Shelf.contract()],
            secrets: ["SHELF_TOKEN": Secret("hush-hush-4711")]
        )
        try await Stage.with(options) { stage in
            stage.serve(#"{"ok": true, "books": [{"id": "a"}]}"#, at: "/shelf")
            try await stage.refresh("shelf")
            #expect(stage.upstream.requests.last?.header("Authorization") == "hush-hush-4711")
            stage.serve("<html>", at: "/shelf")
            try await stage.refresh("shelf")
            stage.upstream.stop()
            try await stage.refresh("shelf")
            #expect(try await stage.ledger().map(\.status) == ["changed", "failed", "failed"])
            for table in [
                "refreshes", "findings", "quarantine", "jobs", "dead_jobs", "pages", "section_contents",
            ] {
                #expect(
                    try await stage.number(
                        "SELECT count(*) FROM feedkeeper.\(table) t WHERE t::text LIKE '%4711%'"
                    ) == 0
                )
            }
            let hex = "encode(body, 'escape')"
            #expect(
                try await stage.number(
                    "SELECT count(*) FROM feedkeeper.quarantine WHERE \(hex) LIKE '%4711%'"
                ) == 0
            )
            #expect(!stage.log.text.contains("4711"))
            #expect(stage.log.text.contains("refresh failed"))
        }
    }

    @Test func `a secret that is not set kills the job with the variable to set`() async throws {
        try await Stage.with(.init(contracts: [try Shelf.contract(needsSecret: true)])) { stage in
            stage.serve(#"{"ok": true}"#, at: "/shelf")
            let row = try await stage.refresh("shelf")
            #expect(row.errorClass == "secret-missing")
            #expect(row.error?.contains("FEEDKEEPER_SECRET_SHELF_TOKEN") == true)
            #expect(stage.upstream.requests.isEmpty)
            #expect(try await stage.fate() == .dies)
        }
    }
}

extension Stage {
    fileprivate func items(of kind: String) async throws -> [String] {
        try await texts(
            "SELECT raw::text FROM feedkeeper.current_items WHERE kind = '\(kind)' ORDER BY item_position"
        )
    }

    fileprivate func heldSince(_ key: String) async throws -> [String] {
        try await texts(
            "SELECT held_since::text FROM feedkeeper.current_sections WHERE section_key = '\(key)'"
        )
    }

    fileprivate func breakMenus(_ failure: String) throws {
        guard failure != "404" else { return upstream.remove(path: Repository.menusPath) }
        try breakRoute(Repository.menusPath) { fault in
            switch failure {
            case "500": fault.status = 500
            case "html": fault.rawBody = Array("<html>".utf8)
            case "error": fault.rawBody = Array(#"{"code": 502}"#.utf8)
            default: fault.delivery.declaredBytes = 100_000
            }
        }
    }
}
