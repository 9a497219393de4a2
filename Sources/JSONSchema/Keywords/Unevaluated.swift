internal import JSONCore

extension SchemaCompiler {
    mutating func compileUnevaluated(_ schema: SchemaObject, into draft: inout NodeDraft) {
        if let node = child(.unevaluatedItems, of: schema) {
            draft.unevaluated.append(.unevaluatedItems(node))
        }
        if let node = child(.unevaluatedProperties, of: schema) {
            draft.unevaluated.append(.unevaluatedProperties(node))
        }
    }
}

extension Evaluation {
    /// Runs a node with marks of its own, and then what concerns the unmarked.
    func appliesThenUnevaluated(
        _ id: NodeID,
        _ index: Int,
        _ tag: UInt8,
        _ depth: Int,
        _ marks: Marks
    ) -> Bool {
        guard tag == TapeTag.object || tag == TapeTag.array else {
            return appliesFamilies(id, index, tag, depth, .none)
        }
        let own = pushMarks(positions: tape.count(of: index))
        defer { popMarks(own) }
        guard appliesFamilies(id, index, tag, depth, own) else { return false }
        for at in tables.nodes[Int(id.index)].unevaluated.range {
            guard acceptsUnmarked(tables.instructions[at], index, tag, depth &+ 1, own) else { return false }
        }
        if marks.areWanted { self.marks.merge(own, into: marks) }
        return true
    }

    private func acceptsUnmarked(
        _ instruction: Instruction,
        _ index: Int,
        _ tag: UInt8,
        _ depth: Int,
        _ marks: Marks
    ) -> Bool {
        switch instruction {
        case .unevaluatedItems(let node) where tag == TapeTag.array:
            acceptsUnmarked(node, index, valueOffset: 0, depth, marks)
        case .unevaluatedProperties(let node) where tag == TapeTag.object:
            acceptsUnmarked(node, index, valueOffset: 1, depth, marks)
        default: true
        }
    }

    /// `valueOffset` counts the words from a member's key, or from an item, to its value.
    private func acceptsUnmarked(
        _ node: NodeID,
        _ index: Int,
        valueOffset: Int,
        _ depth: Int,
        _ marks: Marks
    ) -> Bool {
        let end = tape.closingIndex(of: index)
        var at = index &+ 1
        var position = 0
        while at < end {
            let value = at &+ valueOffset
            if !self.marks.contains(position, in: marks) {
                guard accepts(node, value, depth, .none) else { return false }
            }
            position &+= 1
            at = tape.indexAfter(value)
        }
        self.marks.insertAll(into: marks)
        return true
    }
}
