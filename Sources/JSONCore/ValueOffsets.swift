/// Where each word of a tape came from: byte offsets into the text.
///
/// Found only when somebody asks: finding them for every text would cost a quarter of the speed from bytes to verdict.
struct ValueOffsets: Sendable {
    private let offsets: [UInt32]

    init(_ offsets: [UInt32]) { self.offsets = offsets }

    /// Walks a valid text beside its tape, whose tokens stand in the same order.
    ///
    /// O(n).
    init(scanning text: SourceText, tapeLength: Int) {
        var offsets: [UInt32] = [0]
        offsets.reserveCapacity(tapeLength)
        var at = text.start
        while at < text.count, offsets.count < tapeLength {
            let byte = text[at]
            switch byte {
            case UInt8(ascii: ","), UInt8(ascii: ":"), 0...0x20:
                at += 1
                continue
            case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
                offsets.append(UInt32(at))
            default: break
            }
            offsets.append(UInt32(at))
            at = Self.isBracket(byte) ? at + 1 : text.endOfScalar(from: at)
        }
        self.offsets = offsets
    }

    subscript(index: Int) -> Int { index < offsets.count ? Int(offsets[index]) : 0 }

    private static func isBracket(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "{") || byte == UInt8(ascii: "}") || byte == UInt8(ascii: "[")
            || byte == UInt8(ascii: "]")
    }
}
