internal import CXXHash

/// A 128-bit digest of bytes: XXH3-128, in its canonical (big-endian) byte order.
///
/// It answers "is this the same content as last time", not "who made it": it is not a cryptographic hash.
package struct ContentHash: Hashable, Sendable {
    /// The first eight bytes.
    package let high: UInt64
    /// The last eight bytes.
    package let low: UInt64

    package init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// - Complexity: O(n).
    package init(_ bytes: [UInt8]) {
        let hash = unsafe bytes.withUnsafeBytes { unsafe XXH3_128bits($0.baseAddress, $0.count) }
        self.init(high: hash.high64, low: hash.low64)
    }

    /// The digest of a value's canonical text, without what is volatile: equal for equal stable content.
    package init(stablePartOf value: JSONValue, volatile: PathPatterns) {
        self.init(JSONText(value, form: .canonical, excluding: volatile).bytes)
    }

    /// Reads the sixteen bytes that ``bytes`` gives; other lengths are zero-padded or cut.
    package init(bytes: [UInt8]) {
        let padded = bytes.prefix(16) + Array(repeating: 0, count: max(0, 16 - bytes.count))
        let words = [padded.prefix(8), padded.dropFirst(8)].map {
            $0.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        }
        self.init(high: words[0], low: words[1])
    }

    /// The sixteen bytes, most significant first.
    package var bytes: [UInt8] {
        [high, low].flatMap { word in (0..<8).map { UInt8(truncatingIfNeeded: word >> (56 - 8 * $0)) } }
    }
}

extension ContentHash: CustomStringConvertible {
    /// 32 hexadecimal digits.
    package var description: String {
        [high, low].map { word in
            let hex = String(word, radix: 16)
            return String(repeating: "0", count: 16 - hex.count) + hex
        }.joined()
    }
}
