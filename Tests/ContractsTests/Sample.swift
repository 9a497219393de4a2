import Contracts
import Foundation

/// A small contract folder in memory, sound unless a test spoils it.
enum Sample {
    static let feed = """
        {
          "feed": "shop",
          "title": "Shop window",
          "contract": 1,
          "variables": {"base": {"default": "https://shop.example", "description": "Where the shop is."}},
          "endpoints": {
            "window": {
              "url": "{base}/window",
              "headers": {"Authorization": {"secret": "SHOP_TOKEN"}},
              "schema": "window.schema.json",
              "success": {"pointer": "/ok", "equals": true}
            }
          },
          "sections": [
            {"from": "window", "each": "/shelves/*", "discriminator": "/type",
             "volatile": ["/**/views"],
             "kinds": [
               {"when": "BOOKS", "kind": "books", "schema": "blocks/books.schema.json", "title": ["/name"],
                "items": "/rows/*/books/*",
                "item": {"identity": ["/isbn", ["/series", "/number"]], "title": ["/title", "2/title"]}},
               {"when": "TEAS", "kind": "teas", "title": [{"text": "Teas"}], "items": "/teas/*",
                "item": {"identity": ["/id"]}}
             ]},
            {"from": "window", "at": "/hours", "kind": "hours", "title": [{"text": "Hours"}], "items": "",
             "item": {"identity": [{"text": "hours"}], "title": [""]}}
          ],
          "refresh": {"intervalSeconds": 60},
          "policy": {"breaking": "hold-section", "warning": "accept", "info": "accept"}
        }
        """

    /// The folder with `changes` made to `feed.json`, each a text and what stands there instead.
    static func files(_ changes: [(String, String)] = [], folder: String = "shop") -> ContractFiles {
        let text = changes.reduce(feed) { $0.replacing($1.0, with: $1.1) }
        let schema = Array("{\n  \"type\": \"object\"\n}\n".utf8)
        return ContractFiles(
            folderName: folder,
            contents: [
                "feed.json": Array(text.utf8),
                "v1/window.schema.json": schema,
                "v1/blocks/books.schema.json": schema,
            ]
        )
    }

    /// What the loader says about the folder.
    static func problems(_ files: ContractFiles) -> [ContractProblem] {
        do throws(ContractError) {
            _ = try ContractLoader.load(files)
            return []
        } catch {
            return error.problems
        }
    }

    /// `Schemas` of this repository.
    static let schemas = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Schemas").path
}
