/// Escapes and classes.
extension PatternParser {
    /// What an escape or one element of a class stands for.
    private enum Atom {
        /// Surrogates, too: alone they are in no text.
        case character(UInt32)
        case set(CodePointSet)
        case property(PropertyClass.Term)
    }

    /// Outside of a class.
    mutating func takeEscape() throws(PatternSyntaxError) -> PatternNode {
        switch reader.first {
        case "b"?, "B"?: return .wordBoundary(isNegated: reader.take() == "B")
        case "k"?:
            _ = reader.take()
            return try takeNamedReference()
        case let digit? where ("1"..."9").contains(digit):
            _ = reader.take()
            return takeReference(digit)
        default: return node(try takeCharacterEscape())
        }
    }

    private func node(_ atom: Atom) -> PatternNode {
        switch atom {
        case .character(let value): Unicode.Scalar(value).map { .character($0) } ?? .set(.none)
        case .set(let set): .set(set)
        case .property(let term): .properties(PropertyClass(terms: [term]))
        }
    }

    // MARK: Classes

    mutating func takeClass() throws(PatternSyntaxError) -> PatternNode {
        let start = reader.offset - 1
        let isNegated = reader.take("^")
        var members: [Atom] = []
        while !reader.take("]") {
            guard let low = try takeClassAtom() else { throw reader.error("a class has no end", at: start) }
            members.append(low)
            guard reader.first == "-", let next = reader[1], next != "]" else { continue }
            _ = reader.take()
            guard let high = try takeClassAtom() else { continue }
            members.append(contentsOf: try range(members.removeLast(), high))
        }
        return node(members, isNegated)
    }

    private mutating func takeClassAtom() throws(PatternSyntaxError) -> Atom? {
        guard let scalar = reader.take() else { return nil }
        guard scalar == "\\" else { return .character(scalar.value) }
        switch reader.first {
        case "b"?:
            _ = reader.take()
            return .character(0x08)
        case let digit? where ("1"..."9").contains(digit): throw octalEscape
        default: return try takeCharacterEscape()
        }
    }

    /// With a set at one of its ends, the hyphen is a member.
    private func range(_ low: Atom, _ high: Atom) throws(PatternSyntaxError) -> [Atom] {
        guard case .character(let first) = low, case .character(let last) = high else {
            return [low, .character(0x2D), high]
        }
        guard first <= last else { throw reader.error("a range's ends are out of order") }
        return [.set(CodePointSet([first...last]))]
    }

    private func node(_ members: [Atom], _ isNegated: Bool) -> PatternNode {
        var ranges: [ClosedRange<UInt32>] = []
        var terms: [PropertyClass.Term] = []
        for member in members {
            switch member {
            case .character(let value): ranges.append(value...value)
            case .set(let set): ranges += set.ranges
            case .property(let term): terms.append(term)
            }
        }
        let set = CodePointSet(ranges)
        guard terms.isEmpty else {
            return .properties(PropertyClass(isNegated: isNegated, others: set, terms: terms))
        }
        return .set(isNegated ? set.complement : set)
    }

    // MARK: Escapes

    /// What may follow a backslash inside of a class and outside.
    private mutating func takeCharacterEscape() throws(PatternSyntaxError) -> Atom {
        guard reader.first != "c" else { return try takeControl() }
        guard let letter = reader.take() else { throw reader.error("a backslash stands at the end") }
        switch letter {
        case "d": return .set(.digits)
        case "D": return .set(CodePointSet.digits.complement)
        case "w": return .set(.wordCharacters)
        case "W": return .set(CodePointSet.wordCharacters.complement)
        case "s": return .set(.whitespace)
        case "S": return .set(CodePointSet.whitespace.complement)
        case "t": return .character(0x09)
        case "n": return .character(0x0A)
        case "v": return .character(0x0B)
        case "f": return .character(0x0C)
        case "r": return .character(0x0D)
        case "0":
            guard reader.first?.isDigit != true else { throw octalEscape }
            return .character(0)
        case "x": return try character(reader.takeHexNumber(digits: 2), else: letter)
        case "u": return try character(takeCodePoint(), else: letter)
        case "p", "P": return .property(try takeProperty(letter))
        default: return try literal(letter)
        }
    }

    private func character(_ value: UInt32?, else letter: Unicode.Scalar) throws(PatternSyntaxError) -> Atom {
        guard let value else { return try literal(letter) }
        return .character(value)
    }

    private func literal(_ letter: Unicode.Scalar) throws(PatternSyntaxError) -> Atom {
        guard strictness == .lenient || !letter.properties.isIDContinue else {
            throw reader.error("\\\(letter) means nothing")
        }
        return .character(letter.value)
    }

    private var octalEscape: PatternSyntaxError {
        reader.error("ECMA-262 has no octal escapes with the u flag")
    }

    private mutating func takeControl() throws(PatternSyntaxError) -> Atom {
        guard let letter = reader[1], letter.isLetter else {
            guard strictness == .lenient else { throw reader.error("\\c needs a letter") }
            // Annex B: the backslash stands for itself, and the c is read next.
            return .character(0x5C)
        }
        _ = reader.take("c")
        _ = reader.take()
        return .character(letter.value % 32)
    }

    /// Of `u0041`, a pair of surrogates, or `u{1F600}`.
    private mutating func takeCodePoint() -> UInt32? {
        let start = reader
        if reader.take("{") {
            let digits = reader.takeAll(where: \.isHexDigit)
            if let value = UInt32(digits, radix: 16), value <= 0x10FFFF, reader.take("}") { return value }
            reader = start
            return nil
        }
        guard let unit = reader.takeHexNumber(digits: 4) else { return nil }
        let behindUnit = reader
        guard (0xD800..<0xDC00).contains(unit), reader.take("\\u"),
            let low = reader.takeHexNumber(digits: 4), (0xDC00..<0xE000).contains(low)
        else {
            reader = behindUnit
            return unit
        }
        return 0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00)
    }

    private mutating func takeProperty(
        _ letter: Unicode.Scalar
    ) throws(PatternSyntaxError)
        -> PropertyClass.Term
    {
        let start = reader.offset
        guard reader.take("{") else { throw reader.error("\\\(letter) needs a property in braces") }
        let name = reader.takeAll { $0 != "}" }
        guard reader.take("}"),
            let (property, isInverted) = UnicodeProperty.named(name, isExact: strictness == .strict)
        else { throw reader.error("there is no property \(name)", at: start) }
        return PropertyClass.Term(property: property, isNegated: (letter == "P") != isInverted)
    }
}
