/// A decimal number without rounding: sign, digits and a power of ten.
package struct ExactDecimal: Sendable {
    /// -1, 0 or 1.
    package let sign: Int

    /// Decimal digits 0…9, most significant first, without leading or trailing zeros; empty for zero.
    package let digits: [UInt8]

    /// The power of ten that `digits`, read as an integer, is multiplied by.
    ///
    /// The power of ten just above the value saturates at ±2^61.
    package let exponent: Int

    package init(_ value: Int64) {
        self.init(negative: value < 0, magnitude: value.magnitude)
    }

    package init(_ value: UInt64) {
        self.init(negative: false, magnitude: value)
    }

    private init(negative: Bool, magnitude: UInt64) {
        self.init(
            negative: negative,
            digits: String(magnitude).utf8.map { $0 - UInt8(ascii: "0") },
            exponent: 0
        )
    }

    /// Parses a number of RFC 8259 §6; nil for anything else.
    package init?(_ text: String) {
        guard let document = try? JSONDocument(text), let decimal = document.root.decimal else {
            // The caller asked whether it is a number; the reason it is not does not matter.
            return nil
        }
        self = decimal
    }

    /// Reads a number that a parser has already accepted.
    init(validText text: [UInt8]) {
        let mantissaEnd =
            text.firstIndex { $0 == UInt8(ascii: "e") || $0 == UInt8(ascii: "E") } ?? text.endIndex
        let mantissa = text[..<mantissaEnd]
        let fractionDigits = mantissa.firstIndex(of: UInt8(ascii: ".")).map { mantissaEnd - $0 - 1 } ?? 0
        let exponent = mantissaEnd == text.endIndex ? 0 : Self.exponent(text[(mantissaEnd + 1)...])
        self.init(
            negative: text.first == UInt8(ascii: "-"),
            digits: mantissa.compactMap { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 ? $0 & 0x0F : nil },
            exponent: exponent - fractionDigits
        )
    }

    private init(negative: Bool, digits all: [UInt8], exponent: Int) {
        let significant = all.drop { $0 == 0 }
        let trailingZeros = significant.reversed().prefix { $0 == 0 }.count
        digits = Array(significant.dropLast(trailingZeros))
        sign = digits.isEmpty ? 0 : negative ? -1 : 1
        let scale = exponent + trailingZeros + digits.count
        self.exponent = digits.isEmpty ? 0 : min(max(scale, -Self.maxScale), Self.maxScale) - digits.count
    }

    private static let maxScale = 1 << 61

    private static func exponent(_ text: ArraySlice<UInt8>) -> Int {
        // Above all that is kept, so that what is written is read as the same value.
        let limit = 2 * maxScale
        let magnitude = text.reduce(0) { value, byte in
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte), value < limit / 10 else {
                return byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-") ? value : limit
            }
            return value * 10 + Int(byte - UInt8(ascii: "0"))
        }
        return text.first == UInt8(ascii: "-") ? -magnitude : magnitude
    }

    /// Whether the value has no fraction; `1.0` and `1e2` are integers.
    package var isInteger: Bool { exponent >= 0 }

    /// The power of ten just above the value.
    private var scale: Int { exponent + digits.count }
}

extension ExactDecimal: Comparable, Hashable {
    /// By exact value.
    package static func < (left: ExactDecimal, right: ExactDecimal) -> Bool {
        guard left.sign == right.sign else { return left.sign < right.sign }
        return left.sign < 0 ? right.magnitudePrecedes(left) : left.magnitudePrecedes(right)
    }

    private func magnitudePrecedes(_ other: ExactDecimal) -> Bool {
        // Digits have no leading zeros, so the scale decides first, and then the digits as a fraction.
        scale == other.scale ? digits.lexicographicallyPrecedes(other.digits) : scale < other.scale
    }
}

extension ExactDecimal {
    /// Whether the value is an integer times `divisor`, which is greater than zero, exactly.
    ///
    /// - Complexity: ``costOfDivision(by:)``, whatever the exponents.
    package func isMultiple(of divisor: ExactDecimal) -> Bool {
        guard sign != 0 else { return true }
        // The digits do not end in zero, so no power of ten divides them: a smaller exponent is never a multiple.
        guard exponent >= divisor.exponent else { return false }
        return BigRemainder(of: digits, zeros: zeros(overDivisor: divisor), by: divisor.digits).isZero
    }

