import JSONCore
import JSONSchema
import Testing

struct ViolationTests {
    private func violations(_ schema: String, _ value: String) throws -> [Violation] {
        try compile(schema).violations(in: JSONDocument(value).root)
    }

    @Test(arguments: [
        (
            #"{"type": ["string", "null"]}"#, "1",
            Violation.Kind.type(expected: ["string", "null"], found: .integer), "/type"
        ),
        (#"{"minLength": 3}"#, "\"é\"", .minLength(limit: 3, actual: 1), "/minLength"),
        (#"{"maximum": 1.50}"#, "2", .maximum(limit: "1.50"), "/maximum"),
        (#"{"required": ["a", "b"]}"#, #"{"a": 1}"#, .required(missing: "b"), "/required"),
        (#"{"enum": ["a", 1]}"#, "2", .enumeration(allowed: #"["a",1]"#), "/enum"),
        (#"{"const": {"a": 1}}"#, "2", .constant(expected: #"{"a":1}"#), "/const"),
        (
            #"{"additionalProperties": false}"#, #"{"a": 1}"#, .additionalProperty("a"),
            "/additionalProperties"
        ),
        (
            #"{"unevaluatedProperties": false}"#, #"{"a": 1}"#, .additionalProperty("a"),
            "/unevaluatedProperties"
        ),
        (
            #"{"contains": {"type": "null"}}"#, "[1]", .contains(minimum: 1, maximum: .max, actual: 0),
            "/contains"
        ),
        (
            #"{"dependentRequired": {"a": ["b"]}}"#, #"{"a": 1}"#,
            .dependentRequired(trigger: "a", missing: "b"), "/dependentRequired"
        ),
        (#"{"oneOf": [true, false, true]}"#, "1", .oneOf(matched: [0, 2], branches: 3), "/oneOf"),
        (#"{"not": true}"#, "1", .not, "/not"),
        (#"{"multipleOf": 2}"#, "3", .multipleOf(divisor: "2"), "/multipleOf"),
        ("false", "1", .falseSchema, ""),
    ])
    func `a violation carries the facts`(
        _ schema: String,
        _ value: String,
        _ kind: Violation.Kind,
        _ keyword: String
    ) throws {
        let found = try violations(schema, value)
        #expect(found.map(\.kind) == [kind])
        #expect(found.first?.keywordLocation.description == keyword)
    }

    @Test func `both ways to the keyword are told, through the reference and where it is written`() throws {
        let found = try violations(
            ##"{"$id": "http://e/s", "properties": {"a/b": {"$ref": "t#/$defs/x"}}, "$defs": {"t": {"$id": "t", "$defs": {"x": {"items": {"type": "null"}}}}}}"##,
            #"{"a/b": [null, 1]}"#
        )
        #expect(found.map(\.value.pointer.description) == ["/a~1b/1"])
        #expect(found.map(\.keywordLocation.description) == ["/properties/a~1b/$ref/items/type"])
        #expect(found.map(\.schemaLocation.description) == ["http://e/t#/$defs/x/items/type"])
    }

    @Test func `a name that does not conform has the place of its member`() throws {
        let found = try violations(
            #"{"properties": {"o": {"propertyNames": {"maxLength": 2}}}}"#,
            "{\"o\": {\"a\": 1,\n \"abc\": 2}}"
        )
        #expect(found.map(\.value.pointer.description) == ["/o/abc"])
        #expect(found.map(\.value.location.line) == [2])
        #expect(found.map(\.value.location.column) == [2])
        #expect(found.first?.causes.map(\.value.pointer.description) == ["/o/abc"])
    }

    @Test func `all violations are listed, up to the limit`() throws {
        let schema = try compile(#"{"items": {"type": "null"}, "minItems": 9}"#)
        let value = try JSONDocument("[1, null, 2, 3]").root
        #expect(schema.violations(in: value).count == 4)
        var limits = ExplanationLimits()
        limits.maxViolations = 2
        let explanation = schema.explain(value, limits: limits)
        #expect(explanation.violations.count == 2)
        #expect(explanation.isTruncated)
    }

    @Test func `of alternatives the one with the right type speaks`() throws {
        let found = try violations(
            #"{"anyOf": [{"type": "string"}, {"type": "object", "required": ["a"]}]}"#,
            "{}"
        )
        #expect(found.map(\.kind) == [.anyOf(branches: 2)])
        #expect(found.first?.causes.map(\.kind) == [.required(missing: "a")])
    }

    @Test func `of alternatives the one with the right discriminator speaks`() throws {
        let schema = #"""
            {"oneOf": [
              {"properties": {"kind": {"const": "a"}, "n": {"type": "string"}}},
              {"properties": {"kind": {"const": "b"}, "n": {"type": "integer"}, "m": {"type": "null"}}},
              {"properties": {"kind": {"const": "c"}, "n": {"items": false}}}]}
            """#
        let found = try violations(schema, #"{"kind": "b", "n": [1], "m": 1}"#)
        #expect(
            found.first?.causes.map(\.keywordLocation.description) == [
                "/oneOf/1/properties/n/type", "/oneOf/1/properties/m/type",
            ]
        )
    }

    @Test func `a text names expected and found, and no long value`() throws {
        let found = try violations(#"{"properties": {"a": {"type": "string"}}}"#, #"{"a": [1, 2, 3]}"#)
        #expect(found.map(\.description) == ["/a: expected string, found array (#/properties/a/type)"])
        let names = (0..<200).map { "\"value-\($0)\"" }.joined(separator: ",")
        let long = try violations("{\"enum\": [\(names)]}", "1")
        #expect(long.first.map { $0.description.count < 300 } == true)
    }
}
