/// Parses what simdjson refuses: the exact grammar of RFC 8259, with the offset of every mistake.
///
/// It builds the same tape as simdjson, about thirty times slower, and without recursion, so that nesting costs no stack.
struct TapeBuilder {
    private let text: SourceText
    private let limits: ParseLimits
    private var at: Int
    private var words: [UInt64] = []
    private var offsets: [UInt32] = []
    private var strings: [UInt8] = []
    private var open: [OpenContainer] = []
    private var shadowedMembers: [Range<Int>] = []
    private var duplicateKey: JSONNotice?
    private var loneSurrogate: JSONNotice?

    private struct OpenContainer {
        let index: Int
        let isObject: Bool
        var isEmpty = true
        var count = 0
        /// Where each key's member begins on the tape.
        var members: [[UInt8]: Int] = [:]
    }

    init(_ text: SourceText, limits: ParseLimits) {
        self.text = text
        self.limits = limits
        at = text.start
    }

    mutating func build() throws(JSONError) -> RebuiltTape {
        append(TapeTag.root, at: 0)
        skipWhitespace()
        guard at < text.count else { throw JSONError(.emptyText, at: at) }
        try value()
        while !open.isEmpty { try continueContainer() }
        skipWhitespace()
        guard at == text.count else { throw JSONError(.trailingBytes, at: at) }
        append(TapeTag.root, at: at)
        words[0] |= UInt64(words.count)
        let removal = MemberRemoval(shadowedMembers)
        return RebuiltTape(
            words: removal.apply(to: words),
            strings: strings,
            offsets: ValueOffsets(removal.keep(offsets)),
            notices: [duplicateKey, loneSurrogate].compactMap(\.self)
        )
    }

    // MARK: Containers

    private mutating func continueContainer() throws(JSONError) {
        let innermost = open.count - 1
        let isObject = open[innermost].isObject
        skipWhitespace()
        if try peek() == (isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) { return close() }
        if !open[innermost].isEmpty {
            try expect(UInt8(ascii: ","))
            skipWhitespace()
        }
        open[innermost].isEmpty = false
        open[innermost].count += 1
        if isObject { try key() }
        try value()
    }

    private mutating func key() throws(JSONError) {
        let offset = at
        let index = words.count
        guard try peek() == UInt8(ascii: "\"") else { throw unexpected() }
        let bytes = try string()
        if let earlier = open[open.count - 1].members.updateValue(index, forKey: bytes) {
            duplicateKey = duplicateKey ?? .duplicateKey(offset: offset)
            shadowedMembers.append(earlier..<indexAfterMember(earlier))
            open[open.count - 1].count -= 1
        }
        skipWhitespace()
        try expect(UInt8(ascii: ":"))
        skipWhitespace()
    }

    private func indexAfterMember(_ key: Int) -> Int {
        switch UInt8(truncatingIfNeeded: words[key + 1] >> 56) {
        case TapeTag.object, TapeTag.array: Int(words[key + 1] & 0xFFFF_FFFF)
        case TapeTag.int, TapeTag.uint, TapeTag.double, TapeTag.big: key + 3
        default: key + 2
        }
    }

    private mutating func begin(_ tag: UInt8) throws(JSONError) {
        guard open.count < limits.maxDepth else { throw JSONError(.tooDeep(limit: limits.maxDepth), at: at) }
        open.append(OpenContainer(index: words.count, isObject: tag == TapeTag.object))
        append(tag, at: at)
        at += 1
    }

    private mutating func close() {
        let container = open.removeLast()
        append(container.isObject ? TapeTag.objectEnd : TapeTag.arrayEnd, payload: container.index, at: at)
        words[container.index] |= UInt64(min(container.count, 0xFF_FFFF)) << 32 | UInt64(words.count)
        at += 1
    }

    // MARK: Scalars

    private mutating func value() throws(JSONError) {
        switch try peek() {
        case UInt8(ascii: "{"): try begin(TapeTag.object)
        case UInt8(ascii: "["): try begin(TapeTag.array)
        case UInt8(ascii: "\""): _ = try string()
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): try number()
        case UInt8(ascii: "t"): try literal("true", tag: TapeTag.true)
        case UInt8(ascii: "f"): try literal("false", tag: TapeTag.false)
        case UInt8(ascii: "n"): try literal("null", tag: TapeTag.null)
        case UInt8(ascii: "N"), UInt8(ascii: "I"): throw nonFinite(orElse: unexpected())
        default: throw unexpected()
        }
    }

    private mutating func literal(_ name: StaticString, tag: UInt8) throws(JSONError) {
        append(tag, at: at)
        for index in 0..<name.utf8CodeUnitCount {
            let expected = unsafe name.utf8Start[index]
            guard try peek() == expected else { throw unexpected() }
            at += 1
        }
    }

    private mutating func number() throws(JSONError) {
        let start = at
        let scanned = try NumberScan(text, from: start)
        at = scanned.end
        switch scanned.value {
        case .int(let value): append(TapeTag.int, number: UInt64(bitPattern: value), at: start)
        case .uint(let value): append(TapeTag.uint, number: value, at: start)
        case .double(let value): append(TapeTag.double, number: value.bitPattern, at: start)
        case .big: append(TapeTag.big, number: UInt64(start) << 32 | UInt64(at - start), at: start)
        }
    }

    /// Appends the string at the cursor to the tape and gives its unescaped bytes.
    private mutating func string() throws(JSONError) -> [UInt8] {
        append(TapeTag.string, payload: strings.count, at: at)
        var scan = StringScan(text, from: at)
        try scan.run()
        at = scan.end
        if let offset = scan.firstLoneSurrogate {
            loneSurrogate = loneSurrogate ?? .loneSurrogate(offset: offset)
        }
        unsafe withUnsafeBytes(of: UInt32(scan.bytes.count).littleEndian) {
            unsafe strings.append(contentsOf: $0)
        }
        strings.append(contentsOf: scan.bytes)
        strings.append(0)
        return scan.bytes
    }

    // MARK: Tape and cursor

    private mutating func append(_ tag: UInt8, payload: Int = 0, at offset: Int) {
        words.append(UInt64(tag) << 56 | UInt64(payload))
        offsets.append(UInt32(truncatingIfNeeded: offset))
    }

    private mutating func append(_ tag: UInt8, number bits: UInt64, at offset: Int) {
        append(tag, at: offset)
        words.append(bits)
        offsets.append(UInt32(truncatingIfNeeded: offset))
    }

    private mutating func skipWhitespace() {
        while at < text.count, isWhitespace(text[at]) { at += 1 }
    }

    private func isWhitespace(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
    }

    private func peek() throws(JSONError) -> UInt8 {
        guard at < text.count else { throw JSONError(.truncated, at: text.count) }
        return text[at]
    }

    private mutating func expect(_ byte: UInt8) throws(JSONError) {
        guard try peek() == byte else { throw unexpected() }
        at += 1
    }

    private func unexpected() -> JSONError {
        text[at] >= 0x80 && text.codePointLength(at: at) == nil
            ? JSONError(.invalidUTF8, at: at) : JSONError(.unexpectedByte(text[at]), at: at)
    }

    private func nonFinite(orElse error: JSONError) -> JSONError {
        text.has("NaN", at: at) || text.has("Infinity", at: at) ? JSONError(.nonFiniteNumber, at: at) : error
    }
}
