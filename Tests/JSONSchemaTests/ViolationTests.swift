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

    @Test func `lengths are counted and shown in code points`() throws {
        // One letter and a combining accent; a flag of two code points.
        let found = try violations(
            #"{"items": {"maxLength": 1}}"#,
            "[\"e\u{301}\", \"\u{1F1F8}\u{1F1EA}\", \"\u{1F600}\"]"
        )
        #expect(found.map(\.kind) == [.maxLength(limit: 1, actual: 2), .maxLength(limit: 1, actual: 2)])
        #expect(found.first?.kind.description == "expected at most 1 code point, found 2 code points")
    }

    @Test(arguments: [
        ("\u{E9}", "e\u{301}", #""\u00e9" (1 code point)"#, #""e\u0301" (2 code points)"#),
        ("a b", "a\u{A0}b", #""a b" (3 code points)"#, #""a\u00a0b" (3 code points)"#),
        ("ok", "ok\u{200B}", #""ok" (2 code points)"#, #""ok\u200b" (3 code points)"#),
        (
            "\u{1F600}", "\u{1F600}\u{FE0F}", #""\ud83d\ude00" (1 code point)"#,
            #""\ud83d\ude00\ufe0f" (2 code points)"#
        ),
    ])
    func `a string that only looks allowed is told from it by its code points`(
        _ allowed: String,
        _ value: String,
        _ expected: String,
        _ found: String
    ) throws {
        for schema in ["{\"const\": \"\(allowed)\"}", "{\"enum\": [1, \"x\", \"\(allowed)\"]}"] {
            let kinds = try violations(schema, "\"\(value)\"").map(\.kind)
            #expect(kinds == [.lookalike(expected: allowed, found: value)])
            #expect(kinds.first?.expected == expected)
            #expect(kinds.first?.found == found)
        }
    }

    @Test func `strings that differ to the eye are no lookalikes`() throws {
        #expect(try violations(#"{"const": "a"}"#, #""A""#).map(\.kind) == [.constant(expected: "\"a\"")])
    }

    @Test func `a text names expected and found, and no long value`() throws {
        let found = try violations(#"{"properties": {"a": {"type": "string"}}}"#, #"{"a": [1, 2, 3]}"#)
        #expect(found.map(\.description) == ["/a: expected string, found array (#/properties/a/type)"])
        let names = (0..<200).map { "\"value-\($0)\"" }.joined(separator: ",")
        let long = try violations("{\"enum\": [\(names)]}", "1")
        #expect(long.first.map { $0.description.count < 300 } == true)
    }

    @Test func `a name that may not be is where its value is`() throws {
        let schema = try compile(#"{"items": {"propertyNames": {"maxLength": 1}}}"#)
        let violations = try schema.violations(in: JSONDocument(#"[{"a": 1, "bc": 2}]"#).root)
        #expect(violations.map(\.value.pointer.description) == ["/0/bc"])
        #expect(violations.first?.description.hasPrefix("/0/bc: ") == true)
        #expect(violations.first?.causes.map(\.kind) == [.maxLength(limit: 1, actual: 2)])
    }

    @Test func `of many missing members the first ones are listed, up to the limit`() throws {
        let names = (0..<1_000).map { "\"p\($0)\"" }
        let schema = try compile(#"{"required": [\#(names.joined(separator: ","))]}"#)
        let explanation = try schema.explain(JSONDocument(#"{"p0": 1, "p2": 1}"#).root)
        #expect(explanation.isTruncated)
        #expect(explanation.violations.count == 100)
        #expect(
            explanation.violations.prefix(2).map(\.kind) == [
                .required(missing: "p1"), .required(missing: "p3"),
            ]
        )
    }
}
