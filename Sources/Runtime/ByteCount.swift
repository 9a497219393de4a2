/// An amount of memory or of data.
package struct ByteCount: Hashable, Comparable, Sendable {
    /// Bytes, never negative.
    package let bytes: Int

    /// Takes bytes; a negative number is a mistake of the caller.
    package init(bytes: Int) {
        precondition(bytes >= 0, "a negative size")
        self.bytes = bytes
    }

    /// Units of 1024 bytes.
    package static func kibibytes(_ count: Int) -> ByteCount { ByteCount(bytes: count << 10) }

    /// Units of 1024² bytes.
    package static func mebibytes(_ count: Int) -> ByteCount { ByteCount(bytes: count << 20) }

    /// Tells whether the left one is smaller.
    package static func < (left: ByteCount, right: ByteCount) -> Bool { left.bytes < right.bytes }
}

extension ByteCount {
    // `K`, `M` and `G` alone are left out: people disagree on what they mean.
    private static let units: [(suffix: String, bytes: Int)] = [
        ("KiB", 1 << 10), ("MiB", 1 << 20), ("GiB", 1 << 30), ("kB", 1000), ("MB", 1_000_000),
        ("GB", 1_000_000_000), ("B", 1), ("", 1),
    ]

    /// Reads `4096`, `4096B`, `64KiB`, `8MiB`, `1GiB` (powers of 1024), `64kB`, `8MB` or `1GB` (powers of 1000).
    ///
    /// Gives `nil` for anything else and for sizes that do not fit.
    package init?(phrase: String) {
        guard let (number, unit) = wholeNumberAndUnit(phrase),
            let factor = Self.units.first(where: { $0.suffix == unit })?.bytes
        else { return nil }
        let (bytes, overflow) = number.multipliedReportingOverflow(by: factor)
        guard !overflow else { return nil }
        self.init(bytes: bytes)
    }

    /// The size in the largest unit of 1024 that is exact, as ``init(phrase:)`` reads it.
    package var phrase: String {
        let units: [(String, Int)] = [("GiB", 1 << 30), ("MiB", 1 << 20), ("KiB", 1 << 10)]
        for (suffix, size) in units where bytes >= size && bytes % size == 0 {
            return "\(bytes / size)\(suffix)"
        }
        return "\(bytes)B"
    }
}

/// Splits a text into leading decimal digits and what follows them; `nil` without digits or when they do not fit.
func wholeNumberAndUnit(_ text: String) -> (number: Int, unit: String)? {
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    guard let number = Int(digits) else { return nil }
    return (number, String(text.dropFirst(digits.count)))
}
