import Foundation
import Testing

/// The documents of the output formats, and what people read of alternatives.
struct ValidateOutputTests {
    private func run(_ schema: String, _ files: [String: String], _ words: [String] = []) async throws -> Run
    {
        try await Place.withScratch { folder in
            try write(schema, "s.json", folder)
            for (name, text) in files { try write(text, name, folder) }
            return try await contractCheck(
                ["validate", "-s", "s.json"] + words + files.keys.sorted(),
                in: folder
            )
        }
    }

    private let order = ##"""
        {"$id": "https://shop.example/order", "title": "Order", "required": ["id"],
         "properties": {"id": {"type": "integer"}, "lines": {"items": {"$ref": "#/$defs/line"}}},
         "$defs": {"line": {"title": "Line", "properties": {"count": {"exclusiveMinimum": 0}}}}}
        """##

    private let orders = [
        "bad.json": #"{"lines": [{"count": 0}]}"#, "broken.json": "{",
        "good.json": #"{"id": 1, "lines": [{}]}"#,
    ]

    @Test(arguments: ["flag", "basic", "list", "hierarchical"])
    func `each file is a line in the specification's format`(_ format: String) async throws {
        let run = try await run(order, orders, ["--format", format])
        #expect(run.status == 3)
        try Golden.expect(run.transcript, "validate/output/\(format).txt")
    }

    @Test func `annotations can be left out, and units be limited`() async throws {
        let words = ["--format", "list", "--no-annotations"]
        let valid = try await run(order, ["good.json": #"{"id": 1}"#], words)
        #expect(try valid.json["details"]?.count == 0)
        let schema = #"{"items": {"type": "integer"}}"#
        let run = try await run(schema, ["a.json": #"["a", "b", "c"]"#], words + ["--max-units", "2"])
        #expect(run.status == 1)
        #expect(try run.json["details"]?.count == 2)
        #expect(try run.json["truncated"]?.bool == true)
    }

    @Test func `schemas without an identifier are at the URI of their file`() async throws {
        let run = try await run(#"{"type": "null"}"#, ["a.json": "1"], ["--format", "list"])
        let location = try run.json["details"]?[0]?["schemaLocation"]?.string ?? ""
        #expect(location.hasPrefix("file:///"))
        #expect(location.hasSuffix("/s.json#"))
    }

    private let alternatives = #"""
        {"items": {"oneOf": [
          {"type": "object", "properties": {"kind": {"const": "user"}, "name": {"type": "string"}, "age": {"type": "integer"}}},
          {"type": "object", "properties": {"kind": {"const": "group"}, "members": {"items": {"anyOf": [{"type": "string"}, {"type": "null"}]}}}},
          {"type": "array", "items": {"anyOf": [{"required": ["x"]}, {"required": ["y"]}]}}]}}
        """#

    private let choices = """
        [{"kind": "user", "name": 1, "age": "2"},
         {"kind": "group", "members": ["a", 1, 2, 3, {"b": []}]},
         {"kind": "team"},
         [{"z": 1}],
         true]
        """

    @Test func `of alternatives that all fail, those that came closest are told`() async throws {
        let text = try await run(alternatives, ["a.json": choices])
        try Golden.expect(text.transcript, "validate/alternatives.txt")
        let report = try await run(alternatives, ["a.json": choices], ["--format", "json"])
        try Golden.expect(report.transcript, "validate/alternatives.json.txt")
    }

    @Test func `of many violations of one keyword the first are shown, and how many there are`() async throws
    {
        let items = (0..<20).map { "{\"n\": \"\($0)\"}" }.joined(separator: ",\n")
        let schema = #"{"items": {"properties": {"n": {"type": "integer"}}, "required": ["m"]}}"#
        let found = try await run(schema, ["a.json": "[\(items)]"])
        try Golden.expect(found.transcript, "validate/many.txt")
        let more = Array(repeating: #"{"m": 1, "n": "x"}"#, count: 200).joined(separator: ",")
        let cut = try await run(schema, ["a.json": "[\(more)]"])
        #expect(cut.output.contains("  97 more by s.json#/items/properties/n/type\n  There is more;"))
    }

    @Test func `strings that differ in what cannot be seen are told apart`() async throws {
        let schema = """
            {"properties": {"a": {"const": "caf\u{E9}"}, "b": {"maxLength": 1}, "c": {"enum": [[0]]}}}
            """
        let value = "{\"a\": \"cafe\u{301}\", \"b\": \"e\u{301}\", \"c\": [false]}"
        try await Golden.expect(run(schema, ["a.json": value]).transcript, "validate/code-points.txt")
    }

    @Test func `contents are asserted on request, by schemas of draft 7`() async throws {
        let schema = #"{"items": {"contentEncoding": "base64", "contentMediaType": "application/json"}}"#
        let files = ["a.json": #"["e30=", "e3", "ezp9"]"#]
        #expect(try await run(schema, files, ["--dialect", "draft7"]).status == 0)
        #expect(try await run(schema, files, ["--assert-content"]).status == 0)
        let refused = try await run(schema, files, ["--dialect", "draft7", "--assert-content"])
        #expect(refused.status == 1)
        try Golden.expect(refused.transcript, "validate/content.txt")
    }
}
