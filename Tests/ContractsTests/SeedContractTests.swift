import Contracts
import Foundation
import JSONCore
import Testing

@Suite struct SeedContractTests {
    @Test func `both seed feeds load`() throws {
        let contracts = try ContractLoader.loadAll(in: Sample.schemas).map(\.contract)
        #expect(contracts.map(\.feed.text) == ["netease-home", "profile"])
        #expect(contracts.map(\.version) == [1, 1])
    }

    @Test func `the kinds are those of a page, in its order`() throws {
        let kinds = try ContractLoader.loadAll(in: Sample.schemas).map { loaded in
            loaded.contract.sections.flatMap(\.kinds).map(\.kind)
        }
        #expect(
            kinds == [
                [
                    "banner", "playlist-rcmd", "style-rcmd", "music-mlog", "mgc-playlist", "music-calendar",
                    "official-playlist", "album-new-song", "voicelist-rcmd", "podcast24", "video-playlist",
                    "menus",
                ],
                ["name-and-picture", "about", "email", "attributes", "friends"],
            ]
        )
    }

    @Test func `the menus are optional and stand second`() throws {
        let contract = try ContractLoader.load(folder: Sample.schemas + "/netease-home").contract
        #expect(contract.endpoint(named: "menus")?.isOptional == true)
        #expect(contract.endpoint(named: "blocks")?.isOptional == false)
        guard case .whole(let menus) = contract.sections.last else {
            Issue.record("the last rule makes no section of a whole response")
            return
        }
        #expect(menus.insertAt == 1)
    }

    @Test func `every block of the sample has a kind and the drifted page has four without`() throws {
        let contract = try ContractLoader.load(folder: Sample.schemas + "/netease-home").contract
        #expect(try unknownBlocks(in: "v1/blocks.json", contract).isEmpty)
        #expect(
            try unknownBlocks(in: "drifted/blocks.2020-09.json", contract) == [
                "HOMEPAGE_BLOCK_MLOG", "HOMEPAGE_BLOCK_LISTEN_LIVE", "HOMEPAGE_BLOCK_PORTRAIT_RCMD",
                "HOMEPAGE_BLOCK_DJRADIO_RCMD",
            ]
        )
    }

    private func unknownBlocks(in sample: String, _ contract: Contract) throws -> [String] {
        guard case .blocks(let rule) = contract.sections.first else { return ["no rule for blocks"] }
        let path = Sample.schemas + "/netease-home/samples/" + sample
        let document = try JSONDocument(Array(Data(contentsOf: URL(filePath: path))))
        let blocks = try #require(document.root["data"]?["blocks"])
        return blocks.elements.filter { rule.kind(of: $0) == nil }.map { $0["blockCode"]?.string ?? "none" }
    }

    @Test(arguments: [
        (#"{"code": 200}"#, SuccessRule.Outcome.success),
        (#"{"code": 2e2}"#, .success),
        (#"{"code": 301}"#, .failure(.authRequired)),
        (#"{"code": -460}"#, .failure(.blocked)),
        (#"{"code": 503}"#, .failure(.rateLimited)),
        (#"{"code": 50002}"#, .failure(.upstreamError)),
        (#"{"code": "200"}"#, .failure(.upstreamError)),
        (#"{"type": "Buffer", "data": [123]}"#, .failure(.upstreamError)),
        ("null", .failure(.upstreamError)),
    ])
    func `an error body is classed before any schema`(body: String, outcome: SuccessRule.Outcome) throws {
        let contract = try ContractLoader.load(folder: Sample.schemas + "/netease-home").contract
        let rule = try #require(contract.endpoint(named: "blocks")?.success)
        #expect(rule.outcome(of: try JSONDocument(body).root) == outcome)
    }

    @Test func `shared schema files are among the documents`() throws {
        let schemas = try ContractLoader.load(folder: Sample.schemas + "/netease-home").schemas.compiled
        let shared = ["common.schema.json", "extinfo.schema.json"]
        #expect(shared.allSatisfy { schemas[$0] != nil })
        #expect(schemas.count == 16)
    }
}
