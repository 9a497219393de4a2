/// Rewrites lookbehinds for PCRE2, which looks behind only for texts of known width, one for each alternative.
///
/// ECMA-262 has no such limit. Alternatives, options and bounded counts become alternatives of one width each, and what a
/// lookbehind begins with need not be repeated more often than it must: where `a{2,}b` ends, `a{2}b` ends, too.
struct Lookbehinds {
    private let referencedGroups: Set<Int>

    /// - Throws: for a lookbehind whose widths are without limit or too many, or that holds a group somebody refers to.
    static func rewritten(_ syntax: PatternSyntax) throws(PatternSyntaxError) -> PatternSyntax {
        guard syntax.hasLookaround else { return syntax }
        var result = syntax
        result.root = try Lookbehinds(referencedGroups: syntax.referencedGroups).rewritten(syntax.root)
        return result
    }

    private func rewritten(_ node: PatternNode) throws(PatternSyntaxError) -> PatternNode {
        switch node {
        case .sequence(let parts): .sequence(try rewritten(parts))
        case .alternatives(let parts): .alternatives(try rewritten(parts))
        case .repetition(let body, let count): .repetition(try rewritten(body), count)
        case .group(let body, let number): .group(try rewritten(body), number: number)
        case .look(let look): .look(try rewritten(look))
        default: node
        }
    }

    private func rewritten(_ parts: [PatternNode]) throws(PatternSyntaxError) -> [PatternNode] {
        try parts.map { part throws(PatternSyntaxError) in try rewritten(part) }
    }

    private func rewritten(_ look: PatternLook) throws(PatternSyntaxError) -> PatternLook {
        var look = look
        look.body = try rewritten(look.body)
        guard !look.isAhead, look.body.width == nil else { return look }
        let alternatives =
            look.body.groups.isDisjoint(with: referencedGroups)
            ? look.body.withoutLead.alternativesOfOneWidth : nil
        guard let alternatives else {
            throw PatternSyntaxError(
                reason: "a lookbehind for texts of any or too many lengths is not supported",
                offset: look.offset
            )
        }
        look.body = .alternatives(alternatives)
        return look
    }
}

extension PatternNode {
    /// In code points; nil when it matches texts of several lengths.
    fileprivate var width: Int? {
        switch self {
        case .character, .set, .properties: return 1
        case .start, .end, .wordBoundary, .look: return 0
        case .reference: return nil
        case .group(let body, _): return body.width
        case .sequence(let parts):
            let widths = parts.map(\.width)
            return widths.contains(nil) ? nil : widths.reduce(0) { $0 + ($1 ?? 0) }
        case .alternatives(let parts):
            let widths = Set(parts.map(\.width))
            return widths.count == 1 ? widths.first ?? nil : nil
        case .repetition(let body, let count):
            guard let width = body.width, width > 0 else { return body.width }
            return count.least == count.most ? width.saturatingTimes(count.least) : nil
        }
    }

    /// The same for what ends at a place, wherever it begins.
    fileprivate var withoutLead: PatternNode {
        switch self {
        case .group(let body, _): return body.withoutLead
        case .alternatives(let parts): return .alternatives(parts.map(\.withoutLead))
        case .repetition(let body, let count):
            guard count.least > 0 else { return .sequence([]) }
            return .repetition(body, PatternCount(least: count.least, most: count.least))
        case .sequence(let parts):
            guard let first = parts.first else { return self }
            let (lead, rest) = (first.withoutLead, PatternNode.sequence(Array(parts.dropFirst())))
            return lead == .sequence([]) ? rest.withoutLead : .sequence([lead, rest])
        default: return self
        }
    }

    /// Of what one lookbehind looks for.
    private static let maxAlternatives = 200

    /// Alternatives of one width each that together mean the same; nil when there are too many.
    fileprivate var alternativesOfOneWidth: [PatternNode]? {
        guard width == nil else { return [self] }
        switch self {
        case .group(let body, _): return body.alternativesOfOneWidth
        case .alternatives(let parts): return Self.joined(parts.map(\.alternativesOfOneWidth))
        case .sequence(let parts): return Self.product(of: parts.map(\.alternativesOfOneWidth))
        case .repetition(let body, let count):
            guard let most = count.most, most <= Self.maxAlternatives else { return nil }
            let choices = body.alternativesOfOneWidth
            return Self.joined(
                (count.least...most).map { Self.product(of: Array(repeating: choices, count: $0)) }
            )
        default: return nil
        }
    }

    private static func joined(_ lists: [[PatternNode]?]) -> [PatternNode]? {
        let all = lists.compactMap(\.self).flatMap(\.self)
        return lists.contains(nil) || all.count > maxAlternatives ? nil : all
    }

    private static func product(of choices: [[PatternNode]?]) -> [PatternNode]? {
        var products: [PatternNode] = [.sequence([])]
        for choice in choices {
            guard let choice, products.count * choice.count <= maxAlternatives else { return nil }
            products = products.flatMap { before in choice.map { .sequence([before, $0]) } }
        }
        return products
    }
}
