import JSONCore
import JSONSchema
import Testing

/// Which of the alternatives speaks when none fits.
struct ClosestBranchTests {
    private func violation(_ schema: String, _ value: String) throws -> Violation {
        let found = try compile(schema).violations(in: JSONDocument(value).root)
        return try #require(found.count == 1 ? found.first : nil, "\(found)")
    }

    private func places(_ violation: Violation) -> [String] {
        violation.causes.map { "\($0.value.pointer) \($0.keywordLocation)" }
    }

    @Test func `the one with the right type speaks`() throws {
        let found = try violation(
            #"{"anyOf": [{"type": "string"}, {"type": "object", "required": ["a"]}]}"#,
            "{}"
        )
        #expect(found.kind == .anyOf(branches: 2))
        #expect(places(found) == [" /anyOf/1/required"])
    }

    @Test func `a branch without a type speaks before one with a wrong type, and names the item`() throws {
        let found = try violation(
            #"{"oneOf": [{"type": "boolean"}, {"items": {"enum": [1, 2]}}]}"#,
            "[1, 3, 2]"
        )
        #expect(places(found) == ["/1 /oneOf/1/items/enum"])
    }

    @Test(
        arguments: [
            (
                #"{"anyOf": [{"type": "string"}, {"type": ["integer", "null"]}]}"#,
                ["string", "integer", "null"]
            ),
            (
                ##"{"oneOf": [{"$ref": "#/$defs/s"}, {"type": "null"}, false], "$defs": {"s": {"type": "string"}}}"##,
                ["string", "null"]
            ),
            (
                #"{"anyOf": [{"anyOf": [{"type": "string"}, {"type": "null"}]}, {"type": "string"}]}"#,
                ["string", "null"]
            ),
        ] as [(String, [String])]
    )
    func `where all want another type, the types are all that is said`(
        _ schema: String,
        _ types: [String]
    ) throws {
        let found = try violation(schema, "[]")
        #expect(found.kind == .type(expected: types, found: .array))
        #expect(found.closest.isEmpty)
    }

    private let kinds = ##"""
        {"oneOf": [
          {"properties": {"kind": {"const": "a"}, "size": {"enum": ["s", "m"]}, "n": {"type": "string"}}},
          {"allOf": [{"$ref": "#/$defs/b"}], "properties": {"n": {"type": "integer"}, "m": {"type": "null"}}},
          {"properties": {"kind": {"enum": ["c", "d"]}, "n": {"items": {"items": false}}}},
          {"type": "null"}],
         "$defs": {"b": {"properties": {"kind": {"const": "b"}}}}}
        """##

    @Test(
        arguments: [
            (
                #"{"kind": "a", "size": "l", "n": 1}"#,
                ["/size /oneOf/0/properties/size/enum", "/n /oneOf/0/properties/n/type"]
            ),
            (
                #"{"kind": "b", "n": [1], "m": 1}"#,
                ["/n /oneOf/1/properties/n/type", "/m /oneOf/1/properties/m/type"]
            ),
            (#"{"kind": "d", "n": [[1]]}"#, ["/n/0/0 /oneOf/2/properties/n/items/items"]),
        ] as [(String, [String])]
    )
    func `the one that a member chooses by its constant speaks, whatever else is wrong there`(
        _ value: String,
        _ expected: [String]
    ) throws {
        #expect(places(try violation(kinds, value)) == expected)
    }

    @Test func `a choice that no branch knows is what is wrong`() throws {
        let found = try violation(kinds, #"{"n": 1, "kind": "e"}"#)
        #expect(found.kind == .unknownKind(known: #"["a","b","c","d"]"#))
        #expect(found.value.pointer.description == "/kind")
        #expect(found.schemaLocation.description == "#/oneOf")
    }

    @Test func `a branch that leaves the member open may still be meant`() throws {
        let found = try violation(
            #"{"anyOf": [{"properties": {"k": {"const": 1}}}, {"properties": {"k": {"const": 2}}}, {"required": ["x"]}]}"#,
            #"{"k": 3}"#
        )
        #expect(found.kind == .anyOf(branches: 3))
    }

    @Test func `branches that are equally close all speak`() throws {
        let found = try violation(
            #"{"anyOf": [{"required": ["user"]}, {"required": ["group"]}, {"required": ["a", "b"]}]}"#,
            #"{"users": {}}"#
        )
        #expect(found.kind == .anyOf(branches: 3))
        #expect(found.closest.map(\.position) == [0, 1])
        #expect(
            found.closest.map { $0.violations.map(\.kind) } == [
                [.required(missing: "user")], [.required(missing: "group")],
            ]
        )
        #expect(found.causes.isEmpty)
    }

    @Test func `branches that say the same speak once`() throws {
        let found = try violation(
            #"{"anyOf": [{"minLength": 2}, {"minLength": 2, "title": "again"}]}"#,
            #""a""#
        )
        #expect(found.closest.map(\.position) == [0])
    }

    @Test func `more than the limit of equally close ones are left out`() throws {
        let branches = (0..<9).map { "{\"required\": [\"\($0)\"]}" }.joined(separator: ",")
        #expect(try violation("{\"anyOf\": [\(branches)]}", "{}").closest.map(\.position) == [0, 1, 2, 3])
    }

    @Test func `of branches that fail in their depth the deepest speaks`() throws {
        let found = try violation(
            #"{"anyOf": [{"minProperties": 2}, {"properties": {"a": {"items": {"maximum": 1}}}}]}"#,
            #"{"a": [1, 2]}"#
        )
        #expect(places(found) == ["/a/1 /anyOf/1/properties/a/items/maximum"])
    }

    @Test func `a recursive choice is explained at its end, not level by level`() throws {
        let schema =
            ##"{"anyOf": [{"type": "array", "items": {"$ref": "#"}}, {"type": "array", "items": {"$ref": "#"}, "maxItems": 9}]}"##
        let depth = 30
        let text = String(repeating: "[", count: depth) + "true" + String(repeating: "]", count: depth)
        var violation = try violation(schema, text)
        while let cause = violation.causes.first { violation = cause }
        #expect(violation.kind == .type(expected: ["array"], found: .boolean))
        #expect(violation.value.steps().count == depth)
    }
}
