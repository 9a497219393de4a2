/// Rewrites a regular expression of ECMA-262 (with the u flag's code points) as one that means the same to PCRE2.
///
/// What both read alike is copied. What PCRE2 would read in its own way is spelled out: escapes that only one of them has,
/// `.` and `\s`, `[^]`, brackets inside a class, possessive quantifiers and groups that begin with `(*`. Letters that
/// ECMA-262 gives no meaning stand for themselves, as they do without the u flag.
struct PatternTranslation {
    private(set) var output: [UInt8] = []
    private let source: [Unicode.Scalar]
    private var at = 0

    init(_ source: String) { self.source = Array(source.unicodeScalars) }

    mutating func run() throws(PatternSyntaxError) {
        while let scalar = next() {
            switch scalar {
            case "\\": try escape(inClass: false)
            case "[": try characterClass()
            case ".": append(Self.notLineTerminator)
            case "(": try group()
            case "*", "+", "?": try quantifier(scalar)
            case "{": try brace()
            default: append(scalar)
            }
        }
    }

    // MARK: Groups and quantifiers

    private static let groupOpenings = [":", "=", "!", "<=", "<!"]

    private mutating func group() throws(PatternSyntaxError) {
        append("(")
        guard peek() != "*" else { throw error("nothing to repeat") }
        guard peek() == "?" else { return }
        at += 1
        append("?")
        for opening in Self.groupOpenings where starts(with: opening) {
            at += opening.unicodeScalars.count
            return append(opening)
        }
        guard peek() == "<" else { throw error("unknown kind of group") }
    }

    private mutating func quantifier(_ scalar: Unicode.Scalar) throws(PatternSyntaxError) {
        append(scalar)
        try endOfQuantifier()
    }

    /// A `?` makes the quantifier lazy; a `+` would make it possessive, which ECMA-262 has not.
    private mutating func endOfQuantifier() throws(PatternSyntaxError) {
        if peek() == "?" {
            at += 1
            append("?")
        }
        if let scalar = peek(), "*+?".unicodeScalars.contains(scalar) { throw error("nothing to repeat") }
    }

    private mutating func brace() throws(PatternSyntaxError) {
        guard let end = endOfCount() else { return append("\\{") }
        for scalar in source[(at - 1)..<end] { append(scalar) }
        at = end
        try endOfQuantifier()
    }

    /// Behind `{2}`, `{2,}` or `{2,3}`; nil where the brace is only a brace.
    private func endOfCount() -> Int? {
        func digits(from start: Int) -> Int { source[start...].prefix { ("0"..."9").contains($0) }.endIndex }
        var end = digits(from: at)
        guard end > at else { return nil }
        if end < source.count, source[end] == "," { end = digits(from: end + 1) }
        return end < source.count && source[end] == "}" ? end + 1 : nil
    }

    // MARK: Classes

    private mutating func characterClass() throws(PatternSyntaxError) {
        if starts(with: "^]") {
            at += 2
            return append("[\\x{0}-\\x{10FFFF}]")
        }
        if starts(with: "]") {
            at += 1
            return append("(?!)")
        }
        append("[")
        if starts(with: "^") {
            at += 1
            append("^")
        }
        while let scalar = next() {
            switch scalar {
            case "]": return append("]")
            case "\\": try escape(inClass: true)
            case "[": append("\\[")
            default: append(scalar)
            }
        }
        throw error("a character class has no end")
    }

    // MARK: Escapes

    private static let whitespace =
        "\\x{9}-\\x{D}\\x{20}\\x{A0}\\x{1680}\\x{2000}-\\x{200A}\\x{2028}\\x{2029}\\x{202F}\\x{205F}\\x{3000}\\x{FEFF}"

    private static let notWhitespace =
        "\\x{0}-\\x{8}\\x{E}-\\x{1F}\\x{21}-\\x{9F}\\x{A1}-\\x{167F}\\x{1681}-\\x{1FFF}\\x{200B}-\\x{2027}"
        + "\\x{202A}-\\x{202E}\\x{2030}-\\x{205E}\\x{2060}-\\x{2FFF}\\x{3001}-\\x{FEFE}\\x{FF00}-\\x{10FFFF}"

    private static let notLineTerminator = "[^\\x{A}\\x{D}\\x{2028}\\x{2029}]"

