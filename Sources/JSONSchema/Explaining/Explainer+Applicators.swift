internal import JSONCore

extension Explainer {
    mutating func explainValue(_ instruction: Instruction, _ id: NodeID, _ index: Int, _ tag: UInt8) {
        switch instruction {
        case .constant(let enumeration):
            guard !evaluation.isMember(index, of: tables.enumerations[enumeration]) else { return }
            report(.constant(expected: text(of: .const, in: id)), .const, of: id, at: index)
        case .enumeration(let enumeration):
            guard !evaluation.isMember(index, of: tables.enumerations[enumeration]) else { return }
            report(.enumeration(allowed: text(of: .enum, in: id)), .enum, of: id, at: index)
        case .reference(let node): explain(node, index, through: .ref)
        case .dynamicReference(let node):
            let isRecursive = schema(id)[Keyword.dynamicRef.name] == nil
            explain(node, index, through: isRecursive ? .recursiveRef : .dynamicRef)
        case .allOf(let nodes): explainEach(nodes, index)
        case .anyOf(let nodes): explainAny(nodes, id, index)
        case .oneOf(let nodes): explainOne(nodes, id, index)
        case .not(let node): if accepts(node, index) { report(.not, .not, of: id, at: index) }
        case .conditional(let nodes): explainConditional(nodes, index)
        default: break
        }
    }

    private mutating func explainEach(_ nodes: TableSlice, _ index: Int) {
        for (position, at) in nodes.range.enumerated() {
            explain(tables.children[at], index, through: .allOf, .position(position))
        }
    }

    private mutating func explainAny(_ nodes: TableSlice, _ id: NodeID, _ index: Int) {
        let matched = accepting(nodes, index)
        guard matched.isEmpty else { return note(matched, of: nodes, .anyOf, index) }
        let causes = closest(nodes, .anyOf, index)
        report(.anyOf(branches: Int(nodes.count)), .anyOf, of: id, at: index, causes: causes)
    }

    private mutating func explainOne(_ nodes: TableSlice, _ id: NodeID, _ index: Int) {
        let matched = accepting(nodes, index)
        guard matched.count != 1 else { return note(matched, of: nodes, .oneOf, index) }
        let causes = matched.isEmpty ? closest(nodes, .oneOf, index) : []
        report(
            .oneOf(matched: matched, branches: Int(nodes.count)),
            .oneOf,
            of: id,
            at: index,
            causes: causes
        )
    }

    private mutating func accepting(_ nodes: TableSlice, _ index: Int) -> [Int] {
        var positions: [Int] = []
        for (position, at) in nodes.range.enumerated() where accepts(tables.children[at], index) {
            positions.append(position)
        }
        return positions
    }

    /// Goes through branches that accept, for their notes.
    private mutating func note(_ matched: [Int], of nodes: TableSlice, _ keyword: Keyword, _ index: Int) {
        guard notes != nil else { return }
        for position in matched {
            explain(
                tables.children[Int(nodes.start) + position],
                index,
                through: keyword,
                .position(position)
            )
        }
    }

    private mutating func explainConditional(_ nodes: TableSlice, _ index: Int) {
        let first = Int(nodes.start)
        guard accepts(tables.children[first], index) else {
            return explain(tables.children[first + 2], index, through: .else)
        }
        if notes != nil { explain(tables.children[first], index, through: .if) }
        explain(tables.children[first + 1], index, through: .then)
    }

    // MARK: The closest branch

    private mutating func closest(_ nodes: TableSlice, _ keyword: Keyword, _ index: Int) -> [Violation] {
        var best: (violations: [Violation], closeness: Closeness)?
        for (position, at) in nodes.range.enumerated() {
            let violations = aside(tables.children[at], index, through: keyword, .position(position))
            let closeness = Closeness(violations, at: index, depth: valueDepth)
            if best.map({ $0.closeness < closeness }) ?? true { best = (violations, closeness) }
        }
        return best?.violations ?? []
    }
}

/// How close a branch came: by its type, then by the members that choose a branch, then by how deep it got.
private struct Closeness: Comparable {
    let hasType: Bool
    let wrongDiscriminators: Int
    let depth: Int
    let violations: Int

    init(_ violations: [Violation], at index: Int, depth: Int) {
        hasType = !violations.contains { $0.value.index == index && $0.isTypeMismatch }
        wrongDiscriminators = violations.count { $0.depth == depth + 1 && $0.isWrongChoice }
        self.depth = violations.map(\.depth).max() ?? 0
        self.violations = violations.count
    }

    static func < (left: Closeness, right: Closeness) -> Bool {
        if left.hasType != right.hasType { return right.hasType }
        if left.wrongDiscriminators != right.wrongDiscriminators {
            return left.wrongDiscriminators > right.wrongDiscriminators
        }
        return left.depth == right.depth ? left.violations > right.violations : left.depth < right.depth
    }
}

extension Violation {
    fileprivate var isTypeMismatch: Bool {
        switch kind {
        case .type, .falseSchema: true
        default: false
        }
    }

    fileprivate var isWrongChoice: Bool {
        switch kind {
        case .constant, .enumeration: true
        default: false
        }
    }
}
