internal import CSimdJSON
internal import Glibc

/// Owns the padded source text and simdjson's handle.
@safe final class SourceText: @unchecked Sendable {
    // Sendable because nothing is written after `JSONDocument.init`, which is the only caller of `parseWithSimdJSON`.
    private let handle: OpaquePointer
    private let base: UnsafePointer<UInt8>
    let count: Int
    let hasByteOrderMark: Bool

    /// Copies the bytes; O(n).
    init(_ bytes: [UInt8], limits: ParseLimits) throws(JSONError) {
        count = bytes.count
        guard count <= limits.maxBytes else {
            throw JSONError(.tooLarge(limitBytes: limits.maxBytes), at: limits.maxBytes)
        }
        guard let handle = unsafe fk_json_new(count) else { throw JSONError(.outOfMemory, at: 0) }
        unsafe self.handle = handle
        unsafe base = UnsafePointer(fk_json_source(handle))
        hasByteOrderMark = count >= 3 && bytes[0] == 0xEF && bytes[1] == 0xBB && bytes[2] == 0xBF
        unsafe fk_json_source(handle).update(from: bytes, count: count)
    }

    deinit { unsafe fk_json_free(handle) }

    /// Where the JSON begins: behind a byte order mark.
    var start: Int { hasByteOrderMark ? 3 : 0 }

    subscript(offset: Int) -> UInt8 { unsafe base[offset] }

    func bytes(in range: Range<Int>) -> [UInt8] {
        unsafe Array(UnsafeBufferPointer(start: base + range.lowerBound, count: range.count))
    }

    /// How many characters begin in a range of the text.
    func characterCount(in range: Range<Int>) -> Int {
        unsafe UTF8View(base: base + range.lowerBound, count: range.count).codePointCount
    }

    enum Parse {
        case tape(Tape)
        /// Not JSON, or JSON that simdjson cannot represent, or an object with a key twice.
        case refused
        case outOfMemory
    }

    func parseWithSimdJSON(maxDepth: Int) -> Parse {
        guard start < count else { return .refused }
        switch unsafe Int(fk_json_parse(handle, start, count, maxDepth)) {
        case FK_JSON_PARSED:
            guard let words = unsafe fk_json_tape(handle), let strings = unsafe fk_json_strings(handle) else {
                return .outOfMemory
            }
            return unsafe .tape(Tape(words: words, strings: strings))
        case FK_JSON_NO_MEMORY: return .outOfMemory
        default: return .refused
        }
    }

    /// The offset of the first escaped U+0000 of a valid text.
    ///
    /// - Complexity: O(n), at the speed of memchr.
    func firstEscapedNUL() -> Int? {
        var at = start
        while at < count {
            guard let found = offset(of: UInt8(ascii: "\\"), from: at) else { return nil }
            at = found
            if has("\\u0000", at: at) { return at }
            at += 2
        }
        return nil
    }

    /// The offset of the first such byte from `start` on.
    ///
    /// - Complexity: O(n), at the speed of memchr.
    func offset(of byte: UInt8, from start: Int) -> Int? {
        guard start < count, let found = unsafe memchr(base + start, Int32(byte), count - start) else {
            return nil
        }
        return unsafe UnsafeRawPointer(found) - UnsafeRawPointer(base)
    }

    /// The offset behind the string, number or literal that begins at `start`.
    func endOfScalar(from start: Int) -> Int {
        if self[start] == UInt8(ascii: "\"") { return endOfString(from: start) }
        var at = start
        while at < count, !isDelimiter(self[at]) { at += 1 }
        return at
    }

    /// The offset behind the closing quote of the valid string that begins at `start`.
    func endOfString(from start: Int) -> Int {
        var at = start + 1
        while self[at] != UInt8(ascii: "\"") { at += self[at] == UInt8(ascii: "\\") ? 2 : 1 }
        return at + 1
    }

    private func isDelimiter(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: ","), UInt8(ascii: ":"), UInt8(ascii: "]"), UInt8(ascii: "}"): true
        default: byte <= 0x20
        }
    }
}
