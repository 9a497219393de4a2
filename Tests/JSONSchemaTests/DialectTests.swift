import JSONCore
import JSONSchema
import Testing

/// What the dialects read differently.
struct DialectTests {
    private static let old: [Dialect] = [.draft4, .draft6, .draft7]

    @Test(arguments: Dialect.allCases)
    func `a dialect is known by the URI of its meta-schema`(_ dialect: Dialect) throws {
        #expect(Dialect(metaSchema: dialect.metaSchema) == dialect)
        #expect(Dialect(metaSchema: dialect.metaSchema + "#") == dialect)
        #expect(Dialect(metaSchema: dialect.metaSchema + "#/definitions") == nil)
        #expect(Dialect(metaSchema: dialect.metaSchema + "x") == nil)
    }

    @Test(arguments: Dialect.allCases)
    func `each meta-schema judges schemas of its dialect, itself among them`(_ dialect: Dialect) throws {
        let metaSchema = try CompiledSchema(compiling: dialect.metaSchema, in: SchemaRegistry())
        #expect(
            try metaSchema.accepts(
                JSONDocument(#"{"type": "object", "properties": {"a": {"minLength": 1}}}"#)
            )
        )
        let wrong = try JSONDocument(#"{"properties": {"a": {"minLength": -1}}}"#)
        #expect(
            metaSchema.violations(in: wrong.root).contains {
                $0.value.pointer.description == "/properties/a/minLength"
            }
        )
    }

