internal import JSONCore

/// The syntax of regular expressions of ECMA-262 §22.2.1.
///
/// It is that of the u flag, which refuses escapes that mean nothing, and takes from annex B what the keyword `pattern` takes
/// also: braces that count nothing, escaped punctuation, sets in a class as ends of a range.
struct RegexSyntax {
    private var text: ByteRun

    /// Whether a quantifier may follow.
    private var canRepeat = false

    /// For each group that is open, whether it may be repeated.
    private var openGroups: [Bool] = []
    private var captures = 0
    private var names: Set<String> = []
    private var highestReference = 0
    private var namedReferences: Set<String> = []

    /// Properties that PCRE2 knows, so that each is asked for once.
    private var properties: Set<String> = []

    static func accepts(_ text: ByteRun) -> Bool {
        var syntax = RegexSyntax(text: text)
        return syntax.run()
    }

    private init(text: ByteRun) { self.text = text }

    private mutating func run() -> Bool {
        while let scalar = text.takeScalar() {
            guard takeTerm(scalar) else { return false }
        }
        return openGroups.isEmpty && highestReference <= captures && names.isSuperset(of: namedReferences)
    }

    private mutating func takeTerm(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "(": return openGroup()
        case ")": return closeGroup()
        case "*", "+", "?": return endQuantifier()
        case "{": return takeBrace()
        case "|", "^", "$":
            canRepeat = false
            return true
        case "[":
            canRepeat = true
            return takeClass()
        case "\\":
            canRepeat = text.first != "b" && text.first != "B"
            return takeEscape(inClass: false) != nil
        default:
            canRepeat = true
            return true
        }
    }

    // MARK: Groups

    private mutating func openGroup() -> Bool {
        canRepeat = false
        guard text.take("?") else {
            captures += 1
            openGroups.append(true)
            return true
        }
        if text.take(":") || text.take("=") || text.take("!") {
            openGroups.append(true)
            return true
        }
        guard text.take("<") else { return false }
        if text.take("=") || text.take("!") {
            openGroups.append(false)
            return true
        }
        captures += 1
        openGroups.append(true)
        guard let name = takeName() else { return false }
        return names.insert(name).inserted
    }

    private mutating func closeGroup() -> Bool {
        guard let repeats = openGroups.popLast() else { return false }
        canRepeat = repeats
        return true
    }

    /// A group's name and the `>` behind it.
    private mutating func takeName() -> String? {
        var name = String.UnicodeScalarView()
        while let scalar = text.takeScalar() {
            if scalar == ">" { return name.isEmpty ? nil : String(name) }
            let properties = scalar.properties
            let isPart = name.isEmpty ? properties.isIDStart || scalar == "_" : properties.isIDContinue
            guard isPart || scalar == "$" else { return nil }
            name.append(scalar)
        }
        return nil
    }

    // MARK: Quantifiers

    private mutating func endQuantifier() -> Bool {
        guard canRepeat else { return false }
        _ = text.take("?")
        canRepeat = false
        return true
    }

    /// A brace that holds no count stands for itself.
    private mutating func takeBrace() -> Bool {
        var rest = text
        let least = rest.take { $0.isDigit }
        var most = least
        if !least.isEmpty, rest.take(",") { most = rest.take { $0.isDigit } }
        guard !least.isEmpty, rest.take("}") else {
            canRepeat = true
            return true
        }
        text = rest
        guard most.isEmpty || least.saturatedValue <= most.saturatedValue else { return false }
        return endQuantifier()
    }

    // MARK: Classes

    /// One element of a class, or what an escape stands for.
    private enum Atom: Equatable {
        case character(UInt32)
        case set
        case end
    }

    private mutating func takeClass() -> Bool {
        _ = text.take("^")
        while let low = takeClassAtom() {
            if low == .end { return true }
            guard text.first == "-", let next = text[1], next != "]" else { continue }
            text.drop(1)
            guard let high = takeClassAtom() else { return false }
            if case .character(let low) = low, case .character(let high) = high, low > high { return false }
        }
        return false
    }

    private mutating func takeClassAtom() -> Atom? {
        guard let scalar = text.takeScalar() else { return nil }
        switch scalar {
        case "]": return .end
        case "\\": return takeEscape(inClass: true)
        default: return .character(scalar.value)
        }
    }

    // MARK: Escapes

    private mutating func takeEscape(inClass: Bool) -> Atom? {
        guard let letter = text.takeScalar() else { return nil }
        switch letter {
        case "d", "D", "w", "W", "s", "S": return .set
        case "b": return .character(0x08)
        case "B": return inClass ? nil : .set
        case "t": return .character(0x09)
        case "n": return .character(0x0A)
        case "v": return .character(0x0B)
        case "f": return .character(0x0C)
        case "r": return .character(0x0D)
        case "0": return text.first?.isDigit == true ? nil : .character(0)
        case "1"..."9": return inClass ? nil : takeReference(letter)
        case "c": return takeControl()
        case "x": return text.takeHexNumber(digits: 2).map { .character($0) }
        case "u": return takeCodePoint()
        case "k": return inClass ? nil : takeNamedReference()
        case "p", "P": return takeProperty()
        default: return letter.properties.isIDContinue ? nil : .character(letter.value)
        }
    }

    private mutating func takeReference(_ first: Unicode.Scalar) -> Atom {
        var number = Int(first.value & 0x0F)
        // More groups than that no text can hold.
        while let digit = text.first, digit.isDigit {
            text.drop(1)
            number = min(number * 10 + Int(digit.value & 0x0F), 1 << 40)
        }
        highestReference = max(highestReference, number)
        return .set
    }

    private mutating func takeNamedReference() -> Atom? {
        guard text.take("<"), let name = takeName() else { return nil }
        namedReferences.insert(name)
        return .set
    }

    private mutating func takeControl() -> Atom? {
        guard let letter = text.first, letter.isLetter else { return nil }
        text.drop(1)
        return .character(letter.value % 32)
    }

    /// `u0041`, a pair of surrogates, or `u{1F600}`.
    private mutating func takeCodePoint() -> Atom? {
        if text.take("{") {
            let digits = text.take { $0.isHexDigit }
            guard !digits.isEmpty, text.take("}"), let value = digits.hexValue, value <= 0x10FFFF else {
                return nil
            }
            return .character(value)
        }
        guard let unit = text.takeHexNumber(digits: 4) else { return nil }
        var rest = text
        guard (0xD800..<0xDC00).contains(unit), rest.take("\\"), rest.take("u"),
            let low = rest.takeHexNumber(digits: 4), (0xDC00..<0xE000).contains(low)
        else { return .character(unit) }
        text = rest
        return .character(0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00))
    }

    /// PCRE2 knows the names of properties; no name of one is long.
    private mutating func takeProperty() -> Atom? {
        guard text.take("{"), text.contains("}") else { return nil }
        let run = text.take(through: "}")
        guard !run.isEmpty, run.count <= 64, run.allBytes(Self.isPropertyName) else { return nil }
        let name = run.string
        guard !properties.contains(name) else { return .set }
        do throws(PatternSyntaxError) {
            _ = try Pattern("\\p{\(name)}")
            properties.insert(name)
            return .set
        } catch {
            return nil
        }
    }

    private static func isPropertyName(_ byte: Unicode.Scalar) -> Bool {
        byte.isLetter || byte.isDigit || byte == "_" || byte == "="
    }
}

extension ByteRun {
    fileprivate var string: String { unsafe String(decoding: bytes, as: UTF8.self) }

    /// The number its ASCII digits make; the greatest there is when it is more.
    fileprivate var saturatedValue: Int { count <= 18 ? decimalValue : Int(string) ?? .max }

    fileprivate var hexValue: UInt32? { UInt32(string, radix: 16) }

    fileprivate mutating func takeHexNumber(digits: Int) -> UInt32? {
        let run = take(upTo: digits) { $0.isHexDigit }
        return run.count == digits ? run.hexValue : nil
    }
}
