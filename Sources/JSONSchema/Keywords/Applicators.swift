internal import JSONCore

extension SchemaCompiler {
    /// What applies other schemas to the same value.
    mutating func compileApplicators(_ schema: SchemaObject, into draft: inout NodeDraft) {
        if let nodes = children(.allOf, of: schema) {
            draft.values.append(.allOf(builder.add(children: nodes)))
        }
        if let nodes = children(.anyOf, of: schema) {
            draft.values.append(.anyOf(builder.add(children: nodes)))
        }
        if let nodes = children(.oneOf, of: schema) {
            draft.values.append(.oneOf(builder.add(children: nodes)))
        }
        if let node = child(.not, of: schema) { draft.values.append(.not(node)) }
        guard let condition = child(.if, of: schema) else { return }
        let nodes = [condition, child(.then, of: schema) ?? .anything, child(.else, of: schema) ?? .anything]
        draft.values.append(.conditional(builder.add(children: nodes)))
    }
}

extension Evaluation {
    func runValues(_ run: TableSlice, _ index: Int, _ tag: UInt8, _ depth: Int, _ marks: Marks) -> Bool {
        for at in run.range where !acceptsValue(tables.instructions[at], index, tag, depth, marks) {
            return false
        }
        return true
    }

    /// Whether a value satisfies one instruction of those for every value.
    func acceptsValue(
        _ instruction: Instruction,
        _ index: Int,
        _ tag: UInt8,
        _ depth: Int,
        _ marks: Marks
    ) -> Bool {
        switch instruction {
        case .constant(let enumeration), .enumeration(let enumeration):
            isMember(index, tag, of: tables.enumerations[enumeration])
        case .reference(let node), .dynamicReference(let node): accepts(node, index, depth, marks)
        case .allOf(let nodes): acceptsEach(nodes, index, depth, marks)
        case .anyOf(let nodes): acceptsAny(nodes, index, depth, marks)
        case .oneOf(let nodes): countAccepting(nodes, index, depth, marks, upTo: 2) == 1
        case .not(let node): !accepts(node, index, depth, .none)
        case .conditional(let nodes): acceptsConditionally(nodes, index, depth, marks)
        default: true
        }
    }

    private func acceptsEach(_ nodes: TableSlice, _ index: Int, _ depth: Int, _ marks: Marks) -> Bool {
        for at in nodes.range where !accepts(tables.children[at], index, depth, marks) { return false }
        return true
    }

    private func acceptsAny(_ nodes: TableSlice, _ index: Int, _ depth: Int, _ marks: Marks) -> Bool {
        // Who wants marks wants those of every branch.
        if marks.areWanted { return countAccepting(nodes, index, depth, marks, upTo: .max) > 0 }
        for at in nodes.range where accepts(tables.children[at], index, depth, .none) { return true }
        return false
    }

    /// How many branches accept, counted until `stop`.
    func countAccepting(
        _ nodes: TableSlice,
        _ index: Int,
        _ depth: Int,
        _ marks: Marks,
        upTo stop: Int
    ) -> Int {
        var count = 0
        for at in nodes.range where count < stop && tries(tables.children[at], index, depth, marks) {
            count &+= 1
        }
        return count
    }

    /// Applies a schema whose failure is no failure yet: then its marks do not count.
    @inline(__always)
    private func tries(_ node: NodeID, _ index: Int, _ depth: Int, _ marks: Marks) -> Bool {
        marks.areWanted ? triesMarking(node, index, depth, marks) : accepts(node, index, depth, .none)
    }

    private func triesMarking(_ node: NodeID, _ index: Int, _ depth: Int, _ marks: Marks) -> Bool {
        let own = pushMarks(positions: 64 * Int(marks.words))
        defer { popMarks(own) }
        guard accepts(node, index, depth, own) else { return false }
        self.marks.merge(own, into: marks)
        return true
    }

    private func acceptsConditionally(_ nodes: TableSlice, _ index: Int, _ depth: Int, _ marks: Marks) -> Bool
    {
        let first = Int(nodes.start)
        let branch = tries(tables.children[first], index, depth, marks) ? first &+ 1 : first &+ 2
        return accepts(tables.children[branch], index, depth, marks)
    }
}
