import JSONCore
import Testing

struct StructuralEqualityTests {
    private func isEqual(_ left: String, _ right: String) throws -> (equal: Bool, sameHash: Bool) {
        let limits = ParseLimits(maxDepth: 200_000)
        let (left, right) = (
            try JSONDocument(left, limits: limits), try JSONDocument(right, limits: limits)
        )
        let (at, otherAt) = (left.root.index, right.root.index)
        return (
            left.value(at: at, equals: right, at: otherAt),
            left.structuralHash(at: at) == right.structuralHash(at: otherAt)
        )
    }

    @Test(arguments: [
        ("1", "1.0"), ("100", "1e2"), ("-0", "0.0"), ("9223372036854775807", "9223372036854775807.0"),
        ("-9223372036854775808", "-9223372036854775808e0"),
        ("18446744073709551615", "184467440737095516150e-1"),
        ("18446744073709551616", "1.8446744073709551616e19"), ("1e400", "10e399"),
        ("1000000000000000000", "1e18"),
        ("123456789012345678901234567890", "12345678901234567890123456789e1"),
        (#"{"a": 1, "b": [2, {}]}"#, #"{"b": [2.0, {}], "a": 1}"#), (#""\u00e9""#, "\"\u{E9}\""),
        (#"{"a": {"b": {"c": 1, "d": 2}}}"#, #"{"a": {"b": {"d": 2, "c": 1}}}"#),
    ])
    func `equal values are equal and share their hash`(_ left: String, _ right: String) throws {
        #expect(try isEqual(left, right) == (true, true))
    }

    @Test(arguments: [
        ("0.1", "0.1000000000000000055511151231257827"), ("9007199254740992", "9007199254740993.0"),
        ("1e400", "1e401"), ("1e400", "2e400"), ("0.00001", "0.0001"), ("-1", "1"), ("[1, 2]", "[2, 1]"),
        ("[[1], 2]", "[[1, 2]]"), ("[]", "{}"), (#"{"a": 1}"#, #"{"a": 2}"#), (#"{"a": {}}"#, #"{"b": {}}"#),
        (#"{"a": 1, "b": 2}"#, #"{"a": 2, "b": 1}"#), (#""e\u0301""#, "\"\u{E9}\""), ("true", "false"),
        ("null", "0"), ("false", "0"), (#""1""#, "1"),
    ])
    func `unequal values are unequal, and nearly never share their hash`(
        _ left: String,
        _ right: String
    ) throws {
        #expect(try isEqual(left, right) == (false, false))
    }

    @Test func `nesting costs no stack`() throws {
        func nested(_ inner: String) -> String {
            String(repeating: #"{"a":["#, count: 50_000) + inner + String(repeating: "]}", count: 50_000)
        }
        #expect(try isEqual(nested("1"), nested("1.0")) == (true, true))
        #expect(try isEqual(nested("1"), nested("2")) == (false, false))
        let document = try JSONDocument(nested("1"), limits: ParseLimits(maxDepth: 200_000))
        #expect(JSONText(document.root, form: .canonical).string == nested("1"))
    }
}
