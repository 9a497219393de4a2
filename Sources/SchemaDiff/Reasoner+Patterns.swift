extension Reasoner {
    struct PatternPair: Hashable {
        let inner: String
        let outer: String
    }

    /// Whether all texts that one pattern matches are matched by another; nil where that cannot be told.
    mutating func compare(_ inner: String, with outer: String) -> PatternLanguage.Comparison? {
        if inner == outer { return .included }
        let pair = PatternPair(inner: inner, outer: outer)
        if let known = patternComparisons[pair] { return known }
        let compared = PatternLanguage(inner).flatMap { own in
            PatternLanguage(outer).map { own.comparison(with: $0) }
        }
        let comparison = compared == .tooLarge ? nil : compared
        patternComparisons[pair] = .some(comparison)
        return comparison
    }

    /// Whether texts that match all of some patterns are sure to match one more.
    mutating func patterns(_ patterns: Set<String>, imply other: String) -> Bool {
        patterns.sorted().contains { compare($0, with: other) == .included }
    }

    /// Texts that match one of the inner patterns and not one of the outer ones.
    mutating func textsApart(_ inner: Set<String>, _ outer: Set<String>) -> [String] {
        inner.sorted().flatMap { one in
            outer.sorted().compactMap { other in
                guard case .apart(let text)? = compare(one, with: other) else { return nil }
                return text
            }
        }
    }
}
