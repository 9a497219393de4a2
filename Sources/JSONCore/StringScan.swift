/// One string of RFC 8259 §7, read from its text and unescaped.
struct StringScan {
    private let text: SourceText

    /// The unescaped UTF-8.
    private(set) var bytes: [UInt8] = []

    /// The offset behind the closing quote, after ``run()``.
    private(set) var end: Int

    /// The offset of the first escaped surrogate without its partner; it became U+FFFD.
    private(set) var firstLoneSurrogate: Int?

    init(_ text: SourceText, from start: Int) {
        self.text = text
        end = start + 1
    }

    mutating func run() throws(JSONError) {
        while true {
            let byte = try self.byte(at: end)
            switch byte {
            case UInt8(ascii: "\""):
                end += 1
                return
            case UInt8(ascii: "\\"): try escape()
            case 0x00..<0x20: throw JSONError(.controlCharacter, at: end)
            case 0x20..<0x80: take(plainRunLength)
            default:
                guard let length = text.codePointLength(at: end) else {
                    throw text.endsInCodePoint(at: end)
                        ? JSONError(.truncated, at: text.count) : JSONError(.invalidUTF8, at: end)
                }
                take(length)
            }
        }
    }

    /// How many bytes from here on are ASCII that stands for itself.
    private var plainRunLength: Int {
        var at = end
        while at < text.count, (0x20..<0x80).contains(text[at]), text[at] != UInt8(ascii: "\""),
            text[at] != UInt8(ascii: "\\")
        {
            at += 1
        }
        return at - end
    }

    private mutating func take(_ count: Int) {
        bytes.append(contentsOf: text.bytes(in: end..<end + count))
        end += count
    }

    private mutating func escape() throws(JSONError) {
        let start = end
        let letter = try byte(at: end + 1)
        end += 2
        switch letter {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): bytes.append(letter)
        case UInt8(ascii: "b"): bytes.append(0x08)
        case UInt8(ascii: "f"): bytes.append(0x0C)
        case UInt8(ascii: "n"): bytes.append(0x0A)
        case UInt8(ascii: "r"): bytes.append(0x0D)
        case UInt8(ascii: "t"): bytes.append(0x09)
        case UInt8(ascii: "u"): try unicodeEscape(from: start)
        default: throw JSONError(.invalidEscape, at: start)
        }
    }

    private mutating func unicodeEscape(from start: Int) throws(JSONError) {
        let unit = try hexUnit(escapeStart: start)
        if (0xD800..<0xDC00).contains(unit), let low = try lowSurrogate() {
            return append(UnicodeScalar(0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00)))
        }
        if let scalar = UnicodeScalar(unit) { return append(scalar) }
        firstLoneSurrogate = firstLoneSurrogate ?? start
        append("\u{FFFD}")
    }

    /// The second half of a surrogate pair, if it follows; otherwise nothing is consumed.
    private mutating func lowSurrogate() throws(JSONError) -> UInt32? {
        guard text.has("\\u", at: end) else { return nil }
        let start = end
        end += 2
        let unit = try hexUnit(escapeStart: start)
        if (0xDC00..<0xE000).contains(unit) { return unit }
        end = start
        return nil
    }

    private mutating func hexUnit(escapeStart: Int) throws(JSONError) -> UInt32 {
        var unit: UInt32 = 0
        for _ in 0..<4 {
            let byte = try self.byte(at: end)
            guard let digit = Character(UnicodeScalar(byte)).hexDigitValue, byte < 0x80 else {
                throw JSONError(.invalidEscape, at: escapeStart)
            }
            unit = unit << 4 | UInt32(digit)
            end += 1
        }
        return unit
    }

    private mutating func append(_ scalar: UnicodeScalar?) {
        if let scalar { bytes.append(contentsOf: String(scalar).utf8) }
    }

    private func byte(at offset: Int) throws(JSONError) -> UInt8 {
        guard offset < text.count else { throw JSONError(.truncated, at: text.count) }
        return text[offset]
    }
}

extension SourceText {
    /// How many bytes the code point at `offset` takes, or nil when the bytes are not UTF-8 (RFC 3629 §4).
    func codePointLength(at offset: Int) -> Int? {
        func isContinuation(_ at: Int, _ range: ClosedRange<UInt8> = 0x80...0xBF) -> Bool {
            at < count && range.contains(self[at])
        }
        switch self[offset] {
        case 0x00...0x7F: return 1
        case 0xC2...0xDF: return isContinuation(offset + 1) ? 2 : nil
        case 0xE0...0xEF:
            let second: ClosedRange<UInt8> =
                self[offset] == 0xE0 ? 0xA0...0xBF : self[offset] == 0xED ? 0x80...0x9F : 0x80...0xBF
            return isContinuation(offset + 1, second) && isContinuation(offset + 2) ? 3 : nil
        case 0xF0...0xF4:
            let second: ClosedRange<UInt8> =
                self[offset] == 0xF0 ? 0x90...0xBF : self[offset] == 0xF4 ? 0x80...0x8F : 0x80...0xBF
            return isContinuation(offset + 1, second) && isContinuation(offset + 2)
                && isContinuation(offset + 3)
                ? 4 : nil
        default: return nil
        }
    }

    /// Whether the text ends before the code point does that begins at `offset`.
    func endsInCodePoint(at offset: Int) -> Bool {
        let length =
            switch self[offset] {
            case 0xC2...0xDF: 2
            case 0xE0...0xEF: 3
            case 0xF0...0xF4: 4
            default: 1
            }
        return offset + length > count && (offset + 1..<count).allSatisfy { self[$0] & 0xC0 == 0x80 }
    }

    /// Whether the ASCII text stands at `offset`.
    func has(_ ascii: StaticString, at offset: Int) -> Bool {
        guard offset + ascii.utf8CodeUnitCount <= count else { return false }
        return (0..<ascii.utf8CodeUnitCount).allSatisfy { unsafe self[offset + $0] == ascii.utf8Start[$0] }
    }
}