    /// Past the divisor's own bits a further factor of ten adds no prime factor that it lacks.
    private func zeros(overDivisor divisor: ExactDecimal) -> Int {
        max(0, min(exponent - divisor.exponent, divisor.digits.count * 4))
    }

    /// About how many digits ``isMultiple(of:)`` handles: their number, times the divisor's where that is past 64 bits.
    package func costOfDivision(by divisor: ExactDecimal) -> Int {
        (digits.count + zeros(overDivisor: divisor)) * (divisor.fitsWord ? 1 : divisor.digits.count)
    }

    fileprivate var fitsWord: Bool { digits.count <= BigRemainder.wordDigits }

    /// The shortest text that gives the value exactly: `120`, `-0.5`, `1.2e40`.
    ///
    /// One value has one text: plain digits from 10⁻⁷ up to 10²¹ as ECMAScript prints them, else an exponent.
    package var canonicalText: String {
        guard sign != 0 else { return "0" }
        let text = digits.map(String.init).joined()
        let signText = sign < 0 ? "-" : ""
        switch scale {
        case 1...21 where scale >= digits.count:
            return signText + text + String(repeating: "0", count: scale - digits.count)
        case 1...21: return signText + text.prefix(scale) + "." + text.dropFirst(scale)
        case -6...0: return signText + "0." + String(repeating: "0", count: -scale) + text
        default:
            let fraction = digits.count > 1 ? "." + text.dropFirst() : ""
            return signText + text.prefix(1) + fraction + "e" + (scale > 0 ? "+" : "") + String(scale - 1)
        }
    }
}

/// The remainder of a long decimal integer by another, by schoolbook division.
private struct BigRemainder {
    private(set) var isZero: Bool

    /// So many digits fit 64 bits.
    fileprivate static let wordDigits = 18

    init(of digits: [UInt8], zeros: Int, by divisorDigits: [UInt8]) {
        if divisorDigits.count <= Self.wordDigits {
            isZero = Self.small(digits, zeros: zeros, by: Self.value(divisorDigits)) == 0
        } else {
            isZero = Self.large(digits + Array(repeating: 0, count: zeros), by: divisorDigits).allSatisfy {
                $0 == 0
            }
        }
    }

    private static func value(_ digits: [UInt8]) -> UInt64 {
        digits.reduce(0) { $0 * 10 + UInt64($1) }
    }

    private static func small(_ digits: [UInt8], zeros: Int, by divisor: UInt64) -> UInt64 {
        var remainder: UInt64 = 0
        func push(_ digit: UInt8) {
            remainder = UInt64((UInt128(remainder) * 10 + UInt128(digit)) % UInt128(divisor))
        }
        for digit in digits { push(digit) }
        for _ in 0..<zeros { push(0) }
        return remainder
    }

    /// Long division digit by digit: the running remainder stays below ten times the divisor.
    private static func large(_ digits: [UInt8], by divisor: [UInt8]) -> [UInt8] {
        var remainder: [UInt8] = []
        for digit in digits {
            if !(remainder.isEmpty && digit == 0) { remainder.append(digit) }
            while !precedes(remainder, divisor) { subtract(divisor, from: &remainder) }
        }
        return remainder
    }

    private static func precedes(_ left: [UInt8], _ right: [UInt8]) -> Bool {
        left.count == right.count ? left.lexicographicallyPrecedes(right) : left.count < right.count
    }

    private static func subtract(_ divisor: [UInt8], from remainder: inout [UInt8]) {
        var borrow: Int8 = 0
        for position in 0..<remainder.count {
            let at = remainder.count - 1 - position
            let taken = position < divisor.count ? Int8(divisor[divisor.count - 1 - position]) : 0
            let difference = Int8(remainder[at]) - taken - borrow
            borrow = difference < 0 ? 1 : 0
            remainder[at] = UInt8(difference + 10 * borrow)
        }
        remainder.removeFirst(remainder.prefix { $0 == 0 }.count)
    }
}

extension ExactDecimal {
    /// The value as an integer, if it is one and fits.
    package var int64: Int64? {
        // 2^63 has nineteen digits.
        guard isInteger, scale <= 19 else { return nil }
        let magnitude = digits.reduce(Int128(0)) { $0 * 10 + Int128($1) }
        let scaled = (0..<exponent).reduce(magnitude) { value, _ in value * 10 }
        return Int64(exactly: sign < 0 ? -scaled : scaled)
    }
}
