/// A regular expression without anchors.
indirect enum PatternNode {
    case one(CodePoints)
    case sequence([PatternNode])
    case choice([PatternNode])
    /// Nil for no most.
    case repeated(PatternNode, least: Int, most: Int?)
}

/// Reads patterns of ECMA-262 with the u flag, of which all is told by what stands where: no lookaround, references,
/// boundaries, properties, and anchors at both ends only.
struct PatternParser {
    private var rest: ArraySlice<Unicode.Scalar>

    /// The whole pattern, with the texts that may stand before and behind it; nil for what is not read here.
    static func tree(of pattern: String) -> PatternNode? {
        var scalars = Array(pattern.unicodeScalars)[...]
        let isAnchoredAtStart = scalars.first == "^"
        if isAnchoredAtStart { scalars = scalars.dropFirst() }
        let escapes = scalars.dropLast().reversed().prefix { $0 == "\\" }.count
        let isAnchoredAtEnd = scalars.last == "$" && escapes.isMultiple(of: 2)
        if isAnchoredAtEnd { scalars = scalars.dropLast() }
        var parser = PatternParser(rest: scalars)
        guard let body = parser.alternatives(), parser.rest.isEmpty else { return nil }
        // An anchor belongs to the alternative that it stands in.
        if case .choice = body, isAnchoredAtStart || isAnchoredAtEnd { return nil }
        let anything = PatternNode.repeated(.one(.all), least: 0, most: nil)
        return .sequence((isAnchoredAtStart ? [] : [anything]) + [body] + (isAnchoredAtEnd ? [] : [anything]))
    }

    private init(rest: ArraySlice<Unicode.Scalar>) { self.rest = rest }

    private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
        guard rest.first == scalar else { return false }
        rest.removeFirst()
        return true
    }

    private mutating func alternatives() -> PatternNode? {
        var choices: [PatternNode] = []
        repeat {
            guard let sequence = sequence() else { return nil }
            choices.append(sequence)
        } while take("|")
        return choices.count == 1 ? choices[0] : .choice(choices)
    }

    private mutating func sequence() -> PatternNode? {
        var parts: [PatternNode] = []
        while let next = rest.first, next != "|", next != ")" {
            guard let atom = atom(), let part = repeated(atom) else { return nil }
            parts.append(part)
        }
        return .sequence(parts)
    }

    private mutating func atom() -> PatternNode? {
        guard let first = rest.popFirst() else { return nil }
        switch first {
        case ".": return .one(CodePoints.lineTerminators.complement)
        case "[": return set().map(PatternNode.one)
        case "\\": return escape().map(PatternNode.one)
        case "(": return group()
        case "^", "$", "*", "+", "?", "{", "}", "]": return nil
        default: return .one(CodePoints(first))
        }
    }

    private mutating func group() -> PatternNode? {
        if take("?") {
            guard take(":") else { return nil }
        }
        guard let inside = alternatives(), take(")") else { return nil }
        return inside
    }

    /// Whether it takes as much or as little as it can makes no difference to which texts match.
    private mutating func repeated(_ atom: PatternNode) -> PatternNode? {
        var bounds: (least: Int, most: Int?)?
        if take("*") {
            bounds = (0, nil)
        } else if take("+") {
            bounds = (1, nil)
        } else if take("?") {
            bounds = (0, 1)
        } else if take("{") {
            guard let counts = counts() else { return nil }
            bounds = counts
        }
        guard let bounds else { return atom }
        _ = take("?")
        return .repeated(atom, least: bounds.least, most: bounds.most)
    }

    private mutating func counts() -> (least: Int, most: Int?)? {
        guard let least = number() else { return nil }
        guard take(",") else { return take("}") ? (least, least) : nil }
        if take("}") { return (least, nil) }
        guard let most = number(), most >= least, take("}") else { return nil }
        return (least, most)
    }

    private mutating func number() -> Int? {
        let digits = rest.prefix { ("0"..."9").contains($0) }
        rest = rest.dropFirst(digits.count)
        return Int(String(String.UnicodeScalarView(digits)))
    }

    // MARK: Sets

    private mutating func set() -> CodePoints? {
        let isNegated = take("^")
        var found = CodePoints([])
        while !take("]") {
            guard let first = member() else { return nil }
            guard rest.first == "-", rest.dropFirst().first != "]" else {
                found = found.union(first)
                continue
            }
            rest.removeFirst()
            guard let last = member(), let low = first.only, let high = last.only, low <= high else {
                return nil
            }
            found = found.union(CodePoints([low...high]))
        }
        return isNegated ? found.complement : found
    }

    private mutating func member() -> CodePoints? {
        guard let first = rest.popFirst() else { return nil }
        return first == "\\" ? escape() : CodePoints(first)
    }

    private mutating func escape() -> CodePoints? {
        guard let first = rest.popFirst() else { return nil }
        switch first {
        case "d": return .digits
        case "D": return CodePoints.digits.complement
        case "w": return .wordCharacters
        case "W": return CodePoints.wordCharacters.complement
        case "s": return .spaces
        case "S": return CodePoints.spaces.complement
        case "n": return CodePoints("\n")
        case "r": return CodePoints("\r")
        case "t": return CodePoints("\t")
        default:
            // What has a meaning, or none, is not read here: classes by name, references, boundaries, code points by number.
            return first.isASCII && !first.properties.isAlphabetic && !("0"..."9").contains(first)
                ? CodePoints(first) : nil
        }
    }
}

extension CodePoints {
    /// The only one; nil for more.
    fileprivate var only: UInt32? {
        ranges.count == 1 && ranges[0].count == 1 ? ranges[0].lowerBound : nil
    }
}
