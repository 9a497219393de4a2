import Contracts
import Foundation
import HTTPServe
import Runtime
import Sandbox
import Testing

/// What readers see when responses drift.
@Suite(.timeLimit(.minutes(10))) struct DriftingPageTests {
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
}
