import JSONCore
import Testing

struct ExactDecimalTests {
    @Test(arguments: [
        ("1.0", "1"), ("1e2", "100"), ("-0", "0"), ("-0.0", "0"), ("0.10", "0.1"), ("1200e-2", "12"),
        ("1E400", "1e+400"),
        ("1.5e-10", "1.5e-10"), ("123456789012345678901234567890", "1.2345678901234567890123456789e+29"),
        ("-12.50", "-12.5"), ("0.000001", "0.000001"), ("100000000000000000000", "100000000000000000000"),
    ])
    func `equal values have one canonical text`(_ text: String, _ expected: String) throws {
        #expect(try #require(ExactDecimal(text)).canonicalText == expected)
    }

    @Test(arguments: [
        ("0.1", "0.1000000000000000055511151231257827"), ("9007199254740992", "9007199254740993"),
        ("-2", "-1"), ("-1", "0"), ("0", "1e-400"), ("9.99", "10"), ("99", "100"), ("1e400", "2e400"),
        ("18446744073709551615", "18446744073709551616"), ("-1e3", "-999"),
    ])
    func `order is exact`(_ smaller: String, _ larger: String) throws {
        let (left, right) = (try #require(ExactDecimal(smaller)), try #require(ExactDecimal(larger)))
        #expect(left < right)
        #expect(!(right < left))
        #expect(left != right)
    }

    @Test(arguments: [
        ("4.02", "0.01", true), ("0.075", "0.01", false), ("20.29", "0.01", true), ("0", "7", true),
        ("1e308", "0.5", true),
        ("1e-300", "1e-300", true), ("1.5e-300", "1e-300", false), ("1e1000000000", "3", false),
        ("3e1000000000", "3", true), ("12345678901234567890123456789", "12345678901234567890123456789", true),
        ("37037036703703703670370370367", "12345678901234567890123456789", true),
        ("37037036703703703670370370368", "12345678901234567890123456789", false), ("7", "2", false),
        ("-8", "2", true),
        ("1", "0.0000000001", true), ("5e3", "8", true), ("5e2", "8", false),
    ])
    func `multiples are decided exactly and in bounded time`(
        _ text: String,
        _ divisor: String,
        _ isMultiple: Bool
    ) throws {
        #expect(
            try #require(ExactDecimal(text)).isMultiple(of: #require(ExactDecimal(divisor))) == isMultiple
        )
    }

    @Test func `text that is no number is no decimal`() {
        #expect(ExactDecimal("1,5") == nil)
        #expect(ExactDecimal("\"1\"") == nil)
        #expect(ExactDecimal("") == nil)
    }

    /// Exponents saturate; what is written of the value that is kept is read as the same value.
    @Test(arguments: [
        "1e99999999999999999999", "99E9999999998421020199990", "-0.001e-99999999999999999999",
        "1234.5e2305843009213693952", "1e4611686018427387904", "1e-4611686018427387905",
    ])
    func `canonical text is a fixed point for any exponent`(_ text: String) throws {
        let value = try #require(ExactDecimal(text))
        let again = try #require(ExactDecimal(value.canonicalText))
        #expect(again == value)
        #expect(again.canonicalText == value.canonicalText)
    }
}
