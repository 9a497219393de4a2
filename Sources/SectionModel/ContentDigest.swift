/// The 128-bit hash of a stable part: two values with equal digests are taken to be the same content.
///
/// Which hash makes it is up to whoever fills the page; this type only keeps, compares and writes it.
public struct ContentDigest: Hashable, Sendable {
    /// The more significant half.
    public let high: UInt64

    /// The less significant half.
    public let low: UInt64

    /// Joins the two halves of a hash.
    public init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// Reads the 32 hexadecimal digits that ``hex`` writes, in either case.
    ///
    /// Gives `nil` for any other length or character.
    public init?(hex: String) {
        let digits = Array(hex.utf8)
        guard digits.count == 32,
            let high = Self.word(digits[..<16]),
            let low = Self.word(digits[16...])
        else { return nil }
        self.init(high: high, low: low)
    }

    /// The digest as 32 lower-case hexadecimal digits, most significant first.
    public var hex: String {
        Self.digits(high) + Self.digits(low)
    }

    // Digit by digit, because `UInt64.init(_:radix:)` would also take a sign.
    private static func word(_ digits: ArraySlice<UInt8>) -> UInt64? {
        var word: UInt64 = 0
        for digit in digits {
            guard let value = Character(Unicode.Scalar(digit)).hexDigitValue else { return nil }
            word = word << 4 | UInt64(value)
        }
        return word
    }

    private static func digits(_ word: UInt64) -> String {
        let text = String(word, radix: 16)
        return String(repeating: "0", count: 16 - text.count) + text
    }
}

extension ContentDigest: CustomStringConvertible {
    /// The same text as ``hex``.
    public var description: String { hex }
}
