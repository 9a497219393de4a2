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
}
