internal import Glibc

/// A parsed text as simdjson leaves it: one 64-bit word a token, and a buffer of unescaped strings.
///
/// A word is a tag in the high byte and a payload in the low 56 bits. Word 0 is the root mark whose payload is the index
/// behind the closing root mark; the value itself begins at 1. An opening bracket's low 32 bits hold the index behind its closing
/// bracket, so that a container is skipped in O(1). A number takes two words: tag, then its 64 bits. A string's payload is an
/// offset into the string buffer: four bytes of length, then the UTF-8 bytes.
///
/// Beyond simdjson's tags a tape may hold ``TapeTag/big``: a number no 64-bit type holds, its second word being its place in
/// the source (offset in the high half, length in the low).
///
/// It is public, with ``UTF8View`` and ``TapeTag``, because Swift 6.3 inlines no `package` function across modules, and the
/// evaluator's speed is that of these accessors.
///
/// The tape does not own its memory: it is valid as long as the ``JSONDocument`` it came from lives. Indices that do not come
/// from the tape itself are the caller's mistake and are not checked.
@safe public struct Tape: @unchecked Sendable {
    // Sendable because the memory is never written after the parse.
    @usableFromInline let words: UnsafePointer<UInt64>
    @usableFromInline let strings: UnsafePointer<UInt8>

    init(words: UnsafePointer<UInt64>, strings: UnsafePointer<UInt8>) {
        unsafe self.words = words
        unsafe self.strings = strings
    }

    /// The index of the one value of the text.
    @inlinable public static var rootIndex: Int { 1 }

    /// The index behind the last value.
    @inlinable package var endIndex: Int { payload(at: 0) - 1 }

    /// The raw word.
    @inlinable public func word(at index: Int) -> UInt64 { unsafe words[index] }

    /// What stands there, see ``TapeTag``.
    @inlinable public func tag(at index: Int) -> UInt8 { UInt8(truncatingIfNeeded: word(at: index) >> 56) }

    /// The word without its tag.
    @inlinable public func payload(at index: Int) -> Int { Int(word(at: index) & 0x00FF_FFFF_FFFF_FFFF) }

    /// The index behind the value at `index`: its next sibling, or its parent's closing bracket.
    ///
    /// - Complexity: O(1).
    @inlinable public func indexAfter(_ index: Int) -> Int {
        let word = word(at: index)
        switch UInt8(truncatingIfNeeded: word >> 56) {
        case TapeTag.object, TapeTag.array: return Int(word & 0xFFFF_FFFF)
        case TapeTag.int, TapeTag.uint, TapeTag.double, TapeTag.big: return index + 2
        default: return index + 1
        }
    }

    /// The index of the closing bracket of the container at `index`.
    ///
    /// - Complexity: O(1).
    @inlinable public func closingIndex(of index: Int) -> Int { Int(word(at: index) & 0xFFFF_FFFF) - 1 }

    /// Elements of an array or members of an object.
    ///
    /// - Complexity: O(1) below 2^24 - 1, else O(count).
    @inlinable public func count(of index: Int) -> Int {
        let stored = Int((word(at: index) >> 32) & 0xFF_FFFF)
        return stored < 0xFF_FFFF ? stored : countByWalking(index)
    }

    @usableFromInline func countByWalking(_ container: Int) -> Int {
        let isObject = tag(at: container) == TapeTag.object
        let end = closingIndex(of: container)
        var count = 0
        var at = container + 1
        while at < end {
            at = indexAfter(isObject ? at + 1 : at)
            count += 1
        }
        return count
    }

    /// The index of an object's member of that name.
    ///
    /// - Complexity: O(members).
    package func member(_ name: String, of object: Int) -> Int? {
        let end = closingIndex(of: object)
        var key = object + 1
        while key < end {
            if utf8(at: key) == name { return key + 1 }
            key = indexAfter(key + 1)
        }
        return nil
    }

    /// The value of an ``TapeTag/int``.
    @inlinable public func int64(at index: Int) -> Int64 { Int64(bitPattern: word(at: index + 1)) }

    /// The value of a ``TapeTag/uint``.
    @inlinable public func uint64(at index: Int) -> UInt64 { word(at: index + 1) }

    /// The nearest double of a decimal; its exact value is in the source, see ``JSONDocument/decimal(at:)``.
    @inlinable public func double(at index: Int) -> Double { Double(bitPattern: word(at: index + 1)) }

    /// The UTF-8 bytes of the string or key at `index`; valid as long as the document lives.
    @inlinable public func utf8(at index: Int) -> UTF8View {
        unsafe UTF8View(entry: strings + payload(at: index))
    }
}

/// The tags of ``Tape`` words.
public enum TapeTag {
    /// The mark at both ends.
    @inlinable public static var root: UInt8 { UInt8(ascii: "r") }
    /// The beginning of an object.
    @inlinable public static var object: UInt8 { UInt8(ascii: "{") }
    /// The end of an object.
    @inlinable public static var objectEnd: UInt8 { UInt8(ascii: "}") }
    /// The beginning of an array.
    @inlinable public static var array: UInt8 { UInt8(ascii: "[") }
    /// The end of an array.
    @inlinable public static var arrayEnd: UInt8 { UInt8(ascii: "]") }
    /// A string or a member's name.
    @inlinable public static var string: UInt8 { UInt8(ascii: "\"") }
    /// An integer that fits Int64.
    @inlinable public static var int: UInt8 { UInt8(ascii: "l") }
    /// An integer above Int64.max.
    @inlinable public static var uint: UInt8 { UInt8(ascii: "u") }
    /// A number with fraction or exponent.
    @inlinable public static var double: UInt8 { UInt8(ascii: "d") }
    /// A number that fits none of the three above; not one of simdjson's.
    @inlinable public static var big: UInt8 { UInt8(ascii: "Z") }
    /// The literal `true`.
    @inlinable public static var `true`: UInt8 { UInt8(ascii: "t") }
    /// The literal `false`.
    @inlinable public static var `false`: UInt8 { UInt8(ascii: "f") }
    /// The literal `null`.
    @inlinable public static var null: UInt8 { UInt8(ascii: "n") }
}

