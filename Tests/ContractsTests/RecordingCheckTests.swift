import Contracts
import Drift
import Foundation
import JSONCore
import Testing

/// Recordings, each judged on its own, against a page made of the same responses.
@Suite struct RecordingCheckTests {
    private func samples(_ names: [String]) throws -> [JSONDocument] {
        try names.map { name in
            let file = URL(filePath: "\(Sample.schemas)/netease-home/samples/\(name)")
            return try JSONDocument(Array(try Data(contentsOf: file)))
        }
    }

    private static let names = [
        "v1/blocks.json", "drifted/blocks.2020-09.json", "drifted/blocks.2020-12.json",
    ]

    @Test func `recordings and pages have the same findings`() throws {
        let loaded = try ContractLoader.load(folder: "\(Sample.schemas)/netease-home")
        let endpoint = try #require(loaded.contract.endpoint(named: "blocks"))
        for (name, document) in zip(Self.names, try samples(Self.names)) {
            var page = PageCheck(loaded)
            page.add(document, of: endpoint, input: name)
            var recordings = RecordingCheck(loaded)
            recordings.add(document, of: endpoint, input: name, contentType: nil)
            #expect(recordings.findings == SectionExtractor(page).page().findings, "\(name)")
        }
    }

    @Test func `recordings checked apart and put together are as if checked one after another`() throws {
        let loaded = try ContractLoader.load(folder: "\(Sample.schemas)/netease-home")
        let endpoint = try #require(loaded.contract.endpoint(named: "blocks"))
        var inTurn = RecordingCheck(loaded)
        var together = RecordingCheck(loaded)
        for (name, document) in zip(Self.names, try samples(Self.names)) {
            inTurn.add(document, of: endpoint, input: name, contentType: "application/json")
            var alone = RecordingCheck(loaded)
            alone.add(document, of: endpoint, input: name, contentType: "application/json")
            alone.settle()
            together.append(alone)
        }
        #expect(together.findings == inTurn.findings)
        #expect(!inTurn.findings.isEmpty)
    }

    @Test(
        arguments: [
            (nil, false), ("application/json", false), ("Application/JSON; charset=utf-8", false),
            ("text/json", false), ("application/problem+json", false), ("text/html", true),
            ("text/plain; charset=utf-8", true), ("", true), ("application/json-seq", true),
        ] as [(String?, Bool)]
    )
    func `JSON that its content type does not call so is a finding`(type: String?, isFound: Bool) throws {
        let loaded = try contract(
            #"{"from": "list", "at": "/a", "kind": "a", "title": ["/t"], "items": "", "item": {"identity": ["/i"]}}"#
        )
        let endpoint = try #require(loaded.contract.endpoint(named: "list"))
        var check = RecordingCheck(loaded)
        check.add(try JSONDocument(#"{"ok": true}"#), of: endpoint, input: "a.json", contentType: type)
        #expect(check.findings.map(\.kind) == (isFound ? [.contentTypeChanged] : []))
        #expect(check.findings.allSatisfy { $0.severity == .warning && $0.places.first?.input == "a.json" })
    }

    @Test(
        arguments: [
            ("text/plain", nil), ("Text/Plain; charset=utf-8", nil),
            ("application/json", FindingKind.contentTypeChanged),
        ] as [(String, FindingKind?)]
    )
    func `an endpoint that says its content types is expected to be served so`(
        type: String,
        kind: FindingKind?
    ) throws {
        let loaded = try ContractLoader.load(
            Sample.files([
                (
                    #""schema": "window.schema.json""#,
                    #""schema": "window.schema.json", "contentTypes": ["text/plain"]"#
                )
            ])
        )
        let endpoint = try #require(loaded.contract.endpoint(named: "window"))
        var check = RecordingCheck(loaded)
        check.add(try JSONDocument(#"{"ok": true}"#), of: endpoint, input: "a.json", contentType: type)
        #expect(check.findings.first?.kind == kind)
    }

    @Test func `a policy says how severe a kind is`() throws {
        let loaded = try ContractLoader.load(
            Sample.files([
                (#""info": "accept"}"#, #""info": "accept", "severities": {"content-type-changed": "info"}}"#)
            ])
        )
        let endpoint = try #require(loaded.contract.endpoint(named: "window"))
        var check = RecordingCheck(loaded)
        check.add(try JSONDocument(#"{"ok": true}"#), of: endpoint, input: "a.json", contentType: "text/html")
        #expect(check.findings.map(\.severity) == [.info])
    }

    @Test(arguments: ["profile.json", "window.profile.json"])
    func `a profile beside the schemas is compared with`(name: String) throws {
        let profile = #"""
            {"version": 1, "samples": 2000, "paths": {"": {"types": {"object": 2000}},
             "/note": {"types": {"string": 2000}, "distinct": "many", "lengths": [1, 9]}}}
            """#
        let files = Sample.files()
        let contents = files.contents.merging(["v1/\(name)": Array(profile.utf8)]) { $1 }
        let loaded = try ContractLoader.load(ContractFiles(folderName: "shop", contents: contents))
        let endpoint = try #require(loaded.contract.endpoint(named: "window"))
        var check = RecordingCheck(loaded)
        check.add(
            try JSONDocument(#"{"ok": true, "note": null}"#),
            of: endpoint,
            input: "a.json",
            contentType: nil
        )
        #expect(check.findings.map { "\($0.kind.rawValue) \($0.severity)" } == ["null-introduced warning"])
    }

    @Test func `a document is let go once it is counted, findings or not`() throws {
        let loaded = try ContractLoader.load(folder: "\(Sample.schemas)/netease-home")
        let endpoint = try #require(loaded.contract.endpoint(named: "blocks"))
        var check = RecordingCheck(loaded)
        for name in Self.names {
            var document = try samples([name]).first
            weak let kept = document
            check.add(try #require(document), of: endpoint, input: name, contentType: nil)
            document = nil
            #expect(kept != nil, "its values are counted later")
            check.settle()
            #expect(kept == nil, "\(name)")
        }
        #expect(!check.findings.isEmpty)
    }

    @Test func `a block of a new kind is counted among the blocks of all recordings`() throws {
        let loaded = try contract(
            #"""
            {"from": "list", "each": "/rows/*", "discriminator": "/t", "kinds": [
              {"when": "a", "kind": "a", "title": ["/t"], "items": "", "schema": "any.schema.json",
               "item": {"identity": ["/t"]}}]}
            """#
        )
        let endpoint = try #require(loaded.contract.endpoint(named: "list"))
        var check = RecordingCheck(loaded)
        for text in [
            #"{"rows": [{"t": "a"}, {"t": "b"}]}"#, #"{"rows": [{"t": "a"}, {"t": "a"}, {"t": "b"}]}"#,
        ] {
            check.add(try JSONDocument(text), of: endpoint, input: "x", contentType: nil)
            check.settle()
        }
        let line = check.findings.map { "\($0.kind.rawValue) \($0.path) \($0.count)/\($0.of)" }
        #expect(line == ["kind-added /rows/[t=b] 2/5"])
    }
}
