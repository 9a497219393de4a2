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
    @inline(never)
    func appliesThenUnevaluated(_ id: NodeID, _ index: Int, _ frame: Frame) -> Bool {
        guard TypeMask.container.allows(tag: tape.tag(at: index)) else {
            return appliesFamilies(id, index, frame.inner)
        }
        let own = pushMarks(positions: tape.count(of: index), frame)
        defer { popMarks(own) }
        guard appliesFamilies(id, index, own) else { return false }
        for at in tables.nodes[Int(id.index)].unevaluated.range {
            guard acceptsUnmarked(tables.instructions[at], index, own) else { return false }
        }
        if frame.wantsMarks { self.marks.merge(own, into: frame) }
        return true
    }

    private func acceptsUnmarked(_ instruction: Instruction, _ index: Int, _ frame: Frame) -> Bool {
        switch (instruction, tape.tag(at: index)) {
        case (.unevaluatedItems(let node), TapeTag.array): acceptsUnmarked(node, index, valueOffset: 0, frame)
        case (.unevaluatedProperties(let node), TapeTag.object):
            acceptsUnmarked(node, index, valueOffset: 1, frame)
        default: true
        }
    }

    /// `valueOffset` counts the words from a member's key, or from an item, to its value.
    private func acceptsUnmarked(_ node: NodeID, _ index: Int, valueOffset: Int, _ frame: Frame) -> Bool {
        let end = tape.closingIndex(of: index)
        var at = index &+ 1
        var position = 0
        while at < end {
            let value = at &+ valueOffset
            if !self.marks.contains(position, of: frame) {
                guard accepts(node, value, frame.inner) else { return false }
            }
            position &+= 1
            at = tape.indexAfter(value)
        }
        self.marks.insertAll(for: frame)
        return true
    }
}
