import JSONCore
import JSONSchema
import Testing

struct SchemaErrorTests {
    @Test(arguments: [
        (#"{"type": "strnig"}"#, "/type"), (#"{"type": ["string", 1]}"#, "/type/1"),
        (#"{"minLength": -1}"#, "/minLength"),
        (#"{"maxItems": 1.5}"#, "/maxItems"), (#"{"minimum": "1"}"#, "/minimum"),
        (#"{"multipleOf": 0}"#, "/multipleOf"),
        (#"{"required": "a"}"#, "/required"), (#"{"required": [1]}"#, "/required"),
        (#"{"enum": {}}"#, "/enum"),
        (#"{"allOf": []}"#, "/allOf"), (#"{"properties": []}"#, "/properties"),
        (#"{"pattern": 1}"#, "/pattern"),
        (#"{"uniqueItems": 1}"#, "/uniqueItems"), (#"{"$ref": 1}"#, "/$ref"), (#"{"$id": "a#b"}"#, "/$id"),
        (#"{"$anchor": "1a"}"#, "/$anchor"), (#"{"dependentRequired": {"a": "b"}}"#, "/dependentRequired/a"),
        (#"{"x-known-values": 1}"#, "/x-known-values"), (#"{"$schema": 1}"#, "/$schema"),
    ])
    func `a malformed keyword is named with its place`(_ schema: String, _ pointer: String) throws {
        let found = try problems(schema)
        #expect(found.map(\.pointer.description) == [pointer])
        guard case .malformedKeyword = found.first?.code else {
            Issue.record("\(found)")
            return
        }
    }

    @Test(arguments: [
        (
            #"{"$defs": {"unused": {"type": "string", "minLength": "1"}}}"#, "/$defs/unused/minLength",
            "a number"
        ),
        (#"{"$defs": 1}"#, "/$defs", "an object"), (#"{"title": 1}"#, "/title", "a string"),
        (#"{"then": {"examples": {}}}"#, "/then/examples", "an array"),
        (#"{"properties": {"a": {"readOnly": "yes"}}}"#, "/properties/a/readOnly", "a boolean"),
        (
            #"{"type": []}"#, "/type",
            "one or more of null, boolean, object, array, number, integer and string"
        ),
    ])
    func `a keyword that nothing reaches or that asserts nothing has its form all the same`(
        _ schema: String,
        _ pointer: String,
        _ expected: String
    ) throws {
        let found = try problems(schema)
        #expect(found.map(\.pointer.description) == [pointer])
        let name = try #require(JSONPointer(pointer)?.tokens.last)
        #expect(found.map(\.code) == [.malformedKeyword(name, expected: expected)])
    }

    @Test func `a schema that nothing reaches is a schema all the same`() throws {
        #expect(
            try problems(#"{"$defs": {"unused": "string"}}"#).map(\.code) == [.notASchema(found: .string)]
        )
        #expect(try problems(#"{"items": [1]}"#).map(\.code) == [.notASchema(found: .array)])
    }

    @Test func `several problems are reported together, with their offsets`() throws {
        let schema = #"{"properties": {"a": {"type": "strnig"}, "b": 1, "c": {"pattern": "("}}}"#
        let found = try problems(schema)
        #expect(
            Set(found.map(\.pointer.description)) == [
                "/properties/a/type", "/properties/b", "/properties/c/pattern",
            ]
        )
        #expect(
            found.first { $0.pointer.description == "/properties/b" }?.code == .notASchema(found: .integer)
        )
        #expect(found.first { $0.pointer.description == "/properties/b" }?.byteOffset == 46)
    }

    @Test func `a reference that leads nowhere says what was looked for and what there is`() throws {
        var registry = SchemaRegistry()
        try registry.add(JSONDocument("{}"), at: "known.json")
        let found = try problems(
            ##"{"$id": "http://example.com/s", "$ref": "other.json#/a"}"##,
            registry: registry
        )
        let expected = SchemaError.Code.unresolvableReference(
            "other.json#/a",
            uri: "http://example.com/other.json#/a",
            knownDocuments: ["http://example.com/s", "known.json"]
        )
        #expect(found.map(\.code) == [expected])
    }

    @Test(arguments: [
        ##"{"$ref": "#"}"##,
        ##"{"allOf": [{"$ref": "#/$defs/a"}], "$defs": {"a": {"anyOf": [{"$ref": "#"}]}}}"##,
        ##"{"$ref": "#/$defs/a", "$defs": {"a": {"$ref": "#/$defs/b"}, "b": {"$ref": "#/$defs/a"}}}"##,
        ##"{"not": {"$dynamicRef": "#x"}, "$dynamicAnchor": "x"}"##,
        ##"{"dependentSchemas": {"a": {"$ref": "#"}}}"##,
    ])
    func `a schema that applies itself to the same value is refused`(_ schema: String) throws {
        guard case .referenceCycle(let schemas) = try problems(schema).first?.code else {
            Issue.record("no cycle reported")
            return
        }
        #expect(schemas.count > 1 && schemas.first == schemas.last)
    }

    @Test func `of many known documents some are named, and the one that a reference leads into`() throws {
        var registry = SchemaRegistry()
        for number in 10..<50 { try registry.add(JSONDocument("{}"), at: "http://e/\(number)") }
        let found = try problems(
            ##"{"prefixItems": [{"$ref": "http://e/49#/x"}, {"$ref": "none"}]}"##,
            registry: registry
        )
        let some = (10..<30).map { "http://e/\($0)" }
        let expected: [SchemaError.Code] = [
            .unresolvableReference("none", uri: "none", knownDocuments: some),
            .unresolvableReference(
                "http://e/49#/x",
                uri: "http://e/49#/x",
                knownDocuments: some + ["http://e/49"]
            ),
        ]
        #expect(Set(found.map { "\($0.code)" }) == Set(expected.map { "\($0)" }))
        #expect(found.map(\.code.isInKnownDocument).sorted { !$0 && $1 } == [false, true])
    }

    @Test func `a dialect that is not known is refused`() throws {
        let uri = "http://json-schema.org/draft-03/schema#"
        let found = try problems("{\"$schema\": \"\(uri)\"}").map(\.code)
        #expect(found == [.unknownDialect(uri)])
        #expect(
            found[0].description.contains("https://json-schema.org/draft/2020-12/schema"),
            "what is supported"
        )
    }

    @Test(arguments: [("#/$defs/x", true), ("http://e/other", false)])
    func `documents are listed only for a reference that leads to none of them`(
        reference: String,
        isInside: Bool
    ) throws {
        let code = try problems("{\"$id\": \"http://e/s\", \"$ref\": \"\(reference)\"}")[0].code
        #expect(code.isInKnownDocument == isInside)
        #expect(code.description.contains("known documents") != isInside, "\(code)")
    }

    @Test func `a vocabulary that is required and not known is refused`() throws {
        var registry = SchemaRegistry()
        try registry.add(JSONDocument(#"{"$id": "http://e/m", "$vocabulary": {"http://e/v": true}}"#), at: "")
        let found = try problems(#"{"$schema": "http://e/m"}"#, registry: registry)
        #expect(found.map(\.code) == [.unknownVocabulary("http://e/v")])
    }

    @Test func `one identifier for two schemas is refused`() throws {
        let found = try problems(#"{"$defs": {"a": {"$id": "http://e/x"}, "b": {"$id": "http://e/x"}}}"#)
        #expect(found.map(\.code) == [.duplicateIdentifier("http://e/x")])
        let anchors = try problems(#"{"$defs": {"a": {"$anchor": "x"}, "b": {"$anchor": "x"}}}"#)
        #expect(anchors.map(\.pointer.description) == ["/$defs/b/$anchor"])
    }

    @Test func `a long chain of references meets a limit at compile time`() throws {
        let links = (0..<5_000).map { "\"d\($0)\": {\"$ref\": \"#/$defs/d\($0 + 1)\"}" } + ["\"d5000\": true"]
        let found = try problems("{\"$ref\": \"#/$defs/d0\", \"$defs\": {\(links.joined(separator: ","))}}")
        #expect(found.map(\.code) == [.tooDeep(limit: 1_000)])
    }
}
