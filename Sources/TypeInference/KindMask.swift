internal import JSONCore

/// A set of kinds of values, one bit each; numbers past 64 bits are numbers.
struct KindMask: Hashable, BitwiseCopyable, Sendable {
    var bits: UInt64

    static let null = KindMask(bits: 1)
    static let boolean = KindMask(bits: 2)
    static let integer = KindMask(bits: 4)
    static let number = KindMask(bits: 8)
    static let string = KindMask(bits: 16)
    static let array = KindMask(bits: 32)
    static let object = KindMask(bits: 64)

    init(bits: UInt64) { self.bits = bits }

    /// Of a tag on the tape.
    @inline(__always) init(_ tag: UInt8) {
        switch tag {
        case TapeTag.null: self = .null
        case TapeTag.true, TapeTag.false: self = .boolean
        case TapeTag.int, TapeTag.uint: self = .integer
        case TapeTag.string: self = .string
        case TapeTag.array: self = .array
        case TapeTag.object: self = .object
        default: self = .number
        }
    }

    /// Of what was seen at a place.
    init(_ node: ShapeNode) {
        bits = 0
        if node.nulls > 0 { bits |= Self.null.bits }
        if node.booleans > 0 { bits |= Self.boolean.bits }
        if node.integers > 0 { bits |= Self.integer.bits }
        if node.decimals > 0 { bits |= Self.number.bits }
        if node.strings > 0 { bits |= Self.string.bits }
        if node.arrays > 0 { bits |= Self.array.bits }
        if node.objects > 0 { bits |= Self.object.bits }
    }

    /// Without null, and with integers as numbers.
    var essential: KindMask {
        let kinds = bits & ~Self.null.bits
        return KindMask(
            bits: kinds & Self.integer.bits == 0 ? kinds : kinds & ~Self.integer.bits | Self.number.bits
        )
    }

    var count: Int { bits.nonzeroBitCount }

    func contains(_ other: KindMask) -> Bool { bits & other.bits == other.bits }
}
