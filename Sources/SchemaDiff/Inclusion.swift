/// Whether one set of values holds all of another.
enum Inclusion: Equatable {
    case included
    case excluded
    /// Nobody knows.
    case unclear(Doubt)

    /// The weaker of two, where both must hold.
    func and(_ other: () -> Inclusion) -> Inclusion {
        switch self {
        case .excluded: return self
        case .included: return other()
        case .unclear:
            let other = other()
            return other == .excluded ? other : self
        }
    }

    /// Of parts that must all be included.
    static func all<Parts: Sequence>(
        _ parts: Parts,
        _ verdict: (Parts.Element) -> Inclusion
    ) -> Inclusion {
        var result = Inclusion.included
        for part in parts {
            result = result.and { verdict(part) }
            if result == .excluded { break }
        }
        return result
    }

    /// The verdict, where what it rests on is certain; else nobody knows what is not included.
    func unless(_ doubt: Doubt?) -> Inclusion {
        guard let doubt, self == .excluded else { return self }
        return .unclear(doubt)
    }

    /// The answer to a question that was decided, `false` being `excluded`.
    init(_ isIncluded: Bool) { self = isIncluded ? .included : .excluded }

    /// The answer of an evaluation, nil where a limit stopped it.
    init(_ isIncluded: Bool?) { self = isIncluded.map { Inclusion($0) } ?? .unclear(.tooLarge) }
}

/// Why it cannot be told whether one set holds another.
package enum Doubt: Equatable, Sendable {
    /// The keyword's meaning was not worked out.
    case keyword(String)
    /// Some patterns can be compared only by their text and by examples.
    case pattern
    /// Several alternatives together may hold what none of them does.
    case alternatives
    /// Names that match one pattern may match another.
    case names
    case multiples
    /// A limit was met.
    case tooLarge
}

extension Doubt: CustomStringConvertible {
    package var description: String {
        switch self {
        case .keyword(let name): "\"\(name)\" is compared by its text only"
        case .pattern: "these patterns can be compared only by their text and by examples"
        case .alternatives: "several alternatives overlap"
        case .names: "names may match several patterns"
        case .multiples: "few numbers may be in the range"
        case .tooLarge: "the schemas are too large to decide it"
        }
    }
}
