internal import JSONCore

/// Values of which nothing is asked but that they are JSON.
extension IndexWalk {
    @inline(never)
    func skip(_ at: Token, _ depth: Int) -> WalkOutcome {
        switch text[at] {
        case UInt8(ascii: "\""): skipString(at)
        case UInt8(ascii: "{"): skipObject(at, depth)
        case UInt8(ascii: "["): skipArray(at, depth)
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): skipNumber(at)
        default: literal(at)
        }
    }

    /// The token behind a value that is JSON, or that somebody else will look at.
    func pass(_ at: Token) -> Token {
        var (token, depth) = (at, 0)
        repeat {
            // Both brackets of a kind differ from those of the other in this bit alone.
            let byte = text[token] | 0x20
            // What stands behind the last token is 0.
            guard byte != 0x20 else { return token }
            if byte == UInt8(ascii: "{") { depth &+= 1 }
            if byte == UInt8(ascii: "}") { depth &-= 1 }
            token = token.next
        } while depth > 0
        return token
    }

    private func skipObject(_ open: Token, _ depth: Int) -> WalkOutcome {
        guard depth > 0 else { return .unknown }
        var key = open.next
        if text[key] == UInt8(ascii: "}") { return .accepted(upTo: key.next) }
        while text[key] == UInt8(ascii: "\""), text[key.next] == UInt8(ascii: ":"), skipString(key).isAccepted
        {
            let value = skip(key.next.next, depth &- 1)
            guard value.isAccepted else { break }
            switch text[value.end] {
            case UInt8(ascii: ","): key = value.end.next
            case UInt8(ascii: "}"): return .accepted(upTo: value.end.next)
            default: return .unknown
            }
        }
        return .unknown
    }

    private func skipArray(_ open: Token, _ depth: Int) -> WalkOutcome {
        guard depth > 0 else { return .unknown }
        if text[open.next] == UInt8(ascii: "]") { return .accepted(upTo: open.next.next) }
        var comma = open
        while true {
            let item = skip(comma.next, depth &- 1)
            guard item.isAccepted else { return .unknown }
            switch text[item.end] {
            case UInt8(ascii: ","): comma = item.end
            case UInt8(ascii: "]"): return .accepted(upTo: item.end.next)
            default: return .unknown
            }
        }
    }

    /// `true`, `false` or `null`.
    func literal(_ at: Token) -> WalkOutcome {
        let word = text.loadWord(at: at.offset)
        switch word & 0xFFFF_FFFF {
        case 0x6575_7274, 0x6C6C_756E: return endOfScalar(at, at.offset &+ 4)
        case 0x736C_6166 where text[at.offset &+ 4] == UInt8(ascii: "e"):
            return endOfScalar(at, at.offset &+ 5)
        default: return .unknown
        }
    }

    /// Accepts a scalar that ends at an offset where nothing else stands before the next token.
    ///
    /// White space begins there, or that token: a run of other characters has one token only.
    @inline(__always)
    func endOfScalar(_ at: Token, _ end: Int) -> WalkOutcome {
        end == at.next.offset || isWhitespace(text[end]) ? .accepted(upTo: at.next) : .unknown
    }

    private func isWhitespace(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
    }

    // MARK: Strings

    /// Its quotes are right, because the token was found; so only escapes can be wrong.
    @inline(__always)
    func skipString(_ at: Token) -> WalkOutcome {
        !hasEscapes(at) || areEscapesValid(from: at.offset &+ 1, to: closingQuote(at))
            ? .accepted(upTo: at.next) : .unknown
    }

    /// The text of a string, in place if it has no escapes; nil when they are wrong, and when there is no more room for it.
    @inline(__always)
    func utf8(_ at: Token) -> UTF8View? {
        let (start, end) = (at.offset &+ 1, closingQuote(at))
        return hasEscapes(at) ? unescaped(from: start, to: end) : text.utf8(from: start, to: end)
    }

    /// Between a closing quote and the next token stands nothing but white space.
    @inline(__always)
    private func closingQuote(_ at: Token) -> Int {
        var offset = at.next.offset &- 1
        while text[offset] != UInt8(ascii: "\"") { offset &-= 1 }
        return offset
    }

    // MARK: Numbers

    @inline(never)
    func skipNumber(_ at: Token) -> WalkOutcome {
        guard let number = scanNumber(at) else { return .unknown }
        return endOfScalar(at, number.end)
    }

    /// The number at a token, whatever follows it; nil if there is none.
    @inline(__always)
    func scanNumber(_ at: Token) -> NumberRun? {
        let start = text[at] == UInt8(ascii: "-") ? at.offset &+ 1 : at.offset
        var end = endOfDigits(from: start)
        guard end > start, end == start &+ 1 || text[start] != UInt8(ascii: "0") else { return nil }
        var number = NumberRun(end: end, integerEnd: end)
        if text[end] == UInt8(ascii: ".") {
            number.end = endOfDigits(from: end &+ 1)
            guard number.end > end &+ 1 else { return nil }
            end = number.end
        }
        guard text[end] | 0x20 == UInt8(ascii: "e") else { return number }
        let sign = text[end &+ 1]
        let exponent = sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") ? end &+ 2 : end &+ 1
        number.end = endOfDigits(from: exponent)
        return number.end > exponent ? number : nil
    }

    /// Eight bytes at a time.
    @inline(__always)
    private func endOfDigits(from start: Int) -> Int {
        var offset = start
        while true {
            // Of a digit 0...9 is left; 0x76 more sets the high bit of all others. What is carried over does not matter, because
            // the first byte that is no digit decides.
            let word = text.loadWord(at: offset) ^ 0x3030_3030_3030_3030
            let others = ((word &+ 0x7676_7676_7676_7676) | word) & 0x8080_8080_8080_8080
            if others != 0 { return offset &+ others.trailingZeroBitCount / 8 }
            offset &+= 8
        }
    }

    /// Whether nothing but a number may begin so.
    @inline(__always) func beginsNumber(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "-")...UInt8(ascii: "9")).contains(byte)
    }

    @inline(__always) func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }
}

/// Where a number and its integer part end.
struct NumberRun: BitwiseCopyable {
    var end: Int
    let integerEnd: Int

    @inline(__always) var isInteger: Bool { end == integerEnd }
}
