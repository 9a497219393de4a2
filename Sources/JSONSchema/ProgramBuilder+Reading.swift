internal import JSONCore

/// What the passes over a finished program read.
extension ProgramBuilder {
    subscript(_ id: NodeID) -> Node { nodes[Int(id.index)] }

    /// A finished node as it was before.
    func draft(of node: Node) -> NodeDraft {
        func run(_ slice: TableSlice) -> [Instruction] { Array(instructions[slice.range]) }
        var draft = NodeDraft()
        draft.types = node.types
        draft.wantsInteger = node.wantsInteger
        draft.numbers = run(node.numbers)
        draft.strings = run(node.strings)
        draft.arrays = run(node.arrays)
        draft.objects = run(node.objects)
        draft.values = run(node.values)
        draft.unevaluated = run(node.unevaluated)
        return draft
    }

    /// The bytes of the name at a place of the table.
    func bytes(ofName place: Int) -> [UInt8] { bytes(of: names[place]) }

    /// The bytes of a name.
    func bytes(of entry: NameEntry) -> [UInt8] {
        Array(text[Int(entry.text)..<Int(entry.text + entry.key.count)])
    }

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
