/// A regular expression of ECMA-262 §22.2.1 as it was parsed.
struct PatternSyntax: Sendable {
    var root: PatternNode

    /// The numbers of the groups that have names.
    let groupNumbers: [String: Int]

    /// The groups that are referred to, and can have matched something.
    let referencedGroups: Set<Int>

    let hasLookaround: Bool

    /// Whether it is one in the mathematical sense, which an automaton can match in linear time.
    var isRegular: Bool { !hasLookaround && referencedGroups.isEmpty }
}

/// What a regular expression is made of.
///
/// Groups that only hold together are sequences or alternatives.
indirect enum PatternNode: Equatable, Sendable {
    case character(Unicode.Scalar)
    case set(CodePointSet)
    case properties(PropertyClass)
    case start
    case end
    case wordBoundary(isNegated: Bool)
    case sequence([PatternNode])
    case alternatives([PatternNode])
    case repetition(PatternNode, PatternCount)
    /// A capture, by its number.
    case group(PatternNode, number: Int)
    case reference(PatternReference)
    case look(PatternLook)

    /// Whether a quantifier may follow.
    var isRepeatable: Bool {
        switch self {
        case .start, .end, .wordBoundary, .repetition: false
        case .look(let look): look.isAhead
        default: true
        }
    }

    /// The numbers of the groups in it.
    var groups: Set<Int> {
        switch self {
        case .group(let body, let number): body.groups.union([number])
        case .sequence(let parts), .alternatives(let parts):
            parts.reduce(into: []) { $0.formUnion($1.groups) }
        case .repetition(let body, _): body.groups
        case .look(let look): look.body.groups
        default: []
        }
    }
}

/// How often something is repeated.
struct PatternCount: Equatable, Sendable {
    let least: Int
    /// Nil where there is no limit.
    let most: Int?
    var isLazy = false
}

/// A lookahead or a lookbehind.
struct PatternLook: Equatable, Sendable {
    var body: PatternNode
    let isAhead: Bool
    let isNegated: Bool

    /// Where it begins in the pattern, in UTF-8 bytes.
    let offset: Int
}

/// What a backreference names.
enum PatternReference: Equatable, Sendable, CustomStringConvertible {
    case number(Int)
    case name(String)

    var description: String {
        switch self {
        case .number(let number): "\(number)"
        case .name(let name): name
        }
    }
}

/// A class with properties of Unicode in it.
struct PropertyClass: Equatable, Sendable {
    struct Term: Equatable, Sendable {
        let property: UnicodeProperty
        let isNegated: Bool
    }

    var isNegated = false
    var others = CodePointSet.none
    var terms: [Term]

    /// - Complexity: some milliseconds for each property that was not asked for before.
    var codePoints: CodePointSet {
        let union = terms.reduce(others) { set, term in
            set.union(term.isNegated ? term.property.codePoints.complement : term.property.codePoints)
        }
        return isNegated ? union.complement : union
    }
}

/// Why a pattern is refused.
struct PatternSyntaxError: Error, Equatable {
    let reason: String

    /// In UTF-8 bytes.
    let offset: Int
}
