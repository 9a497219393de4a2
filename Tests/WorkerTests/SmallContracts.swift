import Contracts

/// A contract of two lists in one response, `/shelf`.
enum Shelf {
    static func contract(needsSecret: Bool = false, minItems: Int = 0) throws(ContractError) -> LoadedContract
    {
        let text = needsSecret ? feed.replacing(", \"optional\": true", with: "") : feed
        return try load(
            "shelf",
            text.replacing("\"items\": \"/*\"", with: "\"items\": \"/*\", \"minItems\": \(minItems)")
        )
    }

    static let feed = """
        {
          "feed": "shelf", "title": "Shelf", "contract": 1,
          "variables": {"base": {"default": "https://shelf.example.invalid", "description": "Where it is."}},
          "endpoints": {"list": {
            "url": "{base}/shelf", "schema": "anything.schema.json",
            "query": {"lang": "en", "size": "10"},
            "headers": {"Authorization": {"secret": "SHELF_TOKEN", "optional": true}},
            "success": {"pointer": "/ok", "equals": true}}},
          "sections": [
            {"from": "list", "at": "/books", "kind": "books", "title": [{"text": "Books"}], "items": "/*",
             "item": {"identity": ["/id"], "title": ["/id"]}},
            {"from": "list", "at": "/teas", "kind": "teas", "title": [{"text": "Teas"}], "items": "/*",
             "item": {"identity": ["/id"], "title": ["/id"]}}
          ],
          "refresh": {"intervalSeconds": 60},
          "policy": {"breaking": "hold-section", "warning": "accept", "info": "accept"}
        }
        """

    static func load(_ name: String, _ feed: String) throws(ContractError) -> LoadedContract {
        try ContractLoader.load(
            ContractFiles(
                folderName: name,
                contents: ["feed.json": Array(feed.utf8), "v1/anything.schema.json": Array("true".utf8)]
            )
        )
    }
}

/// A contract whose one endpoint comes in pages, `/paged?cursor=…`, at most three.
enum Paged {
    static func contract() throws(ContractError) -> LoadedContract { try Shelf.load("paged", feed) }

    private static let feed = """
        {
          "feed": "paged", "title": "Paged", "contract": 1,
          "variables": {"base": {"default": "https://paged.example.invalid", "description": "Where it is."}},
          "endpoints": {"list": {
            "url": "{base}/paged", "schema": "anything.schema.json",
            "success": {"pointer": "/ok", "equals": true},
            "errors": [{"equals": false, "means": "upstream-error"}],
            "paging": {"cursor": "/next", "more": "/more", "parameter": "cursor", "maxPages": 3}}},
          "sections": [
            {"from": "list", "each": "/blocks/*", "discriminator": "/type", "kinds": [
              \(["A", "B", "C", "D"].map(kind).joined(separator: ",\n"))
            ]}
          ],
          "refresh": {"intervalSeconds": 60},
          "policy": {"breaking": "hold-section", "warning": "accept", "info": "accept"}
        }
        """

    private static func kind(_ name: String) -> String {
        """
        {"when": "\(name)", "kind": "\(name.lowercased())", "title": [{"text": "\(name)"}], "items": "/items/*",
         "item": {"identity": ["/id"], "title": ["/id"]}}
        """
    }
}
