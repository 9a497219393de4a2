internal import JSONCore

extension Explainer {
    mutating func explainValue(_ instruction: Instruction, _ id: NodeID, _ index: Int, _ tag: UInt8) {
        switch instruction {
        case .constant(let enumeration):
            guard !evaluation.isMember(index, of: tables.enumerations[enumeration]) else { return }
            let kind = lookalike(.const, id, index) ?? .constant(expected: text(of: .const, in: id))
            report(kind, .const, of: id, at: index)
        case .enumeration(let enumeration):
            guard !evaluation.isMember(index, of: tables.enumerations[enumeration]) else { return }
            let kind = lookalike(.enum, id, index) ?? .enumeration(allowed: text(of: .enum, in: id))
            report(kind, .enum, of: id, at: index)
        case .reference(let node): explain(node, index, through: .ref)
        case .dynamicReference(let node):
            let isRecursive = schema(id)[Keyword.dynamicRef.name] == nil
            explain(node, index, through: isRecursive ? .recursiveRef : .dynamicRef)
        case .allOf(let nodes): explainEach(nodes, index)
        case .anyOf(let nodes): explainAny(nodes, id, index)
        case .oneOf(let nodes): explainOne(nodes, id, index)
        case .not(let node):
            if accepts(node, index) { report(.not, .not, of: id, at: index) }
            record(node, index, through: .not)
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
        guard matched.isEmpty else { return follow(matched, of: nodes, .anyOf, index) }
        reportFailure(of: nodes, .anyOf(branches: Int(nodes.count)), .anyOf, id, index)
    }

    private mutating func explainOne(_ nodes: TableSlice, _ id: NodeID, _ index: Int) {
        let matched = accepting(nodes, index)
        guard matched.count != 1 else { return follow(matched, of: nodes, .oneOf, index) }
        let kind = Violation.Kind.oneOf(matched: matched, branches: Int(nodes.count))
        guard !matched.isEmpty else { return reportFailure(of: nodes, kind, .oneOf, id, index) }
        report(kind, .oneOf, of: id, at: index)
        recordEach(nodes, through: .oneOf, index)
    }

    private mutating func accepting(_ nodes: TableSlice, _ index: Int) -> [Int] {
        var positions: [Int] = []
        for (position, at) in nodes.range.enumerated() where accepts(tables.children[at], index) {
            positions.append(position)
        }
        return positions
    }

    /// Records branches of which some accept.
    private mutating func follow(_ matched: [Int], of nodes: TableSlice, _ keyword: Keyword, _ index: Int) {
        guard units != nil else { return }
        for (position, at) in nodes.range.enumerated() {
            if matched.contains(position) {
                explain(tables.children[at], index, through: keyword, .position(position))
            } else {
                record(tables.children[at], index, through: keyword, .position(position))
            }
        }
    }

    /// Records branches of which the wrong number accept.
    mutating func recordEach(_ nodes: TableSlice, through keyword: Keyword, _ index: Int) {
        for (position, at) in nodes.range.enumerated() {
            record(tables.children[at], index, through: keyword, .position(position))
        }
    }

    private mutating func explainConditional(_ nodes: TableSlice, _ index: Int) {
        let first = Int(nodes.start)
        if accepts(tables.children[first], index) {
            if units != nil { explain(tables.children[first], index, through: .if) }
            explainBranch(tables.children[first + 1], index, through: .then)
        } else {
            record(tables.children[first], index, through: .if)
            explainBranch(tables.children[first + 2], index, through: .else)
        }
    }

    private mutating func explainBranch(_ node: NodeID, _ index: Int, through keyword: Keyword) {
        // It is not there.
        if node == .anything { return }
        explain(node, index, through: keyword)
    }
}
