import JSONCore
import JSONSchema
import Testing

struct ObjectKeywordTests {
    @Test(
        arguments: [
            SchemaCase.refuses(#"{"required": ["toString"]}"#, "{}"),
            SchemaCase.accepts(
                #"{"properties": {"constructor": {"type": "number"}, "__proto__": false}}"#,
                "{}"
            ),
            SchemaCase.refuses(#"{"properties": {"a": {"type": "number"}}}"#, #"{"a": "1"}"#),
            SchemaCase.accepts(#"{"properties": {"a": {"type": "number"}}}"#, #"{"b": "1"}"#, "[]"),
            SchemaCase.refuses(#"{"required": ["é"]}"#, "{\"e\u{301}\": 1}"),
            SchemaCase.refuses(
                #"{"properties": {"": false, "a/b": {"type": "null"}}}"#,
                #"{"": 1}"#,
                #"{"a/b": 1}"#
            ),
            SchemaCase.accepts(
                #"{"required": ["a", "b", "a"], "properties": {"a": true}}"#,
                #"{"b": 1, "a": 1, "a": 2}"#
            ),
        ].flatMap(\.self)
    )
    func `members go by the bytes of their names`(_ example: SchemaCase) throws { try example.check() }

    @Test(
        arguments: [
            SchemaCase.refuses(
                #"{"properties": {"a": true}, "patternProperties": {"^x-": true}, "additionalProperties": false}"#,
                #"{"b": 1}"#
            ),
            SchemaCase.accepts(
                #"{"properties": {"a": true}, "patternProperties": {"^x-": true}, "additionalProperties": false}"#,
                #"{"a": 1, "x-b": 2}"#
            ),
            SchemaCase.refuses(#"{"patternProperties": {"^🐲*$": {"type": "integer"}}}"#, #"{"🐲🐲": "a"}"#),
            SchemaCase.refuses(
                #"{"properties": {"ab": {"minimum": 2}}, "patternProperties": {"a": {"maximum": 3}}}"#,
                #"{"ab": 1}"#,
                #"{"ab": 4}"#
            ),
            SchemaCase.refuses(#"{"additionalProperties": {"type": "string"}}"#, #"{"a": "b", "c": 1}"#),
            SchemaCase.refuses(#"{"propertyNames": {"maxLength": 2}}"#, #"{"ab": 1, "abc": 2}"#),
            SchemaCase.refuses(
                #"{"minProperties": 1, "maxProperties": 2}"#,
                "{}",
                #"{"a": 1, "b": 2, "c": 3}"#
            ),
        ].flatMap(\.self)
    )
    func `other members go by pattern, then by additionalProperties`(_ example: SchemaCase) throws {
        try example.check()
    }

    @Test(
        arguments: [
            SchemaCase.refuses(#"{"dependentRequired": {"a": ["b", "c"]}}"#, #"{"a": 1, "b": 2}"#),
            SchemaCase.accepts(
                #"{"dependentRequired": {"a": ["b", "c"]}}"#,
                #"{"b": 1}"#,
                #"{"c": 1, "b": 1, "a": 1}"#
            ),
            SchemaCase.refuses(#"{"dependentSchemas": {"a": {"required": ["b"]}}}"#, #"{"a": 1}"#),
            SchemaCase.accepts(#"{"dependentSchemas": {"a": false}}"#, #"{"b": 1}"#),
        ].flatMap(\.self)
    )
    func `dependencies hold where their member is there`(_ example: SchemaCase) throws { try example.check() }

    @Test(arguments: [1, 8, 16, 17, 64, 300])
    func `members are found in tables of any size and in any order`(_ count: Int) throws {
        let names = (0..<count).map { "name\($0)" + String(repeating: "x", count: $0 % 23) }
        let properties = names.map { "\"\($0)\": {\"const\": \"\($0)\"}" }.joined(separator: ",")
        let required = names.map { "\"\($0)\"" }.joined(separator: ",")
        let schema = try compile(
            "{\"properties\": {\(properties)}, \"required\": [\(required)], \"additionalProperties\": false}"
        )
        let members = names.map { "\"\($0)\": \"\($0)\"" }
        #expect(try schema.accepts(JSONDocument("{\(members.joined(separator: ","))}")))
        #expect(try schema.accepts(JSONDocument("{\(members.reversed().joined(separator: ","))}")))
        #expect(try !schema.accepts(JSONDocument("{\(members.dropLast().joined(separator: ","))}")))
        #expect(try !schema.accepts(JSONDocument("{\((members + ["\"name\": 1"]).joined(separator: ","))}")))
    }

    /// More names than are scanned, which differ only where a quick hash does not look.
    @Test(arguments: [17, 500, 3_000])
    func `names with like ends are found, and others are not`(_ count: Int) throws {
        func name(_ number: Int) -> String { "the-same-\(10_000 + number)-all-over" }
        let properties = (0..<count).map { #""\#(name($0))": {"const": \#($0)}"# }
        let schema = try compile(
            #"{"properties": {\#(properties.joined(separator: ","))}, "additionalProperties": false}"#
        )
        for number in [0, count / 2, count - 1] {
            #expect(try schema.accepts(JSONDocument(#"{"\#(name(number))": \#(number)}"#)))
            #expect(try !schema.accepts(JSONDocument(#"{"\#(name(number))": -1}"#)))
        }
        #expect(try !schema.accepts(JSONDocument(#"{"\#(name(count))": 0}"#)))
        let values = #"{"enum": [\#((0..<count).map { "\"\(name($0))\"" }.joined(separator: ","))]}"#
        #expect(try compile(values).accepts(JSONDocument("\"\(name(count - 1))\"")))
        #expect(try !compile(values).accepts(JSONDocument("\"\(name(count))\"")))
    }
}
