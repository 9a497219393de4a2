import Drift
import Testing

/// What conforms and is written otherwise than a reader made from the schema takes it.
@Suite struct FormTests {
    @Test(
        arguments: [
            (
                #"{"type": "integer"}"#, "9223372036854775808", FindingKind.integerOutOfRange,
                Severity.breaking
            ),
            (#"{"type": "integer"}"#, "-9223372036854775809", .integerOutOfRange, .breaking),
            (#"{"type": ["integer", "null"]}"#, "1e30", .integerOutOfRange, .breaking),
            (#"{"type": "integer", "format": "int32"}"#, "2147483648", .integerOutOfRange, .breaking),
            (#"{"type": "integer", "format": "uint64"}"#, "-1", .integerOutOfRange, .breaking),
            (
                #"{"type": "integer", "format": "uint64"}"#, "18446744073709551616", .integerOutOfRange,
                .breaking
            ),
            (#"{"type": "integer"}"#, "3.0", .lexicalChange, .info),
            (#"{"type": "integer"}"#, "1e2", .lexicalChange, .info),
            (#"{"type": "number"}"#, "9007199254740993", .precisionLost, .warning),
            (#"{"type": "number"}"#, "0.123456789012345678", .precisionLost, .warning),
            (#"{"type": "number"}"#, "1e400", .precisionLost, .warning),
            (#"{"type": "string", "format": "date-time"}"#, #""""#, .formatChanged, .warning),
            (#"{"type": "string", "format": "date-time"}"#, #""2026-01-02""#, .formatChanged, .warning),
            (#"{"type": ["string", "null"], "format": "uri"}"#, #""""#, .formatChanged, .warning),
            (#"{"anyOf": [{"type": "integer"}, {"type": "object"}]}"#, "3.0", .lexicalChange, .info),
            (
                ##"{"$ref": "#/$defs/id", "$defs": {"id": {"type": "integer"}}}"##, "3.0", .lexicalChange,
                .info
            ),
        ] as [(String, String, FindingKind, Severity)]
    )
    func `a number or text in another form is named`(
        schema: String,
        value: String,
        kind: FindingKind,
        severity: Severity
    ) throws {
        let found = try findings(schema, value)
        #expect(found.map(\.kind) == [kind])
        #expect(found.map(\.severity) == [severity])
    }

    @Test(
        arguments: [
            (#"{"type": "integer"}"#, "9223372036854775807"),
            (#"{"type": "integer", "format": "uint64"}"#, "18446744073709551615"),
            (#"{"type": "integer", "format": "x-big-integer"}"#, "18446744073709551616000"),
            (#"{"type": "number"}"#, "0.30000000000000004"), (#"{"type": "number"}"#, "0.10000000000000001"),
            (#"{"type": "number"}"#, "9007199254740992"), (#"{"type": "number"}"#, "-73.98765432101234"),
            (#"{"type": "number"}"#, "1e300"), (#"{"type": ["integer", "string"]}"#, #""3.0""#),
            (#"{"type": "string", "format": "date-time"}"#, #""2026-01-02T00:00:00.5+01:00""#),
            (#"{"type": ["string", "null"], "format": "uri"}"#, "null"),
            (#"{"type": "string", "format": "no-such-format"}"#, #""""#),
            (#"{"enum": [3]}"#, "3.0"),
        ]
    )
    func `what a reader takes as it is is no finding`(schema: String, value: String) throws {
        #expect(try findings(schema, value).map(line) == [])
    }

    @Test func `an integer that became a float beyond 2^53 has lost digits, too`() throws {
        let found = try findings(#"{"type": "integer"}"#, "1.0995116302452e+17")
        #expect(Set(found.map(\.kind)) == [.lexicalChange, .precisionLost])
    }

    @Test func `an integer that differs from its text is told, one that is the same is not`() throws {
        let schema = #"{"properties": {"pic": {"type": "integer"}, "pic_str": {"type": "string"}}}"#
        let rounded = #"{"pic": 109951165566414450, "pic_str": "109951165566414444"}"#
        let found = try findings(schema, rounded)
        #expect(found.map(line) == ["precision-lost /pic 1/1"])
        #expect(found[0].hint?.contains("pic_str") == true)
        #expect(
            try findings(schema, #"{"pic": 109951165566414444, "pic_str": "109951165566414444"}"#).isEmpty
        )
        #expect(
            try findings(schema, #"{"pic": 109951165566414450, "pic_str": "209951165566414444"}"#).isEmpty
        )
    }

    @Test func `a value where only null came so far is the first seen, and no change of type`() throws {
        let schema = #"{"properties": {"a": {"type": "null"}}}"#
        #expect(try findings(schema, #"{"a": {"b": 1}}"#).map(\.kind) == [.firstSeen])
        #expect(try findings(schema, #"{"a": {"b": 1}}"#).map(\.severity) == [.warning])
    }

    @Test func `null, absent and three kinds of empty are five different facts`() throws {
        let schema = #"{"required": ["a"], "properties": {"a": {"type": "string", "format": "date"}}}"#
        let kinds = try [#"{"a": null}"#, "{}", #"{"a": ""}"#, #"{"a": {}}"#, #"{"a": []}"#].map {
            try findings(schema, $0).map(\.kind)
        }
        #expect(
            kinds == [[.nullIntroduced], [.fieldMissing], [.formatChanged], [.shapeChanged], [.shapeChanged]]
        )
    }
}
