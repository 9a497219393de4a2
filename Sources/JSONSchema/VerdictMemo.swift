/// Verdicts already found in one document, by schema and value.
///
/// Schemas that reach one value on several ways judge it once for each, which doubles with every level where they are
/// recursive. Only an evaluation that took far more steps than its document is long has one of these. Of two pairs that share
/// a slot the later one stays, so that memory is bounded.
@safe struct VerdictMemo {
    private let slots: UnsafeMutablePointer<UInt64>
    private let mask: UInt64

    /// For a document with that many words on its tape: twice as many slots, from 1,024 to 4,194,304.
    init(tapeLength: Int) {
        var size = 1 << 10
        while size < 2 * tapeLength, size < 1 << 22 { size *= 2 }
        unsafe slots = .allocate(capacity: size)
        // No pair is zero, because no value stands at index 0.
        unsafe slots.initialize(repeating: 0, count: size)
        mask = UInt64(size - 1)
    }

    func deallocate() { unsafe slots.deallocate() }

    func verdict(_ node: NodeID, _ index: Int) -> Bool? {
        let pair = Self.pair(node, index)
        let word = unsafe slots[slot(of: pair)]
        return word >> 1 == pair ? word & 1 == 1 : nil
    }

    func remember(_ verdict: Bool, _ node: NodeID, _ index: Int) {
        let pair = Self.pair(node, index)
        unsafe slots[slot(of: pair)] = pair << 1 | (verdict ? 1 : 0)
    }

    /// Both in 63 bits: there are fewer than 2^31 nodes, and the tape's own indices have 32 bits.
    private static func pair(_ node: NodeID, _ index: Int) -> UInt64 {
        UInt64(node.index) << 32 | UInt64(truncatingIfNeeded: index) & 0xFFFF_FFFF
    }

    private func slot(of pair: UInt64) -> Int {
        Int(truncatingIfNeeded: (pair &* 0x9E37_79B9_7F4A_7C15) >> 32 & mask)
    }
}
