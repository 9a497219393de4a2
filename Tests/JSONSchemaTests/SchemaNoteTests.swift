import JSONCore
import JSONSchema
import Testing

struct SchemaNoteTests {
    private func notes(_ schema: String, _ value: String) throws -> [String] {
        try compile(schema).explain(JSONDocument(value).root).notes.map {
            "\($0.value.pointer) \($0.kind) \($0.schemaLocation)"
        }
    }

    @Test func `a value outside the known ones is noted and valid`() throws {
        let schema = #"{"properties": {"kind": {"type": "string", "x-known-values": ["a", "b"]}}}"#
        #expect(try notes(schema, #"{"kind": "a"}"#).isEmpty)
        #expect(try notes(schema, #"{"kind": "z"}"#) == ["/kind unknownValue #/properties/kind"])
        #expect(try compile(schema).accepts(JSONDocument(#"{"kind": "z"}"#)))
    }

    @Test(
        arguments: [
            (#"{"properties": {"a": true}}"#, ["/b unknownMember(\"b\") #"]),
            (#"{"properties": {"a": true}, "additionalProperties": true}"#, []),
            (#"{"properties": {"a": true}, "patternProperties": {"^b": true}}"#, []),
            (#"{"properties": {"a": true}, "unevaluatedProperties": true}"#, []),
            (#"{"type": "object"}"#, []), (#"{"required": ["a"]}"#, []),
            (#"{"allOf": [{"properties": {"a": true}}, {"properties": {"b": true}}]}"#, []),
            (
                #"{"allOf": [{"properties": {"a": true}}, {"properties": {"c": true}}]}"#,
                ["/b unknownMember(\"b\") #/allOf/0"]
            ),
            (
                #"{"anyOf": [{"properties": {"a": {"type": "null"}, "b": true}}, {"properties": {"a": true}}]}"#,
                ["/b unknownMember(\"b\") #/anyOf/1"]
            ),
        ] as [(String, [String])]
    )
    func `a member that no schema describes is noted`(_ schema: String, _ expected: [String]) throws {
        #expect(try notes(schema, #"{"a": 1, "b": 2}"#) == expected)
    }

    @Test(
        arguments: [
            (#"{"items": {"properties": {"x": true}}}"#, "#/items"),
            (
                #"{"prefixItems": [{"properties": {"x": true}}], "items": {"type": "null"}}"#,
                "#/prefixItems/0"
            ),
            (#"{"prefixItems": [true], "items": {"properties": {"x": true}}}"#, nil),
            (#"{"contains": {"properties": {"x": true}}}"#, "#/contains"),
            (#"{"contains": {"required": ["y"], "properties": {"x": true}}, "minContains": 0}"#, nil),
            (#"{"unevaluatedItems": {"properties": {"x": true}}}"#, "#/unevaluatedItems"),
            (
                ##"{"items": {"$ref": "#/$defs/d"}, "$defs": {"d": {"properties": {"x": true}}}}"##,
                "#/$defs/d"
            ),
            (#"{"items": {"oneOf": [false, {"properties": {"x": true}}]}}"#, "#/items/oneOf/1"),
            (#"{"items": {"anyOf": [{"required": ["y"], "properties": {"x": true}}, true]}}"#, nil),
            (#"{"items": {"if": {"properties": {"x": true}}}}"#, "#/items/if"),
            (#"{"items": {"if": false, "then": {"properties": {"x": true}}}}"#, nil),
            (#"{"items": {"if": false, "else": {"properties": {"x": true}}}}"#, "#/items/else"),
            (
                #"{"items": {"dependentSchemas": {"a": {"properties": {"x": true}}}}}"#,
                "#/items/dependentSchemas/a"
            ),
            (#"{"items": {"dependentSchemas": {"x": {"properties": {"x": true}}}}}"#, nil),
            (#"{"items": {"not": {"required": ["y"], "properties": {"x": true}}}}"#, nil),
            (#"{"items": {"properties": {"x": true}, "unevaluatedProperties": true}}"#, nil),
            (#"{"items": {"properties": {"x": true}}, "maxItems": 0}"#, "#/items"),
        ] as [(String, String?)]
    )
    func `members are noted wherever a schema is applied, also beside a violation`(
        _ schema: String,
        _ place: String?
    ) throws {
        #expect(
            try notes(schema, #"[{"a": 1}]"#) == (place.map { ["/0/a unknownMember(\"a\") \($0)"] } ?? [])
        )
    }
}
