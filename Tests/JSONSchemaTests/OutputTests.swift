import JSONCore
import JSONSchema
import Testing

struct OutputTests {
    private let schema = ##"""
        {"$schema": "https://json-schema.org/draft/2020-12/schema", "$id": "https://e.example/s", "title": "S",
         "properties": {"a": {"$ref": "t#/$defs/u"}, "b": {"anyOf": [{"type": "null"}, {"maximum": 5}]}},
         "$defs": {"t": {"$id": "t", "$defs": {"u": {"type": "integer", "title": "U"}}}}}
        """##

    private func document(
        _ format: OutputFormat,
        _ value: String,
        by schema: String? = nil,
        limits: OutputLimits = OutputLimits()
    ) throws -> JSONValue {
        let compiled = try CompiledSchema(compiling: JSONDocument(schema ?? self.schema))
        let record = try compiled.record(JSONDocument(value).root, for: format, limits: limits)
        return try JSONDocument(JSONOutput.object(record.members(format)).compact).root
    }

    private func expect(
        _ found: JSONValue?,
        _ expected: String,
        _ location: Testing.SourceLocation = #_sourceLocation
    ) throws {
        let isEqual = try found?.equals(JSONDocument(expected).root) == true
        let text = found.map { JSONText($0, form: .received).string } ?? "nothing"
        #expect(isEqual, "\(text)", sourceLocation: location)
    }

    @Test func `flag is the verdict, with what was asked`() throws {
        let heading =
            #""dialect": "https://json-schema.org/draft/2020-12/schema", "schema": "https://e.example/s""#
        try expect(document(.flag, #"{"a": 1}"#), "{\"valid\": true, \(heading)}")
        try expect(document(.flag, #"{"a": ""}"#), "{\"valid\": false, \(heading)}")
    }

    @Test func `list has the units with errors, by both ways to the schema`() throws {
        let found = try document(.list, #"{"a": "", "b": 3}"#)
        #expect(found["valid"]?.bool == false)
        try expect(
            found["details"],
            ##"""
            [{"valid": false, "evaluationPath": "/properties/a/$ref", "schemaLocation": "https://e.example/t#/$defs/u",
              "instanceLocation": "/a", "errors": {"type": "expected integer, found string"}},
             {"valid": false, "evaluationPath": "/properties/b/anyOf/0",
              "schemaLocation": "https://e.example/s#/properties/b/anyOf/0",
              "instanceLocation": "/b", "errors": {"type": "expected null, found integer"}}]
            """##
        )
    }

    @Test func `list has the units with annotations`() throws {
        try expect(
            document(.list, #"{"a": 1}"#)["details"],
            ##"""
            [{"valid": true, "evaluationPath": "", "schemaLocation": "https://e.example/s#", "instanceLocation": "",
              "annotations": {"title": "S", "properties": ["a"]}},
             {"valid": true, "evaluationPath": "/properties/a/$ref", "schemaLocation": "https://e.example/t#/$defs/u",
              "instanceLocation": "/a", "annotations": {"title": "U"}}]
            """##
        )
    }

    @Test func `hierarchical has all units in their nesting`() throws {
        let found = try document(
            .hierarchical,
            #"{"b": 7}"#,
            by: #"{"properties": {"b": {"anyOf": [true, {"maximum": 5}]}}}"#
        )
        try expect(
            found,
            ##"""
            {"valid": true, "dialect": "https://json-schema.org/draft/2020-12/schema", "schema": "",
             "evaluationPath": "", "schemaLocation": "#", "instanceLocation": "", "annotations": {"properties": ["b"]},
             "details": [{"valid": true, "evaluationPath": "/properties/b", "schemaLocation": "#/properties/b",
              "instanceLocation": "/b", "details": [
               {"valid": true, "evaluationPath": "/properties/b/anyOf/0", "schemaLocation": "#/properties/b/anyOf/0",
                "instanceLocation": "/b"},
               {"valid": false, "evaluationPath": "/properties/b/anyOf/1", "schemaLocation": "#/properties/b/anyOf/1",
                "instanceLocation": "/b", "errors": {"maximum": "expected at most 5"}}]}]}
            """##
        )
    }

    @Test func `basic has errors by their keywords, and only those that make the whole fail`() throws {
        let found = try document(.basic, #"{"a": "", "b": 3}"#)
        try expect(
            found,
            ##"""
            {"valid": false, "keywordLocation": "", "absoluteKeywordLocation": "https://e.example/s#",
             "instanceLocation": "", "errors": [
              {"valid": false, "keywordLocation": "/properties/a/$ref/type",
               "absoluteKeywordLocation": "https://e.example/t#/$defs/u/type", "instanceLocation": "/a",
               "error": "expected integer, found string"}]}
            """##
        )
    }

    @Test func `basic has annotations one by one`() throws {
        let found = try document(.basic, #"{"a": 1}"#)
        #expect(found["errors"] == nil)
        let units = try #require(found["annotations"])
        #expect(
            units.elements.map { $0["keywordLocation"]?.string } == [
                "/title", "/properties", "/properties/a/$ref/title",
            ]
        )
    }

    @Test(
        arguments: [
            (
                #"{"anyOf": [{"type": "null"}, {"minimum": 5}]}"#,
                ["/anyOf", "/anyOf/0/type", "/anyOf/1/minimum"]
            ),
            (#"{"oneOf": [true, {"type": "null"}, true]}"#, ["/oneOf", "/oneOf/1/type"]),
            (#"{"not": {"not": {"type": "null"}}}"#, ["/not"]),
            (#"{"if": {"minimum": 5}, "else": {"type": "null"}}"#, ["/else/type"]),
            (#"{"allOf": [{"not": true}, {"enum": [1]}]}"#, ["/allOf/0/not", "/allOf/1/enum"]),
            ("false", [""]),
        ] as [(String, [String])]
    )
    func `basic names what failed and what made it fail`(_ schema: String, _ expected: [String]) throws {
        let found = try document(.basic, "3", by: schema)["errors"]?.elements.map {
            $0["keywordLocation"]?.string
        }
        #expect(found == expected)
    }

    @Test(
        arguments: [
            (#"{"contains": {"type": "null"}, "maxItems": 1}"#, ["/maxItems"]),
            (
                #"{"contains": {"type": "string"}}"#,
                ["/contains", "/contains/type", "/contains/type", "/contains/type"]
            ),
        ] as [(String, [String])]
    )
    func `items that need not be contained are no errors`(_ schema: String, _ expected: [String]) throws {
        let found = try document(.basic, "[1, null, 2]", by: schema)["errors"]?.elements
        #expect(found?.map { $0["keywordLocation"]?.string } == expected)
    }

    @Test func `several errors of one keyword are one text`() throws {
        let found = try document(.list, "{}", by: #"{"required": ["a", "b"]}"#)["details"]?[0]
        #expect(
            found?["errors"]?["required"]?.string
                == "expected the member \"a\", found nothing; expected the member \"b\", found nothing"
        )
    }

    @Test func `each member that may not be there is a unit of the schema false`() throws {
        let found = try document(.list, #"{"a": 1, "b": 2}"#, by: #"{"additionalProperties": false}"#)[
            "details"
        ]
        #expect(found?.elements.map { $0["instanceLocation"]?.string } == ["/a", "/b"])
        #expect(found?[0]?["evaluationPath"]?.string == "/additionalProperties")
        try expect(found?[0]?["errors"], #"{"": "expected nothing here"}"#)
    }

    @Test func `pointers are plain in the instance and escaped in URIs`() throws {
        let schema = ##"{"$id": "https://e.example/s", "properties": {"a/b~ \u00e9%": {"type": "null"}}}"##
        let found = try document(.list, "{\"a/b~ \u{E9}%\": 1}", by: schema)["details"]?[0]
        #expect(found?["instanceLocation"]?.string == "/a~1b~0 \u{E9}%")
        #expect(found?["evaluationPath"]?.string == "/properties/a~1b~0 \u{E9}%")
        #expect(found?["schemaLocation"]?.string == "https://e.example/s#/properties/a~1b~0%20%C3%A9%25")
    }

    @Test func `locations are seen from the value that was evaluated`() throws {
        let value = try #require(JSONDocument(#"{"x": [{"a": 1}]}"#).root["x"]?[0])
        let record = try CompiledSchema(compiling: JSONDocument(schema)).record(value)
        #expect(record.root.all.map(\.instanceLocation.description) == ["", "/a", "/a"])
    }
}
