import Contracts
import Foundation
import HTTPServe
import Runtime
import Sandbox
import Testing

/// A feed of which an endpoint may be missing.
@Suite(.timeLimit(.minutes(10))) struct OptionalEndpointTests {
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
}
