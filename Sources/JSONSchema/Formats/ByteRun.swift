internal import JSONCore

/// A run of UTF-8 bytes that is read from the front.
///
/// Valid as long as the document it came from. The bytes are UTF-8, which the parser has checked.
@safe struct ByteRun {
    private var start: UnsafePointer<UInt8>

    /// In bytes, what is left.
    private(set) var count: Int

    init(_ text: UTF8View) {
        unsafe start = text.start
        count = text.count
    }

    private init(start: UnsafePointer<UInt8>, count: Int) {
        unsafe self.start = start
        self.count = count
    }

    var isEmpty: Bool { count == 0 }

    /// The next byte as a code point; what it says of bytes past ASCII is only that they are.
    var first: Unicode.Scalar? { self[0] }

    /// The byte at an offset, nil behind the end.
    subscript(offset: Int) -> Unicode.Scalar? {
        offset >= 0 && offset < count ? unsafe Unicode.Scalar(start[offset]) : nil
    }

    var last: Unicode.Scalar? { self[count - 1] }

    var isASCII: Bool { allBytes { $0.isASCII } }

    var bytes: UnsafeBufferPointer<UInt8> {
        @unsafe get { unsafe UnsafeBufferPointer(start: start, count: count) }
    }

    // MARK: Taking from the front

    mutating func drop(_ length: Int) {
        assert((0...count).contains(length), "what is read must be there")
        unsafe start += length
        count -= length
    }

    mutating func take() -> Unicode.Scalar? {
        guard let byte = first else { return nil }
        drop(1)
        return byte
    }

    /// Whether that ASCII character was next.
    mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard first == character else { return false }
        drop(1)
        return true
    }

    /// Takes at most `limit` bytes, as long as they are of a kind.
    mutating func take(upTo limit: Int = .max, while isTaken: (Unicode.Scalar) -> Bool) -> ByteRun {
        var length = 0
        while length < limit, let byte = self[length], isTaken(byte) { length += 1 }
        return take(length)
    }

    mutating func take(_ length: Int) -> ByteRun {
        defer { drop(length) }
        return unsafe ByteRun(start: start, count: length)
    }

    /// Takes what stands before the character, and the character; all that is left when it is not there.
    mutating func take(through character: Unicode.Scalar) -> ByteRun {
        let run = take { $0 != character }
        if !isEmpty { drop(1) }
        return run
    }

    /// The number that exactly so many ASCII digits make.
    mutating func takeNumber(digits: Int) -> Int? {
        let run = take(upTo: digits) { $0.isDigit }
        return run.count == digits ? run.decimalValue : nil
    }

    /// A whole code point.
    mutating func takeScalar() -> Unicode.Scalar? {
        guard let lead = take() else { return nil }
        guard !lead.isASCII else { return lead }
        let length = lead.value < 0xE0 ? 1 : lead.value < 0xF0 ? 2 : 3
        var value = lead.value & (0x3F >> UInt32(length))
        for _ in 0..<length { value = value << 6 | (take()?.value ?? 0) & 0x3F }
        return Unicode.Scalar(value)
    }

    // MARK: Looking

    func allBytes(_ isAllowed: (Unicode.Scalar) -> Bool) -> Bool {
        for offset in 0..<count where !isAllowed(unsafe Unicode.Scalar(start[offset])) { return false }
        return true
    }

    func contains(_ character: Unicode.Scalar) -> Bool { !allBytes { $0 != character } }

    /// Whether it begins with a text, given in lower case, in any case.
    func begins(with lowercase: StaticString) -> Bool {
        guard lowercase.utf8CodeUnitCount <= count else { return false }
        for offset in 0..<lowercase.utf8CodeUnitCount {
            let wanted = unsafe lowercase.utf8Start[offset]
            guard let byte = self[offset], byte.lowercasedASCII.value == UInt32(wanted) else { return false }
        }
        return true
    }

    /// Of at most 18 digits.
    var decimalValue: Int {
        var value = 0
        for offset in 0..<count { value = value * 10 + Int(unsafe start[offset] & 0x0F) }
        return value
    }
}

extension UTF8View {
    fileprivate var start: UnsafePointer<UInt8> {
        // A view has a base even when it is empty: its length stands before it.
        unsafe buffer.baseAddress.unsafelyUnwrapped
    }
}

/// Kinds of ASCII characters that the grammars share.
extension Unicode.Scalar {
    @inline(__always) var isDigit: Bool { ("0"..."9").contains(self) }

    @inline(__always) var isLetter: Bool { ("a"..."z").contains(self) || ("A"..."Z").contains(self) }

    @inline(__always) var isHexDigit: Bool {
        isDigit || ("a"..."f").contains(self) || ("A"..."F").contains(self)
    }

    var lowercasedASCII: Unicode.Scalar {
        guard ("A"..."Z").contains(self) else { return self }
        return Unicode.Scalar(UInt8(truncatingIfNeeded: value | 0x20))
    }
}
