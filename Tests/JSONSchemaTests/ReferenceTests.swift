import JSONCore
import JSONSchema
import Testing

struct ReferenceTests {
    private func registry(_ documents: [String: String]) throws -> SchemaRegistry {
        var registry = SchemaRegistry()
        for (uri, text) in documents.sorted(by: { $0.key < $1.key }) {
            try registry.add(JSONDocument(text), at: uri)
        }
        return registry
    }

    @Test(arguments: [
        (##"{"$ref": "#/$defs/a%25b~1c", "$defs": {"a%b/c": {"type": "null"}}}"##),
        (##"{"$ref": "#name", "$defs": {"a": {"$anchor": "name", "type": "null"}}}"##),
        (##"{"$id": "http://example.com/a/b.json", "$ref": "c.json", "$defs": {"c": {"$id": "/a/c.json", "type": "null"}}}"##),
        (##"{"$id": "urn:example:root", "$ref": "urn:example:inner#x", "$defs": {"c": {"$id": "urn:example:inner", "$defs": {"x": {"$anchor": "x", "type": "null"}}}}}"##),
        (##"{"$ref": "#/properties/a", "properties": {"a": {"type": "null"}}}"##),
        (##"{"$dynamicRef": "#n", "$defs": {"a": {"$dynamicAnchor": "n", "type": "null"}}}"##),
        (##"{"$ref": "#/definitions/old", "definitions": {"old": {"type": "null"}}}"##),
    ])
    func `a reference leads by pointer, anchor or identifier`(_ schema: String) throws {
        let compiled = try compile(schema)
        #expect(try compiled.accepts(JSONDocument("null")))
        #expect(try !compiled.accepts(JSONDocument("1")))
    }

    @Test func `documents refer to each other by their file names`() throws {
        let registry = try registry([
            "item.json": #"{"properties": {"next": {"$ref": "item.json"}, "n": {"type": "integer"}}}"#
        ])
        let schema = try compile(#"{"items": {"$ref": "item.json"}}"#, registry: registry)
        #expect(try schema.accepts(JSONDocument(#"[{"next": {"next": {"n": 1}}}]"#)))
        #expect(try !schema.accepts(JSONDocument(#"[{"next": {"next": {"n": 1.5}}}]"#)))
    }

    @Test func `a dynamic reference takes the outermost anchor of each way it is reached`() throws {
        let schema = try compile(
            ##"""
            {"$defs": {
                "list": {"$id": "list", "items": {"$dynamicRef": "#item"}, "$defs": {"any": {"$dynamicAnchor": "item"}}},
                "numbers": {"$id": "numbers", "$ref": "list", "$defs": {"i": {"$dynamicAnchor": "item", "type": "number"}}},
                "strings": {"$id": "strings", "$ref": "list", "$defs": {"i": {"$dynamicAnchor": "item", "type": "string"}}}},
             "properties": {"n": {"$ref": "numbers"}, "s": {"$ref": "strings"}, "l": {"$ref": "list"}}}
            """##
        )
        #expect(try schema.accepts(JSONDocument(#"{"n": [1], "s": ["a"], "l": [1, "a"]}"#)))
        #expect(try !schema.accepts(JSONDocument(#"{"n": ["a"]}"#)))
        #expect(try !schema.accepts(JSONDocument(#"{"s": [1]}"#)))
    }

    @Test func `the meta-schema judges schemas, itself among them`() throws {
        let metaSchema = try CompiledSchema(
            compiling: "https://json-schema.org/draft/2020-12/schema",
            in: SchemaRegistry()
        )
        #expect(
            try metaSchema.accepts(
                JSONDocument(#"{"type": "object", "properties": {"a": {"minLength": 1}}}"#)
            )
        )
        let wrong = try JSONDocument(#"{"properties": {"a": {"minLength": -1}}}"#)
        let violations = metaSchema.violations(in: wrong.root)
        #expect(violations.map(\.value.pointer.description) == ["/properties/a/minLength"])
    }

    @Test func `a custom dialect without the validation vocabulary asserts nothing`() throws {
        let registry = try registry([
            "http://example.com/meta": #"""
            {"$id": "http://example.com/meta", "$vocabulary": {"https://json-schema.org/draft/2020-12/vocab/core": true,
             "https://json-schema.org/draft/2020-12/vocab/applicator": true, "http://example.com/own": false}}
            """#
        ])
        let schema = try compile(
            #"{"$schema": "http://example.com/meta", "type": "string", "properties": {"a": false}}"#,
            registry: registry
        )
        #expect(try schema.accepts(JSONDocument("1")))
        #expect(try !schema.accepts(JSONDocument(#"{"a": 1}"#)))
    }

    @Test(arguments: [
        ("b.json", "http://a/x/y.json", "http://a/x/b.json"), ("../b", "http://a/x/y/z", "http://a/x/b"),
        ("/b", "http://a/x/y", "http://a/b"), ("?q", "http://a/x", "http://a/x?q"),
        ("#f", "http://a/x?q", "http://a/x?q#f"),
        ("//h/p", "http://a/x", "http://h/p"), ("urn:x:y", "http://a/x", "urn:x:y"),
        ("", "http://a/x#f", "http://a/x"),
        ("./../../../g", "http://a/b/c/d", "http://a/g"), ("g/.", "http://a/b/c", "http://a/b/g/"),
        ("x", "http://a", "http://a/x"),
        ("b.json", "a.json", "b.json"), ("b.json", "dir/a.json", "dir/b.json"), ("#f", "urn:x", "urn:x#f"),
    ])
    func `references resolve as RFC 3986 says`(_ reference: String, _ base: String, _ target: String) {
        #expect(URIReference(reference).resolved(against: URIReference(base)).description == target)
    }

    /// `é` in one code point and in two are equal to Swift.
    @Test(arguments: [0, 20])
    func `names that only look alike are two, in references and in tables`(_ others: Int) throws {
        let more = (0..<others).map { #", "x\#($0)": {}"# }.joined()
        let definitions = "{\"\u{E9}\": {\"type\": \"null\"}, \"e\u{301}\": {\"type\": \"array\"}\(more)}"
        let schema = try compile(
            "{\"prefixItems\": [{\"$ref\": \"#/$defs/\u{E9}\"}, {\"$ref\": \"#/$defs/e\u{301}\"}], \"$defs\": \(definitions)}"
        )
        #expect(try schema.accepts(JSONDocument("[null, []]")))
        #expect(try !schema.accepts(JSONDocument("[[], []]")))
        #expect(try !schema.accepts(JSONDocument("[null, null]")))
    }

    @Test func `identifiers and patterns that only look alike are two`() throws {
        let schema = try compile(
            "{\"$id\": \"http://e/\", \"prefixItems\": [{\"$ref\": \"\u{E9}\"}, {\"$ref\": \"e\u{301}\"}], \"$defs\": {"
                + "\"a\": {\"$id\": \"\u{E9}\", \"pattern\": \"^\u{E9}$\"}, \"b\": {\"$id\": \"e\u{301}\", \"pattern\": \"^e\u{301}$\"}}}"
        )
        #expect(try schema.accepts(JSONDocument("[\"\u{E9}\", \"e\u{301}\"]")))
        #expect(try !schema.accepts(JSONDocument("[\"e\u{301}\", \"e\u{301}\"]")))
        #expect(try !schema.accepts(JSONDocument("[\"\u{E9}\", \"\u{E9}\"]")))
    }

    @Test(arguments: [
        ("#\u{301}a", "#\u{301}a"), ("?\u{301}#b", "?\u{301}#b"), ("/\u{301}/../b", "/b"),
        ("//h\u{301}/p", "//h\u{301}/p"),
    ])
    func `a reference is split at code points`(_ text: String, _ path: String) {
        let reference = URIReference(text)
        #expect(Array(reference.description.utf8) == Array(text.utf8))
        let resolved = reference.resolved(against: URIReference("")).description
        #expect(Array(resolved.utf8) == Array(path.utf8))
    }
}