    /// The schema, a value it refuses, and the dialects in which it does.
    @Test(arguments: [
        (#"{"const": 1}"#, "2", Dialect.draft6 ... .draft202012),
        (#"{"contains": {"type": "null"}}"#, "[]", .draft6 ... .draft202012),
        (#"{"propertyNames": {"maxLength": 1}}"#, #"{"ab": 1}"#, .draft6 ... .draft202012),
        (#"{"if": true, "then": {"type": "null"}}"#, "1", .draft7 ... .draft202012),
        (#"{"contains": true, "maxContains": 1}"#, "[1, 2]", .draft201909 ... .draft202012),
        (#"{"dependentRequired": {"a": ["b"]}}"#, #"{"a": 1}"#, .draft201909 ... .draft202012),
        (#"{"dependentSchemas": {"a": {"minProperties": 2}}}"#, #"{"a": 1}"#, .draft201909 ... .draft202012),
        (#"{"unevaluatedProperties": false}"#, #"{"a": 1}"#, .draft201909 ... .draft202012),
        (#"{"prefixItems": [{"type": "null"}]}"#, "[1]", .draft202012 ... .draft202012),
        (#"{"items": [{"type": "null"}]}"#, "[1]", .draft4 ... .draft201909),
        (#"{"items": [true], "additionalItems": {"type": "null"}}"#, "[0, 1]", .draft4 ... .draft201909),
        (#"{"items": {"type": "null"}}"#, "[1]", .draft4 ... .draft202012),
        (#"{"dependencies": {"a": ["b"]}}"#, #"{"a": 1}"#, .draft4 ... .draft202012),
        (#"{"dependencies": {"a": {"minProperties": 2}}}"#, #"{"a": 1}"#, .draft4 ... .draft202012),
        (#"{"minimum": 1, "exclusiveMinimum": true}"#, "1", .draft4 ... .draft4),
        (#"{"maximum": 1, "exclusiveMaximum": true}"#, "1", .draft4 ... .draft4),
        (#"{"exclusiveMinimum": 1}"#, "1", .draft6 ... .draft202012),
        (#"{"type": "integer"}"#, "1.0", .draft4 ... .draft4),
        (#"{"type": "integer"}"#, "1e400", .draft4 ... .draft4),
        (
            ##"{"$ref": "#/$defs/a", "maxLength": 1, "$defs": {"a": {}}}"##, #""ab""#,
            .draft201909 ... .draft202012
        ),
    ])
    func `a keyword means something in its dialects only`(
        _ schema: String,
        _ refused: String,
        _ dialects: ClosedRange<Dialect>
    ) throws {
        // Where a keyword's form was another, the schema is malformed.
        let isMalformed = schema.contains("exclusive") || schema.contains(#""items": ["#)
        for dialect in Dialect.allCases where dialects.contains(dialect) || !isMalformed {
            let example = SchemaCase(schema: schema, value: refused, isValid: !dialects.contains(dialect))
            try example.check(dialect: dialect)
        }
    }

    @Test func `an integer of draft 4 may have any size, and a number any form`() throws {
        for example in SchemaCase.accepts(
            #"{"type": "integer"}"#,
            "1",
            "-0",
            "123456789012345678901234567890"
        )
            + SchemaCase.accepts(#"{"type": ["integer", "number"]}"#, "1.0", "1.5", "1e400")
        {
            try example.check(dialect: .draft4)
        }
    }

    @Test(arguments: old)
    func `the fragment of an identifier is an anchor before 2019-09`(_ dialect: Dialect) throws {
        let id = dialect == .draft4 ? "id" : "$id"
        let schemas = [
            ##"{"$ref": "#a", "definitions": {"x": {"ID": "#a", "type": "null"}}}"##,
            ##"{"$ref": "http://e/b#a", "definitions": {"x": {"ID": "http://e/b#a", "type": "null"}}}"##,
            ##"{"ID": "http://e/", "allOf": [{"$ref": "b#a"}], "definitions": {"x": {"ID": "b", "definitions": {"y": {"ID": "#a", "type": "null"}}}}}"##,
            ##"{"ID": "http://e/r#", "allOf": [{"$ref": "r#/definitions/x"}], "definitions": {"x": {"ID": "#/definitions/x", "type": "null"}}}"##,
        ]
        for schema in schemas.map({ $0.replacing("ID", with: id) }) {
            try SchemaCase(schema: schema, value: "null", isValid: true).check(dialect: dialect)
            try SchemaCase(schema: schema, value: "1", isValid: false).check(dialect: dialect)
        }
    }

    @Test(arguments: old)
    func `an identifier beside a reference does not count before 2019-09`(_ dialect: Dialect) throws {
        let id = dialect == .draft4 ? "id" : "$id"
        let schema =
            ##"{"ID": "http://e/a/", "allOf": [{"ID": "http://e/b/", "$ref": "t"}], "definitions": {"x": {"ID": "http://e/a/t", "type": "null"}, "y": {"ID": "http://e/b/t", "type": "string"}}}"##
            .replacing("ID", with: id)
        try SchemaCase(schema: schema, value: "null", isValid: true).check(dialect: dialect)
        try SchemaCase(schema: schema, value: "\"\"", isValid: false).check(dialect: dialect)
    }

    @Test func `what contains found counts as evaluated in 2020-12 only`() throws {
        let schema = #"{"contains": {"type": "null"}, "unevaluatedItems": false}"#
        try SchemaCase(schema: schema, value: "[null]", isValid: false).check(dialect: .draft201909)
        try SchemaCase(schema: schema, value: "[null]", isValid: true).check(dialect: .draft202012)
    }

    @Test func `a recursive reference takes the outermost marked root`() throws {
        var registry = SchemaRegistry(defaultDialect: .draft201909)
        let tree =
            ##"{"$id": "http://e/tree", "$recursiveAnchor": true, "properties": {"n": true, "children": {"items": {"$recursiveRef": "#"}}}}"##
        try registry.add(JSONDocument(tree), at: "")
        let strict =
            #"{"$id": "http://e/strict", "$recursiveAnchor": true, "$ref": "tree", "unevaluatedProperties": false}"#
        let loose = #"{"$id": "http://e/loose", "$ref": "tree", "unevaluatedProperties": false}"#
        let value = #"{"n": 1, "children": [{"n": 2, "more": 3}]}"#
        try SchemaCase(schema: strict, value: value, isValid: false).check(registry: registry)
        try SchemaCase(schema: loose, value: value, isValid: true).check(registry: registry)
        let found = try CompiledSchema(compiling: JSONDocument(strict), registry: registry)
            .violations(in: JSONDocument(value).root)
        #expect(
            found.map(\.keywordLocation.description) == [
                "/$ref/properties/children/items/$recursiveRef/unevaluatedProperties"
            ]
        )
    }

    @Test func `each resource has its own dialect`() throws {
        var registry = SchemaRegistry()
        try registry.add(
            JSONDocument(
                #"{"$schema": "http://json-schema.org/draft-04/schema#", "id": "http://e/old", "minimum": 1, "exclusiveMinimum": true}"#
            ),
            at: ""
        )
        let schema =
            #"{"items": {"$ref": "http://e/old"}, "prefixItems": [{"$ref": "in"}], "$defs": {"i": {"$schema": "http://json-schema.org/draft-07/schema#", "$id": "http://e/in", "items": [{"type": "null"}]}}}"#
        let absolute = schema.replacing(#""in""#, with: #""http://e/in""#)
        try SchemaCase(schema: absolute, value: "[[null], 2]", isValid: true).check(registry: registry)
        try SchemaCase(schema: absolute, value: "[[1], 2]", isValid: false).check(registry: registry)
        try SchemaCase(schema: absolute, value: "[[null], 1]", isValid: false).check(registry: registry)
    }

    @Test func `a custom meta-schema of an old dialect reads as that dialect`() throws {
        var registry = SchemaRegistry()
        let metaSchema =
            #"{"$schema": "http://json-schema.org/draft-06/schema#", "$id": "http://e/meta", "allOf": [{"$ref": "http://json-schema.org/draft-06/schema#"}]}"#
        try registry.add(JSONDocument(metaSchema), at: "")
        let schema = #"{"$schema": "http://e/meta", "items": [{"type": "null"}], "if": true, "then": false}"#
        try SchemaCase(schema: schema, value: "[null]", isValid: true).check(registry: registry)
        try SchemaCase(schema: schema, value: "[1]", isValid: false).check(registry: registry)
    }

    @Test func `a meta-schema that describes only itself is no dialect`() throws {
        var registry = SchemaRegistry()
        try registry.add(JSONDocument(#"{"$schema": "http://e/b", "$id": "http://e/a"}"#), at: "")
        try registry.add(JSONDocument(#"{"$schema": "http://e/a", "$id": "http://e/b"}"#), at: "")
        let found = try problems(#"{"$schema": "http://e/a"}"#, registry: registry)
        #expect(found.map(\.code) == [.unknownDialect("http://e/a")])
    }

    @Test(arguments: [
        (#"{"id": 1}"#, Dialect.draft4, "/id"), (#"{"exclusiveMinimum": 1}"#, .draft4, "/exclusiveMinimum"),
        (#"{"exclusiveMinimum": true}"#, .draft6, "/exclusiveMinimum"), (#"{"$id": 1}"#, .draft7, "/$id"),
        (##"{"$recursiveRef": "#a"}"##, .draft201909, "/$recursiveRef"),
        (#"{"$recursiveAnchor": "a"}"#, .draft201909, "/$recursiveAnchor"),
        (#"{"items": []}"#, .draft7, "/items"),
        (#"{"dependencies": {"a": [1]}}"#, .draft7, "/dependencies/a"),
        (#"{"$id": "a#b"}"#, .draft201909, "/$id"), (#"{"items": [true]}"#, .draft202012, "/items"),
    ])
    func `a keyword in another dialect's form is named with its place`(
        _ schema: String,
        _ dialect: Dialect,
        _ pointer: String
    ) throws {
        let document = try JSONDocument(schema)
        let error = #expect(throws: SchemaError.self) {
            try CompiledSchema(compiling: document, dialect: dialect)
        }
        #expect(error?.problems.map(\.pointer.description) == [pointer])
    }

    @Test(arguments: [
        (#"{"items": [{"type": "null"}]}"#, "[1]", "/items/0/type"),
        (#"{"items": [true], "additionalItems": {"type": "null"}}"#, "[0, 1]", "/additionalItems/type"),
        (#"{"dependencies": {"a": ["b"]}}"#, #"{"a": 1}"#, "/dependencies"),
        (#"{"dependencies": {"a": {"type": "null"}}}"#, #"{"a": 1}"#, "/dependencies/a/type"),
        (#"{"minimum": 3, "exclusiveMinimum": true}"#, "3", "/exclusiveMinimum"),
    ])
    func `a violation names the keyword of its dialect`(
        _ schema: String,
        _ value: String,
        _ location: String
    )
        throws
    {
        let compiled = try CompiledSchema(compiling: JSONDocument(schema), dialect: .draft4)
        let found = try compiled.violations(in: JSONDocument(value).root)
        #expect(found.map(\.keywordLocation.description) == [location])
    }

    @Test func `the bound of a boolean exclusion is the number beside it`() throws {
        let compiled = try CompiledSchema(
            compiling: JSONDocument(#"{"minimum": 3, "exclusiveMinimum": true}"#),
            dialect: .draft4
        )
        #expect(
            try compiled.violations(in: JSONDocument("3").root).map(\.kind) == [.exclusiveMinimum(limit: "3")]
        )
    }
}
