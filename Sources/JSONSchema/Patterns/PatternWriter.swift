/// Writes a parsed pattern in the syntax of an engine.
///
/// Everything that the engines read in ways of their own is spelled out: anchors, `.`, classes, escapes and groups.
struct PatternWriter {
    private enum Engine {
        case linear
        case backtracking
    }

    private let engine: Engine
    private let syntax: PatternSyntax

    /// The engine's numbers of the groups that are referred to, the only ones that it captures.
    private let captures: [Int: Int]

    private var output: [UInt8] = []
    private var hasNegatedBoundary = false

    private init(_ engine: Engine, _ syntax: PatternSyntax) {
        self.engine = engine
        self.syntax = syntax
        captures = Dictionary(
            uniqueKeysWithValues: syntax.referencedGroups.sorted().enumerated().map { ($1, $0 + 1) }
        )
    }

    /// For RE2, of a pattern without lookaround and references.
    static func linear(_ syntax: PatternSyntax) -> [UInt8] {
        var writer = PatternWriter(.linear, syntax)
        writer.writeContents(syntax.root)
        // RE2 looks at bytes, and there is no boundary inside of a code point: one must not begin there.
        guard writer.hasNegatedBoundary else { return writer.output }
        return Array("\\A[\\x{0}-\\x{10FFFF}]*?(?:".utf8) + writer.output + Array(")".utf8)
    }

    /// For PCRE2, of a pattern whose lookbehinds it takes.
    static func backtracking(_ syntax: PatternSyntax) -> [UInt8] {
        var writer = PatternWriter(.backtracking, syntax)
        writer.writeContents(syntax.root)
        return writer.output
    }

    private mutating func write(_ node: PatternNode) {
        switch node {
        case .character(let scalar): write(scalar)
        case .set(let set): write(set)
        case .properties(let properties): write(properties)
        case .start: append("\\A")
        case .end: append("\\z")
        case .wordBoundary(let isNegated):
            hasNegatedBoundary = hasNegatedBoundary || isNegated
            append(isNegated ? "\\B" : "\\b")
        case .sequence(let parts): for part in parts { write(part) }
        case .alternatives: writeGroup("(?:", node)
        case .repetition(let body, let count): write(body, count)
        case .group(let body, let number): writeGroup(captures[number] == nil ? "(?:" : "(", body)
        case .reference(let reference): write(reference)
        case .look(let look):
            writeGroup("(?" + (look.isAhead ? "" : "<") + (look.isNegated ? "!" : "="), look.body)
        }
    }

    private mutating func writeGroup(_ opening: String, _ body: PatternNode) {
        append(opening)
        writeContents(body)
        append(")")
    }

    /// What stands between the ends of a group, or of the pattern.
    private mutating func writeContents(_ body: PatternNode) {
        guard case .alternatives(let alternatives) = body else { return write(body) }
        for (place, alternative) in alternatives.enumerated() {
            if place > 0 { append("|") }
            write(alternative)
        }
    }

    private mutating func write(_ reference: PatternReference) {
        let number =
            switch reference {
            case .number(let number): number
            case .name(let name): syntax.groupNumbers[name] ?? 0
            }
        // A group that cannot have matched is not there.
        if let capture = captures[number] { append("\\g{\(capture)}") }
    }

    // MARK: Repetitions

    /// RE2 takes no count above this, nor a product of counts inside of each other.
    private static let maxLinearCount = 1_000

    private mutating func write(_ body: PatternNode, _ count: PatternCount) {
        switch engine {
        case .backtracking: write(body, quantifier: count.text + (count.isLazy ? "?" : ""))
        case .linear:
            for part in count.parts(upTo: Self.maxLinearCount / Self.countsInside(body)) {
                write(body, quantifier: part.text)
            }
        }
    }

    private mutating func write(_ body: PatternNode, quantifier: String) {
        switch body {
        case .character, .set, .properties, .group, .look, .reference, .alternatives: write(body)
        default: writeGroup("(?:", body)
        }
        append(quantifier)
    }

    /// The greatest product of counts inside of each other, as they are written.
    private static func countsInside(_ node: PatternNode) -> Int {
        switch node {
        case .repetition(let body, let count):
            let inside = countsInside(body)
            return inside * min(max(count.most ?? count.least, 1), maxLinearCount / inside)
        case .group(let body, _): return countsInside(body)
        case .sequence(let parts), .alternatives(let parts): return parts.map(countsInside).max() ?? 1
        default: return 1
        }
    }

    // MARK: Classes and characters

    private mutating func write(_ properties: PropertyClass) {
        guard engine == .backtracking else { return write(properties.codePoints) }
        append(properties.isNegated ? "[^" : "[")
        writeRanges(properties.others)
        for term in properties.terms { append("\\\(term.isNegated ? "P" : "p"){\(term.property.name)}") }
        append("]")
    }

    private mutating func write(_ set: CodePointSet) {
        guard !set.isEmpty else { return append("[^\\x{0}-\\x{10FFFF}]") }
        append("[")
        writeRanges(set)
        append("]")
    }

    private mutating func writeRanges(_ set: CodePointSet) {
        for range in set.ranges {
            append("\\x{\(String(range.lowerBound, radix: 16))}")
            if range.count > 1 { append("-\\x{\(String(range.upperBound, radix: 16))}") }
        }
    }

    private mutating func write(_ scalar: Unicode.Scalar) {
        append(scalar.isLetter || scalar.isDigit ? "\(scalar)" : "\\x{\(String(scalar.value, radix: 16))}")
    }

    private mutating func append(_ text: String) { output.append(contentsOf: text.utf8) }
}

extension PatternCount {
    /// As a quantifier.
    fileprivate var text: String {
        switch (least, most) {
        case (0, nil): "*"
        case (1, nil): "+"
        case (_, nil): "{\(least),}"
        case (_, least?): "{\(least)}"
        case (_, let most?): "{\(least),\(most)}"
        }
    }

    /// Counts up to a limit that mean the same one after the other.
    fileprivate func parts(upTo limit: Int) -> [PatternCount] {
        let whole = Array(repeating: PatternCount(least: limit, most: limit), count: least / limit)
        let rest = least % limit
        guard let most else { return whole + [PatternCount(least: rest, most: nil)] }
        let first = min(most - least, limit - rest)
        let options = most - least - first
        let others =
            Array(repeating: PatternCount(least: 0, most: limit), count: options / limit)
            + [PatternCount(least: 0, most: options % limit)]
        return (whole + [PatternCount(least: rest, most: rest + first)] + others).filter { $0.most != 0 }
    }
}
