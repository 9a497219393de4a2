internal import JSONCore

extension ProgramBuilder {
    /// The tables that the evaluator runs: schemas that must hold together are one.
    func joinedTables() -> ProgramTables {
        var joiner = ConjunctionJoiner(self)
        joiner.run()
        return joiner.builder.tables(forwarding: true)
    }

    /// The finished tables, with or without edges that lead past nodes that only refer to others.
    func tables(forwarding: Bool) -> ProgramTables {
        let targets = forwarding ? forwardTargets() : nodes.indices.map { NodeID($0) }
        func target(_ id: NodeID) -> NodeID { id == .unasked ? id : targets[Int(id.index)] }
        return ProgramTables(
            .init(
                nodes: ProgramTable(nodes),
                instructions: ProgramTable(instructions.map { $0.redirected(target) }),
                children: ProgramTable(children.map(target)),
                members: ProgramTable(members.map { $0.redirected(target) }),
                names: ProgramTable(names),
                rules: ProgramTable(rules.map { linked($0, target($0.node)) }),
                slots: ProgramTable(slots),
                text: ProgramTable(text),
                patternMembers: ProgramTable(
                    patternMembers.map { PatternMember(pattern: $0.pattern, node: target($0.node)) }
                ),
                contains: ProgramTable(contains),
                dependencies: ProgramTable(dependencies),
                enumerations: ProgramTable(enumerations),
                enumeratedValues: ProgramTable(enumeratedValues),
                limits: ProgramTable(limits),
                patterns: ProgramTable(patterns.map(\.handle)),
                nameSeed: nameSeed
            )
        )
    }

    /// Leaf values are decided in the member loop, by the mask beside the name.
    private func linked(_ rule: MemberRule, _ id: NodeID) -> MemberRule {
        let node = nodes[Int(id.index)]
        var rule = rule
        rule.node = id
        rule.types = node.types
        rule.isLeaf = node.isLeaf && !node.wantsInteger
        return rule
    }

    private func forwardTargets() -> [NodeID] { nodes.indices.map { forwarded(NodeID($0)) } }

    /// Where a node's verdict comes from: itself, or what it refers to if it does nothing else.
    func forwarded(_ start: NodeID) -> NodeID {
        var id = start
        // References do not go round, see InPlaceApplication.
        while let next = reference(of: nodes[Int(id.index)]) { id = next }
        return id
    }

    private func reference(of node: Node) -> NodeID? {
        guard node.types == .all, node.values.count == 1, node.numbers.isEmpty, node.strings.isEmpty,
            node.arrays.isEmpty, node.objects.isEmpty, node.unevaluated.isEmpty
        else { return nil }
        switch instructions[Int(node.values.start)] {
        case .reference(let target), .dynamicReference(let target): return target
        case .allOf(let run) where run.count == 1, .anyOf(let run) where run.count == 1,
            .oneOf(let run) where run.count == 1:
            return children[Int(run.start)]
        default: return nil
        }
    }
}

extension Instruction {
    fileprivate func redirected(_ target: (NodeID) -> NodeID) -> Instruction {
        switch self {
        case .propertyNames(let node): .propertyNames(target(node))
        case .reference(let node): .reference(target(node))
        case .dynamicReference(let node): .dynamicReference(target(node))
        case .not(let node): .not(target(node))
        case .unevaluatedItems(let node): .unevaluatedItems(target(node))
        case .unevaluatedProperties(let node): .unevaluatedProperties(target(node))
        default: self
        }
    }
}

extension MemberPlan {
    fileprivate func redirected(_ target: (NodeID) -> NodeID) -> MemberPlan {
        var plan = self
        plan.additional = target(additional)
        return plan
    }
}
