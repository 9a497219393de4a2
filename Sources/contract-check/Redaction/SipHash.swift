/// SipHash-2-4 (Aumasson and Bernstein, 2012): 64 bits that nobody without the key can tell from random ones.
struct SipHash: Equatable {
    private let key: (UInt64, UInt64)

    /// A key of 128 bits.
    init(key0: UInt64, key1: UInt64) { key = (key0, key1) }

    /// A key made from a text; it is as hard to guess as the text is.
    init(keyFrom text: String) {
        let bytes = Array(text.utf8)
        // The digits of pi: two fixed keys make two independent halves.
        let halves = [
            SipHash(key0: 0x243F_6A88_85A3_08D3, key1: 0x1319_8A2E_0370_7344),
            SipHash(key0: 0xA409_3822_299F_31D0, key1: 0x082E_FA98_EC4E_6C89),
        ].map { $0.hash(bytes) }
        self.init(key0: halves[0], key1: halves[1])
    }

    static func == (left: SipHash, right: SipHash) -> Bool { left.key == right.key }

    /// - Complexity: O(bytes).
    func hash(_ bytes: [UInt8]) -> UInt64 {
        var state = State(key)
        let whole = bytes.count & ~7
        for start in stride(from: 0, to: whole, by: 8) {
            state.absorb(Self.word(bytes[start..<start + 8]))
        }
        let length = UInt64(truncatingIfNeeded: bytes.count) << 56
        state.absorb(Self.word(bytes[whole...]) | length)
        return state.finish()
    }

    private static func word(_ bytes: ArraySlice<UInt8>) -> UInt64 {
        bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }

    private struct State {
        var v0: UInt64
        var v1: UInt64
        var v2: UInt64
        var v3: UInt64

        init(_ key: (UInt64, UInt64)) {
            v0 = key.0 ^ 0x736F_6D65_7073_6575
            v1 = key.1 ^ 0x646F_7261_6E64_6F6D
            v2 = key.0 ^ 0x6C79_6765_6E65_7261
            v3 = key.1 ^ 0x7465_6462_7974_6573
        }

        mutating func absorb(_ word: UInt64) {
            v3 ^= word
            for _ in 0..<2 { round() }
            v0 ^= word
        }

        mutating func finish() -> UInt64 {
            v2 ^= 0xFF
            for _ in 0..<4 { round() }
            return v0 ^ v1 ^ v2 ^ v3
        }

        private mutating func round() {
            v0 &+= v1
            v1 = v1.rotated(by: 13) ^ v0
            v0 = v0.rotated(by: 32)
            v2 &+= v3
            v3 = v3.rotated(by: 16) ^ v2
            v0 &+= v3
            v3 = v3.rotated(by: 21) ^ v0
            v2 &+= v1
            v1 = v1.rotated(by: 17) ^ v2
            v2 = v2.rotated(by: 32)
        }
    }
}

extension UInt64 {
    fileprivate func rotated(by count: UInt64) -> UInt64 { self << count | self >> (64 - count) }
}
