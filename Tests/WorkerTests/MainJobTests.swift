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
}
