/// A stream as a scanner looks at it: the piece at hand and a place in it.
struct ByteWindow {
    private let stream: ByteStream

    /// The piece at hand; ``at`` is the place in it.
    private(set) var bytes: [UInt8] = []
    var at = 0

    /// How many bytes went before the piece at hand.
    private var passed = 0

    init(_ stream: ByteStream) { self.stream = stream }

    /// How many bytes of the stream went before the place.
    var offset: Int { passed + at }

    /// Makes sure that there is a byte at the place; false at the end of the stream.
    mutating func fill() throws(InputFault) -> Bool {
        guard at >= bytes.count else { return true }
        passed += bytes.count
        at -= bytes.count
        bytes = try stream.next()
        return !bytes.isEmpty
    }

    /// The next byte that is not white space, which stays; nil at the end of the stream.
    mutating func peek() throws(InputFault) -> UInt8? {
        while try fill() {
            while at < bytes.count {
                if !Self.isSpace(bytes[at]) { return bytes[at] }
                at += 1
            }
        }
        return nil
    }

    private static func isSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
    }
}