    private mutating func escape(inClass: Bool) throws(PatternSyntaxError) {
        guard let letter = next() else { throw error("a backslash stands at the end") }
        switch letter {
        case "d", "D", "w", "W", "b", "f", "n", "r", "t": append("\\" + String(letter))
        case "B" where !inClass: append("\\B")
        case "s": append(inClass ? Self.whitespace : "[" + Self.whitespace + "]")
        case "S": append(inClass ? Self.notWhitespace : "[" + Self.notWhitespace + "]")
        case "v": append(code: 0x0B)
        case "0" where !peekIsDigit: append(code: 0)
        case "c": control()
        case "x": append(hexDigits(2), else: letter)
        case "u": unicode()
        case "p", "P": try property(letter)
        case "k" where !inClass: append("\\k")
        case "1"..."9" where !inClass: backReference(letter)
        default: append(literal: letter)
        }
    }

    private var peekIsDigit: Bool { peek().map { ("0"..."9").contains($0) } ?? false }

    private mutating func control() {
        guard let letter = peek(),
            letter.properties.isASCIIHexDigit || letter.isASCII && letter.properties.isAlphabetic
        else { return append("\\\\c") }
        at += 1
        append(code: letter.value % 32)
    }

    private mutating func unicode() {
        if starts(with: "{"), let end = source[at...].firstIndex(of: "}"),
            let value = UInt32(text(at + 1..<end), radix: 16), value <= 0x10FFFF
        {
            at = end + 1
            return append(code: value)
        }
        guard let unit = hexDigits(4) else { return append(literal: "u") }
        guard (0xD800..<0xDC00).contains(unit), starts(with: "\\u") else { return append(code: unit) }
        let start = at
        at += 2
        guard let low = hexDigits(4), (0xDC00..<0xE000).contains(low) else {
            at = start
            return append(code: unit)
        }
        append(code: 0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00))
    }

    private mutating func hexDigits(_ count: Int) -> UInt32? {
        guard at + count <= source.count, let value = UInt32(text(at..<at + count), radix: 16) else {
            return nil
        }
        at += count
        return value
    }

    private mutating func backReference(_ first: Unicode.Scalar) {
        var digits = String(first)
        while peekIsDigit, let digit = next() { digits.unicodeScalars.append(digit) }
        append("\\g{" + digits + "}")
    }

    private mutating func property(_ letter: Unicode.Scalar) throws(PatternSyntaxError) {
        guard starts(with: "{"), let end = source[at...].firstIndex(of: "}") else {
            throw error("\\\(letter) needs a property in braces")
        }
        let name = text(at + 1..<end)
        at = end + 1
        let value = name.split(separator: "=", maxSplits: 1).last.map(String.init) ?? name
        append("\\" + String(letter) + "{" + (Self.generalCategories[value] ?? value) + "}")
    }

    // MARK: Reading and writing

    private func peek() -> Unicode.Scalar? { at < source.count ? source[at] : nil }

    private mutating func next() -> Unicode.Scalar? {
        guard let scalar = peek() else { return nil }
        at += 1
        return scalar
    }

    private func starts(with text: String) -> Bool { source[at...].starts(with: text.unicodeScalars) }

    private func text(_ range: Range<Int>) -> String {
        var text = ""
        text.unicodeScalars.append(contentsOf: source[range])
        return text
    }

    private mutating func append(_ text: String) { output.append(contentsOf: text.utf8) }

    private mutating func append(_ scalar: Unicode.Scalar) {
        output.append(contentsOf: UTF8.encode(scalar) ?? .init())
    }

    private mutating func append(code: UInt32) {
        // A lone surrogate never stands in UTF-8, and PCRE2 refuses to name one; a noncharacter-free way to match nothing.
        append((0xD800..<0xE000).contains(code) ? "\\x{FFFFE}" : "\\x{" + String(code, radix: 16) + "}")
    }

    private mutating func append(_ code: UInt32?, else letter: Unicode.Scalar) {
        if let code { append(code: code) } else { append(literal: letter) }
    }

    /// Letters and digits mean themselves bare, everything else in ASCII with a backslash.
    private mutating func append(literal scalar: Unicode.Scalar) {
        let isWord = scalar.properties.isAlphabetic || scalar.properties.numericType != nil
        if scalar.isASCII, !isWord { append("\\") }
        append(scalar)
    }

    private func error(_ reason: String) -> PatternSyntaxError {
        PatternSyntaxError(reason: reason, offset: text(0..<at).utf8.count)
    }
}
