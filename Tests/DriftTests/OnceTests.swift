import Drift
import JSONCore
import Testing

/// A value of which two rules could say the same is told once, by the word that fits it.
@Suite struct OnceTests {
    @Test(
        arguments: [
            (#"{"type": "string", "x-known-values": ["a"]}"#, ["null-introduced breaking"]),
            (#"{"allOf": [{"type": "string"}, {"x-known-values": ["a"]}]}"#, ["null-introduced breaking"]),
            (#"{"enum": ["a"]}"#, ["null-introduced breaking"]),
            (#"{"x-known-values": ["a"]}"#, ["null-introduced warning"]),
            (#"{"type": ["string", "null"], "x-known-values": ["a"]}"#, []),
        ]
    )
    func `a null outside a set of values is one finding`(schema: String, told: [String]) throws {
        let found = try findings(#"{"properties": {"p": \#(schema)}}"#, #"{"p": null}"#)
        #expect(found.map { "\($0.kind.rawValue) \($0.severity)" } == told)
    }

    @Test(
        arguments: [
            ("[1, 2]", #""1""#, "type-changed"), (#"["a", "b"]"#, "1", "type-changed"),
            (#"["a"]"#, #"{"a": 1}"#, "shape-changed"), ("[1, 2]", "2.5", "value-added"),
            (#"["a", 1]"#, #""b""#, "value-added"), ("[true]", "1", "type-changed"),
            (#"["a", null]"#, #""b""#, "value-added"),
        ]
    )
    func `a value of another type than all of a set has changed its type`(
        values: String,
        value: String,
        kind: String
    ) throws {
        let found = try findings(#"{"properties": {"p": {"enum": \#(values)}}}"#, #"{"p": \#(value)}"#)
        #expect(found.map(\.kind.rawValue) == [kind])
    }

    @Test func `what was found before a limit ended the judging is told`() throws {
        let schema = #"""
            {"properties": {"a": {"type": "string"}, "p": {"pattern": "^(?=(a+)+$)(a+)+\\1$"}}}
            """#
        let text = String(repeating: "a", count: 40) + "b"
        let found = try findings(schema, #"{"a": null, "p": "\#(text)"}"#)
        #expect(Set(found.map(\.kind)) == [.nullIntroduced, .undecided])
    }
}
