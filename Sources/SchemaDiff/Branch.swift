import JSONCore
import JSONSchema

/// One way to fulfil a conjunction: schemas whose own keywords all count, their alternatives decided.
struct Branch {
    /// Each once, in the order in which they were met.
    var nodes: [SchemaNode] = []

    /// Of those the schemas whose alternatives do not count.
    var plain: Set<SchemaNode> = []

    /// The values that are allowed at all; nil for no such limit.
    var only: Set<Constant>?

    var except: Set<Constant> = []

    /// The types that a `not` leaves out.
    var excludedTypes: TypeSet = []

    /// What is not understood.
    var opaque: [OpaqueKeyword] = []

    /// The values of one keyword in all schemas, with those.
    func all(_ keyword: Keyword) -> [(node: SchemaNode, value: JSONValue)] {
        nodes.compactMap { node in node[keyword].map { (node, $0) } }
    }

    /// Whether it accepts a value, by any alternatives of its schemas; nil where that is not known.
    func accepts(_ value: Constant) -> Bool? {
        if except.contains(value) || !(only?.contains(value) ?? true) { return false }
        return Conjunction(nodes.map { plain.contains($0) ? .plain($0) : .schema($0) }).accepts(value)
    }

    /// The types that its keywords leave.
    var types: TypeSet {
        all(.type).reduce(TypeSet.all.subtracting(excludedTypes)) { $0.intersection(TypeSet($1.value)) }
    }
}

/// A keyword whose meaning is not worked out: values may fail by it.
struct OpaqueKeyword {
    let node: SchemaNode
    let keyword: Keyword

    /// Keywords that only together have their meaning.
    var related: [Keyword] {
        switch keyword {
        case .if: [.if, .then, .else]
        case .contains: [.contains, .minContains, .maxContains]
        default: [keyword]
        }
    }

    /// Whether its meaning depends on others beside it, or on the way that led to it.
    var dependsOnContext: Bool {
        switch keyword {
        case .unevaluatedItems, .unevaluatedProperties, .dynamicRef, .recursiveRef: true
        default: false
        }
    }
}

extension Reasoner {
    /// More ways than this are not told apart.
    private static let maxBranches = 128

    /// All ways to fulfil a conjunction; none where it is seen at once that there is none.
    mutating func branches(of conjunction: Conjunction) -> [Branch] {
        conjunction.terms.reduce([Branch()]) { branches, term in
            switch term {
            case .nothing: []
            case .only(let values): branches.map { $0.limited(to: values) }
            case .except(let values): branches.map { $0.without(values) }
            case .plain(let node): open(node, branches, alternatives: false)
            case .schema(let node): open(node, branches)
            }
        }
    }

    /// Adds a schema to each branch.
    private mutating func open(
        _ node: SchemaNode,
        _ branches: [Branch],
        alternatives: Bool = true
    ) -> [Branch] {
        if let bool = node.value.bool { return bool ? branches : [] }
        if branches.allSatisfy({ $0.nodes.contains(node) }) { return branches }
        var opened = branches.map { $0.with(node, isPlain: !alternatives) }
        for (keyword, value) in node.keywords {
            switch keyword {
            case .ref: if let target = node.target { opened = open(target, opened) }
            case .allOf: for child in value.elements { opened = open(node.sibling(child), opened) }
            case .anyOf, .oneOf: if alternatives { opened = choose(keyword, value, of: node, opened) }
            case .not: opened = exclude(node.sibling(value), of: node, opened)
            case .if where node[.then] != nil || node[.else] != nil,
                .contains, .dependentSchemas, .unevaluatedItems, .unevaluatedProperties, .dynamicRef,
                .recursiveRef:
                opened = opened.map { $0.with(OpaqueKeyword(node: node, keyword: keyword)) }
            case .dependencies where value.members.contains { $0.value.kind != .array }:
                opened = opened.map { $0.with(OpaqueKeyword(node: node, keyword: keyword)) }
            default: break
            }
        }
        return opened
    }

    /// Makes a branch of each alternative.
    ///
    /// Alternatives of `oneOf` that may overlap have a part that nobody knows.
    private mutating func choose(
        _ keyword: Keyword,
        _ value: JSONValue,
        of node: SchemaNode,
        _ branches: [Branch]
    ) -> [Branch] {
        let alternatives = value.elements.map { node.sibling($0) }
        let whole = OpaqueKeyword(node: node, keyword: keyword)
        guard branches.count * alternatives.count <= Self.maxBranches else {
            return branches.map { $0.with(whole) }
        }
        let isExact = keyword == .anyOf || areDisjoint(alternatives, beside: node)
        let chosen = alternatives.flatMap { open($0, branches) }
        return isExact ? chosen : chosen.map { $0.with(whole) }
    }

    private mutating func areDisjoint(_ alternatives: [SchemaNode], beside node: SchemaNode) -> Bool {
        for (number, left) in alternatives.enumerated() {
            for right in alternatives.dropFirst(number + 1) {
                let both = Conjunction([.plain(node), .schema(left), .schema(right)])
                guard isEmpty(both) else { return false }
            }
        }
        return true
    }

    private func exclude(_ excluded: SchemaNode, of node: SchemaNode, _ branches: [Branch]) -> [Branch] {
        if excluded.isTrivial { return [] }
        if excluded.value.bool == false { return branches }
        if let constants = excluded.constants {
            let verdicts = constants.map { ($0, excluded.side.accepts($0.value, by: excluded)) }
            if verdicts.allSatisfy({ $0.1 != nil }) {
                let values = Set(verdicts.filter { $0.1 == true }.map(\.0))
                return branches.map { $0.without(values) }
            }
        }
        let assertions = excluded.keywords.filter(\.keyword.isAssertion)
        if assertions.count == 1, let types = excluded[.type] {
            return branches.map { $0.without(TypeSet(types)) }
        }
        return branches.map { $0.with(OpaqueKeyword(node: node, keyword: .not)) }
    }
}

extension SchemaNode {
    /// The values that its own `enum` or `const` allows; nil without one.
    var constants: [Constant]? {
        if let constant = self[.const] { return [Constant(constant)] }
        return self[.enum].map { $0.elements.map(Constant.init) }
    }
}

extension Branch {
    fileprivate func with(_ node: SchemaNode, isPlain: Bool) -> Branch {
        var copy = self
        guard !nodes.contains(node) else { return copy }
        copy.nodes.append(node)
        if isPlain { copy.plain.insert(node) }
        return copy
    }

    fileprivate func with(_ keyword: OpaqueKeyword) -> Branch {
        var copy = self
        copy.opaque.append(keyword)
        return copy
    }

    fileprivate func limited(to values: Set<Constant>) -> Branch {
        var copy = self
        copy.only = only?.intersection(values) ?? values
        return copy
    }

    fileprivate func without(_ values: Set<Constant>) -> Branch {
        var copy = self
        copy.except.formUnion(values)
        return copy
    }

    fileprivate func without(_ types: TypeSet) -> Branch {
        var copy = self
        copy.excludedTypes.formUnion(types)
        return copy
    }
}
