package import JSONCore

/// What the schema of a violation would say of other values: whether a value has moved, was wrapped, or goes by another name.
extension CompiledSchema {
    /// Whether the violated schema accepts another value.
    package func accepts(_ value: JSONValue, where violation: Violation) -> Bool {
        accepts(value, violation.node)
    }

    /// Whether a value would do as the member of that name; false where no schema describes the member.
    package func accepts(_ value: JSONValue, asMember name: String, where violation: Violation) -> Bool {
        let described = members(of: violation.node).filter { $0.name == name }
        return described.contains { accepts(value, $0.node) }
    }

    /// Whether a value would do as an item of the array that is expected.
    package func accepts(_ value: JSONValue, asItemWhere violation: Violation) -> Bool {
        let items = program.shapes(of: violation.node).flatMap(program.itemNodes)
        return items.contains { $0 != .unasked && accepts(value, $0) }
    }

    /// The only member that the expected object is described by, if it would accept the value.
    package func soleMember(accepting value: JSONValue, where violation: Violation) -> String? {
        let members = members(of: violation.node)
        guard members.count == 1, accepts(value, members[0].node) else { return nil }
        return members[0].name
    }

    private func accepts(_ value: JSONValue, _ node: NodeID) -> Bool {
        withEvaluation(of: value.document) { $0.accepts(node, value.index) && $0.exceeded == nil }
    }

    private func members(of node: NodeID) -> [(name: String, node: NodeID)] {
        program.shapes(of: node).flatMap(program.describedMembers)
    }
}

extension Program {
    func instructions(of node: NodeID, _ family: KeyPath<Node, TableSlice>) -> [Instruction] {
        written.nodes[Int(node.index)][keyPath: family].range.map { written.instructions[$0] }
    }

    /// The schemas of items behind a prefix.
    func itemNodes(of node: NodeID) -> [NodeID] {
        instructions(of: node, \.arrays).compactMap { instruction in
            guard case .items(let run) = instruction else { return nil }
            return written.children[run.range.upperBound - 1]
        }
    }

    /// The members that a schema describes by name.
    func describedMembers(of node: NodeID) -> [(name: String, node: NodeID)] {
        instructions(of: node, \.objects).flatMap { instruction -> [(name: String, node: NodeID)] in
            guard case .members(let plan) = instruction else { return [] }
            let entries = written.members[plan].names.entries.range
            return entries.filter { written.names[$0].rule.isDescribed }.map {
                (written.nameText($0), written.names[$0].rule.node)
            }
        }
    }

    /// A schema with those that may hold together with it: as for ``conjunction(_:)``, and of each alternative.
    fileprivate func shapes(of start: NodeID) -> [NodeID] {
        let whole = conjunction(start)
        return whole + alternatives(of: whole).flatMap(conjunction)
    }

    /// The branches of the `anyOf` and `oneOf` of schemas.
    func alternatives(of nodes: [NodeID]) -> [NodeID] {
        nodes.flatMap { instructions(of: $0, \.values) }.flatMap { instruction -> [NodeID] in
            switch instruction {
            case .anyOf(let run), .oneOf(let run): run.range.map { written.children[$0] }
            default: []
            }
        }
    }

    /// A schema with those that must hold together with it, by references and `allOf`; the first 64 of them.
    func conjunction(_ start: NodeID) -> [NodeID] {
        var nodes = [start]
        var next = 0
        while next < nodes.count, nodes.count < 64 {
            for instruction in instructions(of: nodes[next], \.values) {
                switch instruction {
                case .reference(let node), .dynamicReference(let node): nodes.append(node)
                case .allOf(let run): nodes += run.range.map { written.children[$0] }
                default: break
                }
            }
            next += 1
        }
        return nodes
    }
}
