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
    /// Whether a value satisfies what a node asks of every value.
    @inline(never)
    func acceptsValue(_ node: Int, _ index: Int, _ frame: Frame) -> Bool {
        for at in tables.nodes[node].values.range {
            guard acceptsValue(tables.instructions[at], index, frame) else { return false }
        }
        return true
    }

    /// Whether a value satisfies one of these instructions; those for alternatives stand also in the families of arrays and
    /// objects, where no value of another type can satisfy them.
    @inline(never)
    func acceptsValue(_ instruction: Instruction, _ index: Int, _ frame: Frame) -> Bool {
        switch instruction {
        case .constant(let enumeration), .enumeration(let enumeration):
            isMember(index, of: tables.enumerations[enumeration])
        case .choice(let choice): acceptsChosen(choice, index, frame)
        case .reference(let node), .dynamicReference(let node): accepts(node, index, frame.deeper)
        case .allOf(let nodes): acceptsEach(nodes, index, frame)
        case .anyOf(let nodes): acceptsAny(nodes, index, frame)
        case .oneOf(let nodes): countAccepting(nodes, index, frame, upTo: 2) == 1
        case .not(let node): !accepts(node, index, frame.inner)
        case .conditional(let nodes): acceptsConditionally(nodes, index, frame)
        default: true
        }
    }

    private func acceptsEach(_ nodes: TableSlice, _ index: Int, _ frame: Frame) -> Bool {
        for at in nodes.range {
            guard mayGoOn(counting: 1), accepts(tables.children[at], index, frame.deeper) else {
                return false
            }
        }
        return true
    }

    private func acceptsAny(_ nodes: TableSlice, _ index: Int, _ frame: Frame) -> Bool {
        // Who wants marks wants those of every branch.
        if frame.wantsMarks { return countAccepting(nodes, index, frame, upTo: .max) > 0 }
        for at in nodes.range where mayGoOn(counting: 1) {
            if accepts(tables.children[at], index, frame.inner) { return true }
        }
        return false
    }

    /// How many branches accept, counted until `stop`.
    private func countAccepting(_ nodes: TableSlice, _ index: Int, _ frame: Frame, upTo stop: Int) -> Int {
        var count = 0
        for at in nodes.range where count < stop && mayGoOn(counting: 1) {
            count &+= tries(tables.children[at], index, frame) ? 1 : 0
        }
        return count
    }

    /// Applies a schema whose failure is no failure yet: then its marks do not count.
    @inline(__always)
    private func tries(_ node: NodeID, _ index: Int, _ frame: Frame) -> Bool {
        frame.wantsMarks ? triesMarking(node, index, frame) : accepts(node, index, frame.inner)
    }

    private func triesMarking(_ node: NodeID, _ index: Int, _ frame: Frame) -> Bool {
        let own = pushCopy(frame.deeper)
        defer { popMarks(own) }
        guard accepts(node, index, own) else { return false }
        self.marks.merge(own, into: frame)
        return true
    }

    /// Asks the one branch that allows what the deciding member says.
    private func acceptsChosen(_ number: Int, _ index: Int, _ frame: Frame) -> Bool {
        guard tape.tag(at: index) == TapeTag.object else { return false }
        guard let key = member(tables.choices[number].member, index) else {
            return acceptsOneOf(tables.choices[number], tables.choices[number].others, index, frame)
        }
        switch tape.tag(at: key &+ 1) {
        case TapeTag.string:
            let text = tape.utf8(at: key &+ 1)
            guard let value = tables.find(text, in: tables.choices[number].strings) else { return false }
            return accepts(tables.names[value].rule.node, index, frame.deeper)
        case TapeTag.int:
            let integer = tape.int64(at: key &+ 1)
            guard let value = tables.place(of: integer, in: tables.choices[number].integers) else {
                return false
            }
            return accepts(tables.integers[value].branch, index, frame.deeper)
        // A decimal may be an integer in value.
        case TapeTag.double:
            return acceptsOneOf(tables.choices[number], tables.choices[number].branches, index, frame)
        default: return false
        }
    }

    private func acceptsOneOf(_ choice: Choice, _ nodes: TableSlice, _ index: Int, _ frame: Frame) -> Bool {
        choice.isExclusive
            ? countAccepting(nodes, index, frame, upTo: 2) == 1 : acceptsAny(nodes, index, frame)
    }

    private func acceptsConditionally(_ nodes: TableSlice, _ index: Int, _ frame: Frame) -> Bool {
        let first = Int(nodes.start)
        let branch = tries(tables.children[first], index, frame) ? first &+ 1 : first &+ 2
        return accepts(tables.children[branch], index, frame.deeper)
    }
}
