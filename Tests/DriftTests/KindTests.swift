import Drift
import Testing

/// Which word of the report each violation gets.
@Suite struct KindTests {
    @Test(arguments: [
        (#"{"type": "string"}"#, "null", FindingKind.nullIntroduced),
        (#"{"type": "object"}"#, "null", .nullIntroduced),
        (#"{"type": ["array", "string"]}"#, "null", .nullIntroduced),
        (#"{"enum": ["a", "b"]}"#, "null", .nullIntroduced),
        (#"{"type": "integer"}"#, #""3""#, .typeChanged),
        (#"{"type": "integer"}"#, "3.5", .typeChanged),
        (#"{"type": "string"}"#, "true", .typeChanged),
        (#"{"type": ["string", "null"]}"#, "7", .typeChanged),
        (#"{"type": "string"}"#, "{}", .shapeChanged),
        (#"{"type": ["string", "null"]}"#, "[]", .shapeChanged),
        (#"{"type": "object"}"#, #""""#, .shapeChanged),
        (#"{"type": "array"}"#, "{}", .shapeChanged),
        (#"{"type": ["object", "null"]}"#, "1", .shapeChanged),
        (#"{"enum": ["a", "b"]}"#, #""c""#, .valueAdded),
        (#"{"const": 1}"#, "2", .valueAdded),
        (#"{"minLength": 2}"#, #""a""#, .constraintViolated),
        (#"{"pattern": "^a"}"#, #""b""#, .constraintViolated),
        (#"{"maximum": 3}"#, "4", .constraintViolated),
        (#"{"minItems": 1}"#, "[]", .constraintViolated),
        (#"{"uniqueItems": true}"#, "[1, 1]", .constraintViolated),
        ("false", "1", .constraintViolated),
    ])
    func `a violation is named by what changed`(schema: String, value: String, kind: FindingKind) throws {
        let found = try findings(#"{"properties": {"a": \#(schema)}}"#, #"{"a": \#(value)}"#)
        #expect(found.map(\.kind) == [kind])
        #expect(found.map(\.path) == ["/a"])
        #expect(found.map(\.severity) == [.breaking])
    }

    @Test func `integers that are whole by value are integers, written in another way`() throws {
        let found = try findings(#"{"type": "integer"}"#, "3.0")
        #expect(found.map(\.kind) == [.lexicalChange])
        #expect(found.map(\.severity) == [.info])
    }

    @Test func `a member that is missing or not allowed is named at its own path`() throws {
        let schema = #"{"required": ["a"], "properties": {"a": {}}, "additionalProperties": false}"#
        let found = try findings(schema, #"{"b": 1}"#)
        #expect(
            Set(found.map(line)) == ["field-missing /a 1/1", "field-added /b 1/1", "field-renamed /b 1/1"]
        )
    }

    @Test func `an open enumeration warns about a new value and does not break`() throws {
        let found = try findings(#"{"properties": {"a": {"x-known-values": ["x", "y"]}}}"#, #"{"a": "z"}"#)
        #expect(found.map(\.kind) == [.valueAdded])
        #expect(found.map(\.severity) == [.warning])
        #expect(found.first?.sample == #""z""#)
    }

    @Test func `of alternatives the one that came closest is reported`() throws {
        let schema = #"""
            {"properties": {"a": {"anyOf": [
              {"type": "object", "required": ["id", "name"], "properties": {"id": {"type": "integer"}}},
              {"type": "null"}]}}}
            """#
        #expect(try findings(schema, #"{"a": {"id": 1}}"#).map(line) == ["field-missing /a/name 1/1"])
    }

    @Test(arguments: ["[]", "7", #""text""#])
    func `where no alternative comes close the value itself changed`(value: String) throws {
        let schema = #"{"properties": {"a": {"anyOf": [{"type": "object"}, {"type": "null"}]}}}"#
        let found = try findings(schema, #"{"a": \#(value)}"#)
        #expect(found.map(\.kind) == [.shapeChanged])
        #expect(found.map(\.path) == ["/a"])
    }

    @Test func `alternatives that are equally close are one finding that names what each misses`() throws {
        let schema = #"{"properties": {"a": {"anyOf": [{"required": ["x"]}, {"required": ["y"]}]}}}"#
        let found = try findings(schema, #"{"a": {}}"#)
        #expect(found.map(\.kind) == [.constraintViolated])
        #expect(found.map(\.path) == ["/a"])
        #expect(found.map(\.expected) == [#"the member "x", or the member "y""#])
    }

    @Test func `a value that no alternative knows is a new kind`() throws {
        let schema = #"""
            {"items": {"oneOf": [
              {"properties": {"kind": {"const": "a"}, "n": {"type": "integer"}}},
              {"properties": {"kind": {"const": "b"}, "n": {"type": "string"}}}]}}
            """#
        let found = try findings(schema, #"[{"kind": "c", "n": 1}]"#)
        #expect(found.map(line) == ["kind-added /*/kind 1/1"])
        #expect(found.map(\.expected) == [#"one of ["a","b"]"#])
    }
}
