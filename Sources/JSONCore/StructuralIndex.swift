internal import CSimdJSON
internal import Glibc

/// The tokens of a text, found by simdjson's first stage: what can be known of a text at a fifth of a parse's cost.
///
/// A token is a bracket, a colon, a comma, a string, or a run of other characters that are no white space, as of a number. The
/// text is UTF-8, its strings are closed, and none holds a control character. Nothing else of the grammar is checked.
///
/// It is public, with ``PaddedText`` and ``Token``, for the reason that ``Tape`` is.
@safe public struct StructuralIndex {
    /// The text whose tokens these are.
    public let text: PaddedText

    /// The first token.
    public let start: Token

    /// The place behind the last token, which holds the length of the text.
    public let end: Token

    /// The offset of the first backslash, or the length of the text.
    public let firstEscape: Int

    /// Whether a text is accepted by its index; false for what is no JSON for certain, or too long.
    ///
    /// The index must not be kept, and whoever judges it must parse no text: its memory is the thread's.
    ///
    /// - Complexity: O(n), about 8 GB/s.
    package static func accepts(
        _ bytes: [UInt8],
        limits: ParseLimits,
        by judge: (StructuralIndex) -> Bool
    ) -> Bool {
        guard bytes.count <= limits.maxBytes else { return false }
        var found = unsafe fk_json_tokens()
        defer { fk_json_end_tokens() }
        guard unsafe Int(fk_json_find_tokens(bytes, bytes.count, &found)) == FK_JSON_PARSED,
            let index = unsafe StructuralIndex(found)
        else { return false }
        return judge(index)
    }

    private init?(_ found: fk_json_tokens) {
        guard let text = unsafe found.text, let places = unsafe found.places else { return nil }
        unsafe self.text = PaddedText(base: text)
        unsafe start = Token(place: places)
        unsafe end = Token(place: places + found.count)
        unsafe firstEscape = found.first_escape
    }
}

/// A text behind which zeros may be read, eight bytes at a time.
@safe public struct PaddedText {
    @usableFromInline let base: UnsafePointer<UInt8>

    init(base: UnsafePointer<UInt8>) { unsafe self.base = base }

    /// The byte at an offset, which is not checked.
    @inlinable public subscript(offset: Int) -> UInt8 { unsafe base[offset] }

    /// The first byte of a token.
    @inlinable public subscript(token: Token) -> UInt8 { self[token.offset] }

    /// The eight bytes from `offset` on as a little-endian number.
    @inlinable public func loadWord(at offset: Int) -> UInt64 {
        unsafe UnsafeRawPointer(base + offset).loadUnaligned(as: UInt64.self)
    }

    /// The offset of the first backslash in a range, or the range's end.
    public func firstEscape(from start: Int, to end: Int) -> Int {
        let found = unsafe memchr(base + start, Int32(UInt8(ascii: "\\")), end &- start)
        return unsafe found.map { unsafe UnsafePointer($0.assumingMemoryBound(to: UInt8.self)) - base } ?? end
    }

    /// The bytes of a range.
    @inlinable public func utf8(from start: Int, to end: Int) -> UTF8View {
        unsafe UTF8View(base: base + start, count: end &- start)
    }
}

/// Strings of one text without their escapes, and the memory for them, which is made when there is one.
@safe package struct UnescapedStrings {
    private var memory: UnsafeMutablePointer<UInt8>?
    private let capacity: Int
    private var used = 0

    /// For a text of that length: a few times as many bytes.
    package init(textLength: Int) { capacity = 1_024 + 4 * textLength }

    package func deallocate() { unsafe memory?.deallocate() }

    /// Whether all escapes of a range inside of quotes are right; also false for half a surrogate pair.
    package mutating func areEscapesValid(in text: PaddedText, from start: Int, to end: Int) -> Bool {
        let used = used
        defer { self.used = used }
        return string(in: text, from: start, to: end) != nil
    }

    /// The string of a range inside of quotes; nil as well when the memory is used up.
    package mutating func string(in text: PaddedText, from start: Int, to end: Int) -> UTF8View? {
        let room = end - start + FK_JSON_TEXT_PADDING
        guard used + room <= capacity else { return nil }
        let memory = unsafe memory ?? .allocate(capacity: capacity)
        unsafe self.memory = memory
        guard let behind = unsafe fk_json_unescape(text.base + start, memory + used) else { return nil }
        defer { used += room }
        return unsafe UTF8View(base: memory + used, count: behind - (memory + used))
    }
}

/// A place in a structural index.
@safe public struct Token: Equatable, BitwiseCopyable {
    @usableFromInline let place: UnsafePointer<UInt32>

    @inlinable init(place: UnsafePointer<UInt32>) { unsafe self.place = place }

    /// Where the token begins in the text.
    @inlinable public var offset: Int { unsafe Int(place.pointee) }

    /// The token behind it.
    @inlinable public var next: Token { unsafe Token(place: place + 1) }

    /// Whether both are the same place.
    @inlinable public static func == (left: Token, right: Token) -> Bool {
        unsafe left.place == right.place
    }

    /// How many tokens stand from another up to this one.
    @inlinable public func distance(from start: Token) -> Int { unsafe place - start.place }

    /// The place as a number that is not 0 or 1.
    @inlinable public var rawValue: UInt { unsafe UInt(bitPattern: place) }

    /// The token whose ``rawValue`` that is.
    @inlinable @unsafe public init(rawValue: UInt) {
        // Only what was a token's number comes back.
        unsafe place = UnsafePointer(bitPattern: rawValue).unsafelyUnwrapped
    }
}
