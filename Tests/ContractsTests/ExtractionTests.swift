import Contracts
import SectionModel
import Testing

/// From checked responses to sections and items.
@Suite struct ExtractionTests {
    /// A rule for `/blocks/*` with one kind of block, `K`.
    private func blocks(
        _ kind: String,
        volatile: String = "[]",
        unknown: String = "quarantine"
    ) throws -> LoadedContract {
        try contract(
            #"""
            {"from": "list", "each": "/blocks/*", "discriminator": "/type", "unknownKind": "\#(unknown)",
             "volatile": \#(volatile), "kinds": [{"when": "K", "kind": "k", "title": ["/title", {"text": "T"}], \#(kind)}]}
            """#
        )
    }

    private func items(_ kind: String, _ block: String) throws -> [Item] {
        let page = try page(blocks(kind), #"{"ok": true, "blocks": [{"type": "K", \#(block)}]}"#)
        return page.sections.flatMap(\.section.items)
    }

    // MARK: - Paths

    @Test(arguments: [
        (#""a": "x", "b": "y""#, "x"), (#""b": "y""#, "y"), (#""a": null, "b": "y""#, "y"),
        (#""a": "", "b": "y""#, "y"),
        (#""a": {}, "b": "y""#, "y"), (#""a": [], "b": 7"#, "7"), (#""a": 1.50"#, "1.50"),
        (#""a": -12345678901234567890"#, "-12345678901234567890"),
    ])
    func `the first path with a text or number wins`(members: String, title: String) throws {
        let rule = #""items": "/rows/*", "item": {"identity": [{"text": "i"}], "title": ["/a", "/b"]}"#
        #expect(try items(rule, #""rows": [{\#(members)}]"#).map(\.title) == [title])
    }

    @Test func `a fixed text is what is left in the end`() throws {
        let rule = #""items": "/rows/*", "item": {"identity": ["/id", {"text": "fixed"}]}"#
        #expect(try items(rule, #""rows": [{"id": "a"}, {}]"#).map(\.identity) == ["a", "fixed"])
    }

    @Test func `a path may go up to what holds the item, past the lists between`() throws {
        let rule = #"""
            "items": "/creatives/*/resources/*",
            "item": {"identity": ["/id"], "title": ["2/name"], "image": ["4/picture"], "action": ["/action", "2/action"]}
            """#
        let found = try items(
            rule,
            #"""
            "picture": "p", "creatives": [
              {"name": "one", "action": "up", "resources": [{"id": 1, "action": "own"}, {"id": 2, "action": null}]},
              {"name": "two", "resources": [{"id": 3}]}]
            """#
        )
        #expect(found.map(\.identity) == ["1", "2", "3"])
        #expect(found.map(\.title) == ["one", "one", "two"])
        #expect(found.map(\.action) == ["own", "up", nil])
        #expect(found.map(\.image) == ["p", "p", "p"])
    }

    @Test func `a joined identity needs all its parts`() throws {
        let rule = #""items": "/rows/*", "item": {"identity": [["/type", "/id"], "/name"]}"#
        let found = try items(
            rule,
            #""rows": [{"type": "list", "id": 9}, {"id": 9, "name": "n"}, {"type": "", "id": 9, "name": "m"}]"#
        )
        #expect(found.map(\.identity) == ["list:9", "n", "m"])
    }

    @Test func `play counts are whole numbers that fit, or none`() throws {
        let rule = #""items": "/rows/*", "item": {"identity": [{"text": "i"}], "plays": ["/n"]}"#
        let rows = [#"{"n": 7}"#, #"{"n": "8"}"#, #"{"n": 1.5}"#, #"{"n": 99999999999999999999}"#, "{}"]
            .joined(separator: ",")
        #expect(try items(rule, #""rows": [\#(rows)]"#).map(\.plays) == [7, 8, nil, nil, nil])
    }

    @Test(arguments: [
        ("/extInfo/banners/*", #"{"banners": [{"id": 1}, {"id": 2}]}"#, ["1", "2"]),
        ("/extInfo/*", #"[{"id": 3}, {"id": 4}]"#, ["3", "4"]),
        (
            "/extInfo/squareFeedViewDTOList/*", #"{"squareFeedViewDTOList": [{"id": 5}], "moduleId": "m"}"#,
            ["5"]
        ),
        ("/extInfo", #"{"id": 6, "targetUrl": "u"}"#, ["6"]),
        (
            "/extInfo/*/rows/0", #"[{"rows": [{"id": 7}, {"id": 8}]}, {"rows": []}, {"rows": [{"id": 9}]}]"#,
            ["7", "9"]
        ),
    ])
    func `one path form reaches each shape of extInfo`(
        path: String,
        extInfo: String,
        identities: [String]
    ) throws {
        let rule = #""items": "\#(path)", "item": {"identity": ["/id"]}"#
        #expect(try items(rule, #""extInfo": \#(extInfo)"#).map(\.identity) == identities)
    }

    @Test func `the empty path makes the block its own item`() throws {
        let found = try items(#""items": "", "item": {"identity": ["/id"]}"#, #""id": "self""#)
        #expect(found.map(\.identity) == ["self"])
    }

    // MARK: - Occurrences and digests

    @Test func `equal identities and equal kinds get the number of their occurrence`() throws {
        let loaded = try blocks(#""items": "/rows/*", "item": {"identity": ["/id"]}"#)
        let block = #"{"type": "K", "rows": [{"id": "a"}, {"id": "b"}, {"id": "a"}]}"#
        let page = try page(loaded, #"{"ok": true, "blocks": [\#(block), \#(block)]}"#)
        #expect(
            page.sections.first?.section.items.map { "\($0.identity)\($0.occurrence)" } == ["a1", "b1", "a2"]
        )
        let keys = page.keys
        #expect(keys.count == 2 && keys.first == "k" && Set(keys).count == 2)
        #expect(page.lines == ["duplicate-id /blocks/[type=K]/rows/* 2/6"])
    }

    @Test(arguments: [
        (
            #"{"id": "a", "plays": 1, "n": {"plays": 2}}"#, #"{"id": "a", "plays": 9, "n": {"plays": 8}}"#,
            true
        ),
        (#"{"id": "a", "plays": 1}"#, #"{"plays": 1, "id": "a"}"#, true),
        (#"{"id": "a", "plays": 1}"#, #"{"id": "a"}"#, true),
        (#"{"id": "a", "x": 10}"#, #"{"id": "a", "x": 1e1}"#, true),
        (#"{"id": "a", "x": "\u00fc"}"#, #"{"id": "a", "x": "ü"}"#, true),
        (#"{"id": "a", "x": 1}"#, #"{"id": "a", "x": "1"}"#, false),
        (#"{"id": "a", "x": null}"#, #"{"id": "a"}"#, false),
        (#"{"id": "a", "x": [1, 2]}"#, #"{"id": "a", "x": [2, 1]}"#, false),
    ])
    func `volatile paths, spelling and the order of members do not count as a change`(
        before: String,
        after: String,
        isEqual: Bool
    ) throws {
        let loaded = try blocks(
            #""items": "/rows/*", "item": {"identity": ["/id"]}"#,
            volatile: #"["/**/plays"]"#
        )
        let sections = try [before, after].map { row in
            try page(loaded, #"{"ok": true, "blocks": [{"type": "K", "rows": [\#(row)]}]}"#).sections[0]
                .section
        }
        #expect((sections[0].digest == sections[1].digest) == isEqual)
        #expect((sections[0].items[0].digest == sections[1].items[0].digest) == isEqual)
    }

    // MARK: - What is not known or not there

    @Test(arguments: [("quarantine", [], 1), ("keep", ["NEW"], 0), ("drop", [], 0)])
    func `an unknown kind is kept apart, shown raw or dropped, and always told`(
        answer: String,
        keys: [String],
        quarantined: Int
    ) throws {
        let loaded = try blocks(#""items": "/rows/*", "item": {"identity": ["/id"]}"#, unknown: answer)
        let page = try page(
            loaded,
            #"{"ok": true, "blocks": [{"type": "K", "rows": [{"id": 1}]}, {"type": "NEW"}, {"type": "NEW"}, {}]}"#
        )
        #expect(Set(page.keys.map { String($0.prefix(3)) }).subtracting(["k", "non"]) == Set(keys))
        #expect(page.lines.prefix(1) == ["kind-added /blocks/[type=NEW] 2/4"])
        #expect(page.quarantine.isEmpty == (quarantined == 0))
    }

    @Test(arguments: [("{}", "[no type]"), ("null", "[no type]"), (#"{"type": "none"}"#, "[type=none]")])
    func `a block that does not say its kind is not one of the kind none`(block: String, step: String) throws
    {
        let loaded = try blocks(#""items": "/rows/*", "item": {"identity": ["/id"]}"#)
        let found = try page(loaded, "{\"ok\": true, \"blocks\": [\(block)]}").findings
        #expect(found.map(\.path) == ["/blocks/\(step)"])
        #expect(found.map(\.found) == [step == "[type=none]" ? "none" : "a block that does not say its kind"])
    }

    @Test func `a section made of a whole response stands where the contract says`() throws {
        let page = try homePage("v1/blocks.json")
        #expect(page.keys.prefix(3) == ["banner", "menus", "playlist-rcmd"])
        #expect(page.keys.count == 12 && page.quarantine.isEmpty)
        // Pictures whose numbers went through a double upstream, each beside a text that has all digits.
        #expect(page.findings.allSatisfy { $0.kind == .precisionLost && $0.severity == .info })
    }

    @Test func `a policy that holds the page holds it for one broken section`() throws {
        let rule =
            #"{"from": "list", "at": "/rows", "kind": "rows", "title": [{"text": "R"}], "items": "/*", "minItems": 1, "item": {"identity": ["/id"]}}"#
        let body = #"{"ok": true, "rows": {}}"#
        #expect(try page(contract(rule, policy: "hold-page"), body).holdsPage)
        let held = try page(contract(rule), body)
        #expect(!held.holdsPage && held.keys == ["rows!"])
        #expect(held.lines == ["empty-section /rows 1/1"])
    }
}
