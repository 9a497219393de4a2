import JSONCore
import JSONSchema
import Testing

struct AnnotationTests {
    /// Place, schema, keyword and value of each annotation.
    private func annotations(
        _ schema: String,
        _ value: String,
        _ dialect: Dialect = .draft202012
    ) throws
        -> [String]
    {
        let compiled = try CompiledSchema(compiling: JSONDocument(schema), dialect: dialect)
        return try compiled.record(JSONDocument(value).root).root.all.flatMap { unit in
            unit.annotations.map {
                "\(unit.instanceLocation) \(unit.schemaLocation.uriText) \($0.keyword) \($0.value.compact)"
            }
        }
    }

    @Test func `what describes a value is kept with its place, in the order of the schema`() throws {
        let found = try annotations(
            #"{"title": "T", "examples": [1, 2.50], "format": "email", "deprecated": true, "$comment": "no", "minimum": 1}"#,
            "7"
        )
        #expect(
            found == [" # title \"T\"", " # examples [1,2.50]", " # format \"email\"", " # deprecated true"]
        )
    }

    @Test(arguments: [
        (Dialect.draft4, 1), (.draft6, 1), (.draft7, 2), (.draft201909, 4), (.draft202012, 4),
    ])
    func `unknown keywords are annotations since 2019-09, and others since their dialect`(
        _ dialect: Dialect,
        _ count: Int
    ) throws {
        let schema = #"{"description": "d", "readOnly": true, "x-colour": {"a": 1}, "x-known-values": [1]}"#
        #expect(try annotations(schema, "1", dialect).count == count)
    }

    @Test(
        arguments: [
            (
                #"{"properties": {"a": true, "b": true}, "patternProperties": {"^c": true, "d$": true}, "additionalProperties": true}"#,
                #"{"cd": 1, "a": 2, "x": 3}"#,
                ["properties [\"a\"]", "patternProperties [\"cd\"]", "additionalProperties [\"x\"]"]
            ),
            (#"{"properties": {"a": true}}"#, "{}", ["properties []"]),
            (#"{"properties": {"a": true}}"#, "[]", []),
            (
                #"{"allOf": [{"required": ["a"]}], "unevaluatedProperties": {}}"#, #"{"a": 1}"#,
                ["unevaluatedProperties [\"a\"]"]
            ),
            (#"{"prefixItems": [true, true], "items": true}"#, "[1]", ["prefixItems true"]),
            (#"{"prefixItems": [true, true], "items": true}"#, "[1, 2, 3]", ["prefixItems 1", "items true"]),
            (
                #"{"prefixItems": [true], "unevaluatedItems": true}"#, "[1, 2]",
                ["prefixItems 0", "unevaluatedItems true"]
            ),
            (#"{"items": true}"#, "[]", []),
            (#"{"contains": {"type": "null"}}"#, "[1, null, null]", ["contains [1,2]"]),
            (#"{"contains": true, "minContains": 0}"#, "[]", ["contains []"]),
        ] as [(String, String, [String])]
    )
    func `keywords that apply subschemas say what they were applied to`(
        _ schema: String,
        _ value: String,
        _ expected: [String]
    ) throws {
        #expect(try annotations(schema, value) == expected.map { " # " + $0 })
    }

    @Test(
        arguments: [
            (#"{"items": [true], "additionalItems": true}"#, ["items 0", "additionalItems true"]),
            (#"{"items": true}"#, ["items true"]), (#"{"contains": true}"#, []),
        ] as [(String, [String])]
    )
    func `in 2019-09 items may be a list, and contains says nothing`(
        _ schema: String,
        _ expected: [String]
    ) throws {
        #expect(try annotations(schema, "[1, 2]", .draft201909) == expected.map { " # " + $0 })
        #expect(try annotations(schema, "[1, 2]", .draft7) == [])
    }

    @Test(
        arguments: [
            (
                #""{}""#,
                [
                    "contentMediaType \"application/json\"", "contentEncoding \"x\"",
                    "contentSchema {\"type\":\"object\"}",
                ]
            ),
            ("{}", []),
        ] as [(String, [String])]
    )
    func `contents of strings alone are described, and by a schema only with their type`(
        _ value: String,
        _ expected: [String]
    ) throws {
        let schema =
            #"{"contentMediaType": "application/json", "contentEncoding": "x", "contentSchema": {"type": "object"}}"#
        #expect(try annotations(schema, value) == expected.map { " # " + $0 })
        #expect(try annotations(#"{"contentSchema": true}"#, value).isEmpty)
    }

    @Test(arguments: [
        #"{"type": "null", "title": "T"}"#, #"{"not": {"not": {"title": "T"}}}"#,
        #"{"anyOf": [{"title": "T", "type": "null"}, true]}"#,
        #"{"oneOf": [{"title": "T", "minimum": 9}, true]}"#,
        #"{"if": {"title": "T", "type": "null"}}"#, #"{"if": true, "else": {"title": "T"}}"#,
        #"{"allOf": [{"title": "T"}, false]}"#, #"{"then": {"title": "T"}}"#,
        #"{"if": false, "then": {"title": "T"}}"#,
    ])
    func `what a schema says is dropped where it or a schema above it fails`(_ schema: String) throws {
        #expect(try annotations(schema, "7").isEmpty)
    }

    @Test func `names of members have no place for annotations`() throws {
        #expect(try annotations(#"{"propertyNames": {"title": "T"}}"#, #"{"a": 1}"#).isEmpty)
    }

    @Test func `they come through references, under the name of the resource`() throws {
        let schema = ##"""
            {"$id": "http://e/list", "items": {"$dynamicRef": "#item"},
             "$defs": {"item": {"$id": "b/c", "$dynamicAnchor": "item", "title": "I", "$ref": "#/$defs/~0^"},
                       "d": {"$dynamicAnchor": "item"}}}
            """##
        let inner = schema.replacing(
            ##""$ref": "#/$defs/~0^"}"##,
            with: ##""$ref": "#/$defs/~0^", "$defs": {"~^": {"title": "~"}}}"##
        )
        .replacing(#"{"$dynamicAnchor": "item"}"#, with: #"{"$dynamicAnchor": "item", "$ref": "b/c"}"#)
        #expect(
            try annotations(inner, "[1]") == [
                " http://e/list# items true", "/0 http://e/b/c# title \"I\"",
                "/0 http://e/b/c#/$defs/~0%5E title \"~\"",
            ]
        )
    }

    @Test func `of every alternative that fits they are kept`() throws {
        let schema = #"{"anyOf": [{"title": "A"}, {"title": "B", "type": "null"}, {"title": "C"}]}"#
        #expect(try annotations(schema, "1") == [" #/anyOf/0 title \"A\"", " #/anyOf/2 title \"C\""])
    }

    @Test func `beside a reference there are none up to draft 7`() throws {
        let schema =
            ##"{"properties": {"a": {"title": "T", "$ref": "#/definitions/d"}}, "definitions": {"d": {"title": "D"}}}"##
        #expect(try annotations(schema, #"{"a": 1}"#, .draft7) == ["/a #/definitions/d title \"D\""])
    }
}
