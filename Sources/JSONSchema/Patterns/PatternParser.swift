/// Reads a regular expression of ECMA-262 §22.2.1, with the code points and the escapes of the u flag.
///
/// From annex B it takes what schemas in the field are full of: braces that count nothing, escaped punctuation, sets in a
/// class as ends of a range, quantified lookaheads. Where octal escapes would be meant, it takes neither meaning.
struct PatternParser {
    /// What becomes of escapes that mean nothing with the u flag.
    enum Strictness {
        /// They stand for their letter, as they do without the flag.
        case lenient
        /// They are mistakes, and only whether there is one is of interest: no tree is built.
        case strict
    }

    /// Deeper nesting no engine takes; ``Strictness/strict`` has no such limit.
    private static let maxDepth = 250

    let strictness: Strictness
    var reader: PatternReader
    private var open: [OpenGroup] = []
    private var group = OpenGroup(kind: .holding, start: 0)
    private var openCaptures: Set<Int> = []
    private var openLookbehinds = 0
    private var captures = 0
    private var names: [String: Int] = [:]
    private var references: [Reference] = []
    private var hasLookaround = false

    /// Groups that are repeated zero times.
    private var absentGroups: Set<Int> = []

    /// A group whose end was not read yet.
    private struct OpenGroup {
        enum Kind {
            case holding
            case capture(Int)
            case look(isAhead: Bool, isNegated: Bool)
        }

        let kind: Kind
        /// In UTF-8 bytes.
        let start: Int
        var alternatives: [PatternNode] = []
        var terms: [PatternNode] = []
    }

    private struct Reference {
        let target: PatternReference
        let offset: Int
        let isEmpty: Bool
    }

    private init(_ source: String, _ strictness: Strictness) {
        reader = PatternReader(source)
        self.strictness = strictness
    }

    static func syntax(of source: String) throws(PatternSyntaxError) -> PatternSyntax {
        var parser = PatternParser(source, .lenient)
        return try parser.run()
    }

    /// Throws for what the format `regex` refuses.
    static func check(_ source: String) throws(PatternSyntaxError) {
        var parser = PatternParser(source, .strict)
        _ = try parser.run()
    }

    private mutating func run() throws(PatternSyntaxError) -> PatternSyntax {
        while let scalar = reader.take() { try takeTerm(scalar) }
        guard open.isEmpty else { throw reader.error("a group has no end", at: group.start) }
        return PatternSyntax(
            root: finishedBody(),
            groupNumbers: names,
            referencedGroups: try referencedGroups(),
            hasLookaround: hasLookaround
        )
    }

    private mutating func takeTerm(_ scalar: Unicode.Scalar) throws(PatternSyntaxError) {
        switch scalar {
        case "(": try openGroup()
        case ")": try closeGroup()
        case "|": endAlternative()
        case "^": append(.start)
        case "$": append(.end)
        case ".": append(.set(.notLineTerminators))
        case "[": append(try takeClass())
        case "\\": append(try takeEscape())
        case "*": try endQuantifier(PatternCount(least: 0, most: nil), from: reader.offset - 1)
        case "+": try endQuantifier(PatternCount(least: 1, most: nil), from: reader.offset - 1)
        case "?": try endQuantifier(PatternCount(least: 0, most: 1), from: reader.offset - 1)
        case "{": try takeBrace()
        default: append(.character(scalar))
        }
    }

    private mutating func append(_ node: PatternNode) { group.terms.append(node) }

    private mutating func endAlternative() {
        group.alternatives.append(.sequence(group.terms))
        group.terms = []
    }

    // MARK: Groups

    private mutating func openGroup() throws(PatternSyntaxError) {
        let start = reader.offset - 1
        let kind = try takeOpening()
        guard strictness == .strict || open.count < Self.maxDepth else {
            throw reader.error("groups nest deeper than \(Self.maxDepth)", at: start)
        }
        open.append(group)
        group = OpenGroup(kind: kind, start: start)
    }

    private mutating func takeOpening() throws(PatternSyntaxError) -> OpenGroup.Kind {
        guard reader.take("?") else { return takeCapture() }
        if reader.take(":") { return .holding }
        if reader.take("=") { return takeLook(isAhead: true, isNegated: false) }
        if reader.take("!") { return takeLook(isAhead: true, isNegated: true) }
        if reader.take("<=") { return takeLook(isAhead: false, isNegated: false) }
        if reader.take("<!") { return takeLook(isAhead: false, isNegated: true) }
        guard reader.take("<") else { throw reader.error("unknown kind of group") }
        let start = reader.offset
        let name = try takeGroupName()
        let capture = takeCapture()
        guard names.updateValue(captures, forKey: name) == nil else {
            throw reader.error("two groups have the name \(name)", at: start)
        }
        return capture
    }

    private mutating func takeCapture() -> OpenGroup.Kind {
        captures += 1
        openCaptures.insert(captures)
        return .capture(captures)
    }

