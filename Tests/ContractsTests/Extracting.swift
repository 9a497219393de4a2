import Contracts
import Drift
import Foundation
import JSONCore

/// A contract with one endpoint `list` and the given rule for its sections.
func contract(_ sections: String, policy: String = "hold-section") throws -> LoadedContract {
    let feed = #"""
        {
          "feed": "small", "title": "Small", "contract": 1,
          "endpoints": {"list": {
            "url": "https://small.example/list", "schema": "any.schema.json",
            "success": {"pointer": "/ok", "equals": true}}},
          "sections": [\#(sections)],
          "refresh": {"intervalSeconds": 60},
          "policy": {"breaking": "\#(policy)", "warning": "accept", "info": "accept"}
        }
        """#
    return try ContractLoader.load(
        ContractFiles(
            folderName: "small",
            contents: ["feed.json": Array(feed.utf8), "v1/any.schema.json": Array("true".utf8)]
        )
    )
}

/// What a feed's responses come to, by the name of their endpoint.
func page(_ loaded: LoadedContract, _ responses: [(endpoint: String, body: [UInt8])]) throws -> PageReading {
    var check = PageCheck(loaded)
    for response in responses {
        guard let endpoint = loaded.contract.endpoint(named: response.endpoint) else { continue }
        check.add(try JSONDocument(response.body), of: endpoint, input: response.endpoint)
    }
    return SectionExtractor(check).page()
}

func page(_ loaded: LoadedContract, _ body: String) throws -> PageReading {
    try page(loaded, [("list", Array(body.utf8))])
}

/// The home page made of samples, `blocks` and, when named, `menus`.
func homePage(_ blocks: String, menus: String? = "v1/menus.json") throws -> PageReading {
    let folder = Sample.schemas + "/netease-home"
    let names = [("blocks", blocks)] + (menus.map { [("menus", $0)] } ?? [])
    return try page(
        ContractLoader.load(folder: folder),
        names.map { ($0.0, Array(try Data(contentsOf: URL(filePath: "\(folder)/samples/\($0.1)")))) }
    )
}

extension PageReading {
    /// Keys in page order, those of held sections with `!`.
    var keys: [String] { sections.map { $0.section.key + ($0.isHeld ? "!" : "") } }

    /// Findings as `kind path count/of`.
    var lines: [String] { findings.map { "\($0.kind.rawValue) \($0.path) \($0.count)/\($0.of)" } }
}
