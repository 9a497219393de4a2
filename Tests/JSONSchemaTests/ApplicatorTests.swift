import JSONCore
import JSONSchema
import Testing

struct ApplicatorTests {
    @Test(
        arguments: [
            SchemaCase.accepts(#"{"allOf": [{"minimum": 1}, {"maximum": 3}]}"#, "2", "\"a\""),
            SchemaCase.refuses(#"{"allOf": [{"minimum": 1}, {"maximum": 3}]}"#, "0", "4"),
            SchemaCase.accepts(#"{"anyOf": [{"type": "string"}, {"minimum": 3}]}"#, "\"a\"", "3", "null"),
            SchemaCase.refuses(#"{"anyOf": [{"type": "string"}, {"minimum": 3}]}"#, "2"),
            SchemaCase.accepts(#"{"oneOf": [{"multipleOf": 2}, {"multipleOf": 3}]}"#, "2", "9"),
            SchemaCase.refuses(#"{"oneOf": [{"multipleOf": 2}, {"multipleOf": 3}]}"#, "6", "5", "null"),
            SchemaCase.accepts(#"{"not": {"type": "null"}}"#, "1"),
            SchemaCase.refuses(#"{"not": {}}"#, "1", "null"),
            SchemaCase.refuses("false", "1", "{}"),
            SchemaCase.accepts("true", "1", "null"),
        ].flatMap(\.self)
    )
    func `schemas combine`(_ example: SchemaCase) throws { try example.check() }

    @Test(
        arguments: [
            SchemaCase.accepts(
                #"{"if": {"type": "string"}, "then": {"minLength": 2}, "else": {"minimum": 2}}"#,
                "\"ab\"",
                "2",
                "null"
            ),
            SchemaCase.refuses(
                #"{"if": {"type": "string"}, "then": {"minLength": 2}, "else": {"minimum": 2}}"#,
                "\"a\"",
                "1"
            ),
            SchemaCase.accepts(#"{"if": false, "then": false}"#, "1"),
            SchemaCase.accepts(#"{"then": false, "else": false}"#, "1"),
        ].flatMap(\.self)
    )
    func `if chooses between then and else`(_ example: SchemaCase) throws { try example.check() }

    @Test(
        arguments: [
            SchemaCase.refuses(#"{"const": false}"#, "0", "null", "[]"),
            SchemaCase.accepts(#"{"const": 1}"#, "1", "1.0", "1e0"),
            SchemaCase.refuses(#"{"const": 1}"#, "true", "1.00000000000000000001", "\"1\""),
            SchemaCase.refuses(#"{"enum": [[true], {"a": 0}]}"#, "[1]", #"{"a": false}"#, "[true, true]"),
            SchemaCase.accepts(
                #"{"enum": [[true], {"a": 0, "b": [null]}]}"#,
                "[true]",
                #"{"b": [null], "a": 0.0}"#
            ),
            SchemaCase.accepts(
                #"{"enum": [123456789012345678901234567890]}"#,
                "123456789012345678901234567890.0"
            ),
            SchemaCase.refuses(
                #"{"enum": [123456789012345678901234567890]}"#,
                "123456789012345678901234567891"
            ),
            SchemaCase.refuses(#"{"enum": []}"#, "null"),
            SchemaCase.accepts(#"{"const": null}"#, "null"),
        ].flatMap(\.self)
    )
    func `const and enum compare by value`(_ example: SchemaCase) throws { try example.check() }

    @Test(
        arguments: [
            SchemaCase.refuses(
                #"{"properties": {"a": true}, "unevaluatedProperties": false}"#,
                #"{"a": 1, "b": 2}"#
            ),
            SchemaCase.accepts(
                #"{"allOf": [{"properties": {"a": true}}, {"patternProperties": {"^b": true}}], "unevaluatedProperties": false}"#,
                #"{"a": 1, "bb": 2}"#
            ),
            SchemaCase.refuses(
                #"{"anyOf": [{"properties": {"a": {"const": 1}}}, {"properties": {"b": true}, "required": ["b"]}], "unevaluatedProperties": false}"#,
                #"{"a": 2, "b": 1}"#
            ),
            SchemaCase.accepts(
                #"{"anyOf": [{"properties": {"a": true}}, {"properties": {"b": true}, "required": ["b"]}], "unevaluatedProperties": false}"#,
                #"{"a": 2, "b": 1}"#
            ),
            SchemaCase.refuses(
                #"{"not": {"not": {"properties": {"a": true}}}, "unevaluatedProperties": false}"#,
                #"{"a": 2}"#
            ),
            SchemaCase.accepts(
                #"{"if": {"properties": {"a": {"const": 1}}, "required": ["a"]}, "else": {"properties": {"b": true}}, "unevaluatedProperties": false}"#,
                #"{"a": 1}"#,
                #"{"b": 1}"#
            ),
            SchemaCase.accepts(
                ##"{"$ref": "#/$defs/a", "unevaluatedProperties": {"type": "null"}, "$defs": {"a": {"properties": {"a": true}}}}"##,
                #"{"a": 1, "b": null}"#
            ),
            SchemaCase.refuses(
                #"{"allOf": [{"properties": {"a": true}, "unevaluatedProperties": false}], "properties": {"b": true}}"#,
                #"{"b": 1}"#
            ),
            SchemaCase.accepts(
                #"{"allOf": [{"unevaluatedProperties": true}], "unevaluatedProperties": false}"#,
                #"{"b": 1}"#
            ),
            SchemaCase.accepts(
                #"{"dependentSchemas": {"a": {"properties": {"b": true}}}, "properties": {"a": true}, "unevaluatedProperties": false}"#,
                #"{"a": 1, "b": 1}"#
            ),
            SchemaCase.refuses(
                #"{"dependentSchemas": {"a": {"properties": {"b": true}}}, "unevaluatedProperties": false}"#,
                #"{"b": 1}"#
            ),
        ].flatMap(\.self)
    )
    func `unevaluatedProperties sees what branches that hold evaluated`(_ example: SchemaCase) throws {
        try example.check()
    }

    @Test(
        arguments: [
            SchemaCase.refuses(#"{"prefixItems": [true], "unevaluatedItems": false}"#, "[1, 2]"),
            SchemaCase.accepts(
                #"{"prefixItems": [true], "contains": {"type": "string"}, "unevaluatedItems": false}"#,
                "[1, \"a\", \"b\"]"
            ),
            SchemaCase.refuses(
                #"{"prefixItems": [true], "contains": {"type": "string"}, "unevaluatedItems": false}"#,
                "[1, \"a\", 2]"
            ),
            SchemaCase.accepts(#"{"anyOf": [{"items": true}, false], "unevaluatedItems": false}"#, "[1, 2]"),
            SchemaCase.accepts(#"{"unevaluatedItems": false}"#, "[]", "{\"a\": 1}", "1"),
        ].flatMap(\.self)
    )
    func `unevaluatedItems sees what branches that hold evaluated`(_ example: SchemaCase) throws {
        try example.check()
    }

    @Test func `marks work for more members than one word holds`() throws {
        let names = (0..<1000).map { "p\($0)" }
        let schema = try compile(
            #"{"anyOf": [{"patternProperties": {"^p": true}}], "unevaluatedProperties": false}"#
        )
        let members = names.map { "\"\($0)\": 1" }
        #expect(try schema.accepts(JSONDocument("{\(members.joined(separator: ","))}")))
        #expect(try !schema.accepts(JSONDocument("{\((members + ["\"q\": 1"]).joined(separator: ","))}")))
    }
}
