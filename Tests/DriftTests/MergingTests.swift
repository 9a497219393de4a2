import Drift
import JSONCore
import JSONSchema
import Testing

/// Findings of parts of a list, put together, are those of the whole list.
@Suite struct MergingTests {
    private static let schema = #"""
        {"required": ["rows"], "properties": {"kind": {"x-known-values": ["a"]}, "rows": {"items": {
          "type": "object", "required": ["id", "deep"], "properties": {
            "id": {"type": "string"}, "deep": {"properties": {"list": {"items": {"type": "integer"}}}}}}}}}
        """#

    /// Every kind of drift somewhere, and much that is as it should be.
    private static let inputs: [String] = (0..<23).map { number in
        switch number % 5 {
        case 0:
            #"{"kind": "a", "rows": [{"id": "x", "deep": {"list": [1, 2, "3"]}}, {"id": null, "deep": {}}]}"#
        case 1: #"{"kind": "k\#(number)", "rows": [{"deep": {"list": [null]}}]}"#
        case 2: #"{"rows": []}"#
        case 3: #"{"kind": "b"}"#
        default: #"{"rows": [{"id": "y", "deep": {"list": [4, 5]}}, {"id": "z"}, 7]}"#
        }
    }

    private func collector(_ inputs: ArraySlice<String>, _ schema: CompiledSchema) throws -> FindingCollector
    {
        var collector = FindingCollector(endpoint: "list")
        for (number, text) in zip(inputs.indices, inputs) {
            let place = Place(try JSONDocument(text).root, path: number % 2 == 0 ? "" : "/odd")
            collector.begin(input: "input \(number)")
            collector.observe(place)
            collector.add(schema.explain(place.value), by: schema, below: place)
            // Some let their documents go at once, some late.
            if number % 3 == 0 { collector.settle() }
        }
        return collector
    }

    @Test(arguments: [1, 2, 3, 7, 22])
    func `findings do not depend on how the inputs are divided`(size: Int) throws {
        let schema = try CompiledSchema(compiling: JSONDocument(Self.schema))
        let whole = try collector(Self.inputs[...], schema).findings
        var joined = FindingCollector(endpoint: "list")
        for start in stride(from: 0, to: Self.inputs.count, by: size) {
            joined.append(try collector(Self.inputs[start..<min(start + size, Self.inputs.count)], schema))
        }
        #expect(joined.findings == whole)
        #expect(whole.contains { $0.of > $0.count }, "counts go over inputs without findings, too")
    }

    @Test func `values count although no finding was there yet when they were let go`() throws {
        let schema = try CompiledSchema(compiling: JSONDocument(rows(#"{"id": {"type": "string"}}"#)))
        var collector = FindingCollector(endpoint: "list")
        for text in [#"{"rows": [{"id": "a"}, {"id": "b"}]}"#, #"{"rows": [{"id": 1}, {}]}"#] {
            let place = Place(try JSONDocument(text).root)
            collector.observe(place)
            collector.add(schema.explain(place.value), by: schema, below: place)
            collector.settle()
        }
        #expect(collector.findings.map(line) == ["type-changed /rows/*/id 1/4"])
    }

    @Test func `a document that is let go leaves no path to one in its place in memory`() throws {
        let schema = try CompiledSchema(
            compiling: JSONDocument(
                #"{"additionalProperties": {"additionalProperties": {"type": "string"}}}"#
            )
        )
        var collector = FindingCollector(endpoint: "list")
        for name in ["a", "b", "c", "d"] {
            let place = Place(try JSONDocument(#"{"\#(name)": {"x": 1}}"#).root)
            collector.observe(place)
            collector.add(schema.explain(place.value), by: schema, below: place)
            collector.settle()
        }
        #expect(collector.findings.map(\.path) == ["/a/x", "/b/x", "/c/x", "/d/x"])
    }

    @Test func `objects with many members, in any order, are counted by name`() throws {
        let names = (0..<100).map { "n\($0)" }
        let objects = [names, names.reversed()].map { names in
            "{" + names.map { #""\#($0)": {"v": \#($0 == "n77" ? "1" : "\"s\"")}"# }.joined(separator: ",")
                + "}"
        }
        let found = try findings(
            #"{"additionalProperties": {"properties": {"v": {"type": "string"}}}}"#,
            objects[0],
            objects[1]
        )
        #expect(found.map(line) == ["type-changed /n77/v 2/2"])
    }
}