    private mutating func takeLook(isAhead: Bool, isNegated: Bool) -> OpenGroup.Kind {
        hasLookaround = true
        if !isAhead { openLookbehinds += 1 }
        return .look(isAhead: isAhead, isNegated: isNegated)
    }

    /// A group's name and the `>` behind it.
    private mutating func takeGroupName() throws(PatternSyntaxError) -> String {
        var name = ""
        while let scalar = reader.first, scalar != ">" {
            let properties = scalar.properties
            let isPart = name.isEmpty ? properties.isIDStart || scalar == "_" : properties.isIDContinue
            guard isPart || scalar == "$" else { break }
            name.unicodeScalars.append(scalar)
            _ = reader.take()
        }
        guard !name.isEmpty, reader.take(">") else { throw reader.error("a group's name is malformed") }
        return name
    }

    private mutating func closeGroup() throws(PatternSyntaxError) {
        guard let outer = open.popLast() else {
            throw reader.error("a parenthesis closes no group", at: reader.offset - 1)
        }
        let node = closedGroup()
        group = outer
        append(node)
    }

    private mutating func closedGroup() -> PatternNode {
        let body = strictness == .strict ? .sequence([]) : finishedBody()
        switch group.kind {
        case .holding: return body
        case .capture(let number):
            openCaptures.remove(number)
            return .group(body, number: number)
        case .look(let isAhead, let isNegated):
            if !isAhead { openLookbehinds -= 1 }
            return .look(
                PatternLook(
                    body: body,
                    isAhead: isAhead,
                    isNegated: isNegated,
                    offset: group.start
                )
            )
        }
    }

    private mutating func finishedBody() -> PatternNode {
        endAlternative()
        return group.alternatives.count == 1 ? group.alternatives[0] : .alternatives(group.alternatives)
    }

    // MARK: Quantifiers

    /// A `?` makes the quantifier lazy.
    private mutating func endQuantifier(
        _ count: PatternCount,
        from start: Int
    ) throws(PatternSyntaxError) {
        guard let body = group.terms.last, body.isRepeatable else {
            throw reader.error("nothing to repeat", at: start)
        }
        var count = count
        count.isLazy = reader.take("?")
        let isAbsent = count.most == 0
        if isAbsent { absentGroups.formUnion(body.groups) }
        // PCRE2 10.42 takes /(|^){0}$/ for a pattern that can only match at the start: nothing is repeated zero times.
        group.terms[group.terms.count - 1] = .repetition(isAbsent ? .sequence([]) : body, count)
    }

    private mutating func takeBrace() throws(PatternSyntaxError) {
        let start = reader
        guard let count = takeCount() else {
            reader = start
            return append(.character("{"))
        }
        guard count.least <= count.most ?? .max else {
            throw reader.error("a quantifier's counts are out of order")
        }
        try endQuantifier(count, from: start.offset - 1)
    }

    /// Of `2}`, `2,}` or `2,3}`; nil where the brace is only a brace.
    private mutating func takeCount() -> PatternCount? {
        guard let least = reader.takeNumber() else { return nil }
        if reader.take("}") { return PatternCount(least: least, most: least) }
        guard reader.take(",") else { return nil }
        let most = reader.takeNumber()
        return reader.take("}") ? PatternCount(least: least, most: most) : nil
    }

    // MARK: References

    mutating func takeReference(_ firstDigit: Unicode.Scalar) -> PatternNode {
        let digits = "\(firstDigit)" + reader.takeAll(where: \.isDigit)
        return referring(to: .number(Int(digits) ?? .max))
    }

    mutating func takeNamedReference() throws(PatternSyntaxError) -> PatternNode {
        guard reader.take("<") else { throw reader.error("\\k needs a group's name") }
        return referring(to: .name(try takeGroupName()))
    }

    /// A reference to a group that is still open, or comes later, refers to nothing and matches as nothing.
    ///
    /// In the next round of a repetition also. Lookbehinds are read from their end; there no engine takes references.
    private mutating func referring(to reference: PatternReference) -> PatternNode {
        let isEmpty = !isClosed(reference) && openLookbehinds == 0
        references.append(Reference(target: reference, offset: reader.offset, isEmpty: isEmpty))
        return isEmpty ? .sequence([]) : .reference(reference)
    }

    private func isClosed(_ reference: PatternReference) -> Bool {
        number(of: reference).map { !openCaptures.contains($0) } ?? false
    }

    /// Nil for a group that was not met yet.
    private func number(of reference: PatternReference) -> Int? {
        switch reference {
        case .number(let number): number <= captures ? number : nil
        case .name(let name): names[name]
        }
    }

    private func referencedGroups() throws(PatternSyntaxError) -> Set<Int> {
        var groups: Set<Int> = []
        for reference in references {
            guard let number = number(of: reference.target) else {
                throw reader.error("there is no group \(reference.target)", at: reference.offset)
            }
            if !reference.isEmpty { groups.insert(number) }
        }
        return groups.subtracting(absentGroups)
    }
}
