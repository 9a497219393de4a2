/// Why a text is not JSON, or not within the limits, and where.
package struct JSONError: Error, Equatable {
    /// What kind of mistake it is.
    package enum Code: Equatable, Sendable {
        /// No bytes, or whitespace only.
        case emptyText
        /// The text ends inside a value.
        case truncated
        /// Something stands behind the value; the offset is its first byte.
        case trailingBytes
        /// The text is not UTF-8; the offset is the first byte of the bad sequence.
        case invalidUTF8
        /// `NaN`, `Infinity` or `-Infinity`, which JSON has not (RFC 8259 §6).
        case nonFiniteNumber
        case invalidNumber
        /// A backslash sequence that RFC 8259 §7 does not know.
        case invalidEscape
        /// A raw byte below 0x20 inside a string.
        case controlCharacter
        /// A byte that cannot begin or continue a value here.
        case unexpectedByte(UInt8)
        case tooLarge(limitBytes: Int)
        case tooDeep(limit: Int)
        /// Memory for the tape could not be had.
        case outOfMemory
    }

    /// What kind of mistake it is.
    package let code: Code

    /// Byte offset into the text as received, a byte order mark included.
    package let offset: Int

    package init(_ code: Code, at offset: Int) {
        self.code = code
        self.offset = offset
    }
}

extension JSONError: CustomStringConvertible {
    package var description: String {
        switch code {
        case .emptyText: "the text is empty"
        case .truncated: "the text ends inside a value at byte \(offset)"
        case .trailingBytes: "there are bytes behind the JSON value, from byte \(offset)"
        case .invalidUTF8: "invalid UTF-8 at byte \(offset)"
        case .nonFiniteNumber: "NaN and Infinity are not JSON, at byte \(offset)"
        case .invalidNumber: "malformed number at byte \(offset)"
        case .invalidEscape: "unknown escape sequence in a string at byte \(offset)"
        case .controlCharacter: "unescaped control character in a string at byte \(offset)"
        // The first byte of RFC 1952, at which no JSON begins.
        case .unexpectedByte(0x1F) where offset == 0: "the text is compressed, by its first byte with gzip"
        case .unexpectedByte(let byte): "unexpected \(Self.name(of: byte)) at byte \(offset)"
        case .tooLarge(let limit): "the text is longer than the limit of \(limit) bytes"
        case .tooDeep(let limit): "nested deeper than the limit of \(limit) at byte \(offset)"
        case .outOfMemory: "no memory to parse the text"
        }
    }

    private static func name(of byte: UInt8) -> String {
        (0x21...0x7E).contains(byte)
            ? "'\(Character(UnicodeScalar(byte)))'" : "byte 0x" + String(byte, radix: 16)
    }
}

/// What was accepted although it is doubtful, once per kind, with the first place.
package enum JSONNotice: Equatable, Sendable {
    /// The text began with a UTF-8 byte order mark; it was stripped (RFC 8259 §8.1 allows ignoring it).
    case byteOrderMark
    /// An object held a key twice; the last one counts. The offset is that of the first repeated key.
    case duplicateKey(offset: Int)
    /// An escaped UTF-16 surrogate without its partner; it reads as U+FFFD.
    case loneSurrogate(offset: Int)

    /// An escaped U+0000, which a string may hold and PostgreSQL's jsonb may not.
    case nullCharacter(offset: Int)
}
