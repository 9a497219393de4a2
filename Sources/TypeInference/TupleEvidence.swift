/// Whether arrays are tuples: of one length, with a kind of value of its own at each position.
struct TupleEvidence {
    /// The kinds by position; nil for a list.
    let kinds: [KindMask]?

    /// Fewer arrays, or fewer kinds than two, show nothing.
    private static let leastCount = 20

    init(_ counts: ShapeNode) {
        let length = counts.items.minimum
        guard counts.arrays >= Self.leastCount, length == counts.items.maximum, (2...8).contains(length)
        else {
            kinds = nil
            return
        }
        let masks = (0..<length).map { KindMask(bits: counts.positionKinds >> UInt64(8 * $0) & 0xFF) }
        let isTuple = masks.allSatisfy { $0.essential.count == 1 } && Set(masks.map(\.essential)).count > 1
        kinds = isTuple ? masks : nil
    }
}