/// The bytes of a string on the tape, or of one without escapes in a text.
///
/// Equality is that of the bytes, never Unicode's canonical equivalence.
///
/// Eight bytes behind the end may be read: the buffer is padded. Valid as long as the document lives, or for a ``PaddedText`` as
/// long as that.
@safe public struct UTF8View: @unchecked Sendable {
    // Sendable because the memory is never written once there is a view of it.
    @usableFromInline let base: UnsafePointer<UInt8>
    /// In bytes.
    public let count: Int

    @inlinable init(entry: UnsafePointer<UInt8>) {
        unsafe count = Int(UnsafeRawPointer(entry).loadUnaligned(as: UInt32.self))
        unsafe base = entry + 4
    }

    @inlinable init(base: UnsafePointer<UInt8>, count: Int) {
        unsafe self.base = base
        self.count = count
    }

    /// The byte at an offset, which is not checked.
    @inlinable public subscript(offset: Int) -> UInt8 { unsafe base[offset] }

    /// The eight bytes from `offset` on as a little-endian number.
    @inlinable public func loadWord(at offset: Int) -> UInt64 {
        unsafe UnsafeRawPointer(base + offset).loadUnaligned(as: UInt64.self)
    }

    /// The bytes in place.
    @inlinable public var buffer: UnsafeBufferPointer<UInt8> {
        @unsafe get { unsafe UnsafeBufferPointer(start: base, count: count) }
    }

    /// The bytes as a string; a copy.
    package var string: String { unsafe String(decoding: buffer, as: UTF8.self) }

    /// A copy of the bytes.
    package var bytes: [UInt8] { unsafe Array(buffer) }

    /// Unicode code points, which is how JSON Schema measures length.
    package var codePointCount: Int {
        var continuations = 0
        var offset = 0
        while offset &+ 8 <= count {
            // A continuation byte is 10xxxxxx: bit 7 set, bit 6 not.
            let word = loadWord(at: offset)
            continuations &+= (word & (~word &<< 1) & 0x8080_8080_8080_8080).nonzeroBitCount
            offset &+= 8
        }
        while offset < count {
            continuations &+= self[offset] & 0xC0 == 0x80 ? 1 : 0
            offset &+= 1
        }
        return count &- continuations
    }

    /// Equality of the bytes.
    public static func == (left: UTF8View, right: UTF8View) -> Bool {
        left.count == right.count && left.hasBytes(of: right)
    }

    private func hasBytes(of other: UTF8View) -> Bool {
        var offset = 0
        while offset &+ 8 <= count {
            guard loadWord(at: offset) == other.loadWord(at: offset) else { return false }
            offset &+= 8
        }
        guard offset < count else { return true }
        let unused = UInt64(64 &- 8 &* (count &- offset))
        return (loadWord(at: offset) ^ other.loadWord(at: offset)) &<< unused == 0
    }

    /// Byte for byte.
    package static func == (left: UTF8View, right: [UInt8]) -> Bool {
        unsafe right.withUnsafeBufferPointer { unsafe left.hasBytes($0) }
    }

    /// Byte for byte with as many bytes of an array, which must have them.
    package func isEqual(to array: [UInt8], from start: Int) -> Bool {
        unsafe array.withUnsafeBufferPointer {
            unsafe hasBytes(UnsafeBufferPointer(rebasing: $0[start..<start + count]))
        }
    }

    /// Byte for byte with the string's UTF-8.
    package static func == (left: UTF8View, right: String) -> Bool {
        let isEqual = unsafe right.utf8.withContiguousStorageIfAvailable { unsafe left.hasBytes($0) }
        return unsafe isEqual ?? left.buffer.elementsEqual(right.utf8)
    }

    private func hasBytes(_ other: UnsafeBufferPointer<UInt8>) -> Bool {
        guard count == other.count, let start = other.baseAddress else { return count == other.count }
        return unsafe memcmp(base, start, count) == 0
    }

    /// The order of the bytes, which is the order of the code points.
    package func precedes(_ other: UTF8View) -> Bool {
        let common = min(count, other.count)
        var offset = 0
        while offset &+ 8 <= common {
            let (left, right) = (loadWord(at: offset).bigEndian, other.loadWord(at: offset).bigEndian)
            if left != right { return left < right }
            offset &+= 8
        }
        while offset < common {
            if self[offset] != other[offset] { return self[offset] < other[offset] }
            offset &+= 1
        }
        return count < other.count
    }
}

extension UTF8View: Equatable {}

extension String {
    /// Lends the string's bytes as those of a string on a tape.
    package func withUTF8View<Result>(_ body: (JSONCore.UTF8View) -> Result) -> Result {
        let padded = Array(utf8) + repeatElement(0, count: 8)
        return unsafe padded.withUnsafeBufferPointer { bytes in
            // Padded, so there is an address.
            unsafe body(JSONCore.UTF8View(base: bytes.baseAddress.unsafelyUnwrapped, count: bytes.count - 8))
        }
    }
}
