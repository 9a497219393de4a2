import Drift
import JSONCore
import Testing

/// One finding for each kind, path and new value, with how many of how many.
@Suite struct GroupingTests {
    @Test func `nulls in a list are one finding with how many of how many`() throws {
        let rows = (0..<8).map { #"{"id": \#($0 % 3 == 1 ? "null" : "\"i\"")}"# }.joined(separator: ",")
        let found = try #require(
            try findings(DriftTests.rows(#"{"id": {"type": "string"}}"#), #"{"rows": [\#(rows)]}"#).first
        )
        #expect(line(found) == "null-introduced /rows/*/id 3/8")
        #expect(found.places.map(\.pointer) == ["/rows/1/id", "/rows/4/id", "/rows/7/id"])
        #expect(found.sample == "null")
        #expect(found.message.hasSuffix("in 3 of 8"))
    }

    @Test func `a missing member counts the objects that could have it`() throws {
        let found = try findings(
            rows(#"{"legacy": {}}"#, required: #"["legacy"]"#),
            #"{"rows": [{}, {"legacy": 1}, {}, {"legacy": 1}, {}]}"#
        )
        #expect(found.map(line) == ["field-missing /rows/*/legacy 3/5"])
        #expect(found.first?.sample == nil)
        #expect(found.first?.places.first?.pointer == "/rows/0/legacy")
    }

    @Test func `counts go over all inputs and name the first three places`() throws {
        let found = try #require(
            try findings(
                rows(#"{"n": {"type": "integer"}}"#),
                #"{"rows": [{"n": "a"}, {"n": 1}]}"#,
                #"{"rows": [{"n": "b"}]}"#
            )
            .first
        )
        #expect(line(found) == "type-changed /rows/*/n 2/3")
        #expect(found.places.map(\.input) == ["input 1", "input 2"])
    }

    @Test func `at most three places are kept, with line and column`() throws {
        let list = Array(repeating: "null", count: 50).joined(separator: ",\n")
        let found = try #require(try findings(#"{"items": {"type": "integer"}}"#, "[\(list)]").first)
        #expect(line(found) == "null-introduced /* 50/50")
        #expect(found.places.map(\.line) == [1, 2, 3])
        #expect(found.places.map(\.column) == [2, 1, 1])
    }

    @Test func `a missing subtree is one finding at its top`() throws {
        let deep = #"{"type": "object", "required": ["c"], "properties": {"c": {"required": ["d"]}}}"#
        let schema =
            #"{"required": ["a"], "properties": {"a": {"required": ["b"], "properties": {"b": \#(deep)}}}}"#
        #expect(try findings(schema, "{}").map(line) == ["field-missing /a 1/1"])
        #expect(try findings(schema, #"{"a": {}}"#).map(line) == ["field-missing /a/b 1/1"])
        #expect(try findings(schema, #"{"a": {"b": null}}"#).map(line) == ["null-introduced /a/b 1/1"])
    }

    @Test func `each new value is a finding of its own, once however often it comes`() throws {
        let schema = rows(#"{"state": {"x-known-values": ["open"]}}"#)
        let found = try findings(
            schema,
            #"{"rows": [{"state": "shut"}, {"state": "ajar"}, {"state": "shut"}]}"#
        )
        #expect(found.map(line) == ["value-added /rows/*/state 2/3", "value-added /rows/*/state 1/3"])
        #expect(found.map(\.sample) == [#""shut""#, #""ajar""#])
        #expect(Set(found.map(\.id)).count == 2)
    }

    @Test func `an identity depends on kind, path, new value and endpoint, and on nothing else`() throws {
        let schema = rows(
            #"{"a": {"type": "string"}, "b": {"type": "string"}, "c": {"x-known-values": [1]}}"#
        )
        let once = try findings(schema, #"{"rows": [{"a": null, "b": null, "c": 2}]}"#)
        let often = try findings(schema, #"{"rows": [{"a": null, "b": null, "c": 2}, {"a": null, "c": 2}]}"#)
        #expect(once.map(\.id) == often.map(\.id))
        let others = try findings(schema, #"{"rows": [{"a": 1, "b": [], "c": 3}]}"#)
        let elsewhere = try findings(
            schema,
            #"{"rows": [{"a": null, "b": null, "c": 2}]}"#,
            endpoint: "other"
        )
        let all = (once + others + elsewhere).map(\.id)
        #expect(Set(all).count == 9)
        #expect(all.allSatisfy { $0.count == 12 && $0.allSatisfy(\.isHexDigit) })
    }

    @Test func `names with slash and tilde are escaped in paths`() throws {
        let found = try findings(#"{"properties": {"a/b~c": {"type": "string"}}}"#, #"{"a/b~c": 1}"#)
        #expect(found.map(\.path) == ["/a~1b~0c"])
        #expect(found.first?.places.first?.pointer == "/a~1b~0c")
    }

    @Test func `a name that is a number is no position`() throws {
        let found = try findings(#"{"additionalProperties": {"type": "string"}}"#, #"{"0": 1, "1": "a"}"#)
        #expect(found.map(line) == ["type-changed /0 1/1"])
    }

    @Test func `the worst come first, otherwise in the order met`() throws {
        let schema = #"""
            {"properties": {"a": {"x-known-values": [1]}, "b": {"type": "string"}, "c": {"type": "string"}}}
            """#
        let found = try findings(schema, #"{"a": 2, "b": 1, "c": 1}"#)
        #expect(found.map(\.path) == ["/b", "/c", "/a"])
    }

    @Test func `a long sample is cut`() throws {
        let found = try findings(#"{"type": "integer"}"#, "\"\(String(repeating: "ü", count: 1000))\"")
        let sample = try #require(found.first?.sample)
        #expect(sample.count == 61 && sample.hasSuffix("…"))
    }

    @Test func `what a parser let pass is told by kind and severity`() throws {
        let document = try JSONDocument(
            [0xEF, 0xBB, 0xBF] + Array(#"{"a": 1, "a": "\u0000", "b": "\ud800"}"#.utf8)
        )
        var collector = FindingCollector(endpoint: "list")
        collector.begin(input: "a.json")
        collector.add(document.notices, of: document)
        #expect(collector.findings.allSatisfy { $0.places.first?.input == "a.json" }, "the input is named")
        let told = collector.findings.map { "\($0.kind.rawValue) \($0.severity)" }
        #expect(Set(told) == ["duplicate-key warning", "byte-order-mark info", "replaced-character info"])
    }
}
