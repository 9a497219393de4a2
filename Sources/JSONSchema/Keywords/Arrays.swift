internal import JSONCore

extension SchemaCompiler {
    mutating func compileArrays(_ schema: SchemaObject, into draft: inout NodeDraft) {
        if let limit = count(.minItems, of: schema), limit > 0 { draft.arrays.append(.minItems(limit)) }
        if let limit = count(.maxItems, of: schema) { draft.arrays.append(.maxItems(limit)) }
        compileItems(schema, into: &draft)
        compileContains(schema, into: &draft)
        guard let unique = schema[.uniqueItems] else { return }
        guard let isWanted = unique.bool else {
            return malformed(.uniqueItems, expected: "a boolean", unique, in: schema)
        }
        if isWanted { draft.arrays.append(.uniqueItems) }
    }

    private mutating func compileItems(_ schema: SchemaObject, into draft: inout NodeDraft) {
        let isList = schema.dialect.itemsMayBeList && schema[.items]?.kind == .array
        let prefix = children(isList ? .items : .prefixItems, of: schema)
        let rest = child(isList ? .additionalItems : .items, of: schema)
        guard prefix != nil || rest != nil else { return }
        draft.arrays.append(.items(builder.add(children: (prefix ?? []) + [rest ?? .unasked])))
    }

    private mutating func compileContains(_ schema: SchemaObject, into draft: inout NodeDraft) {
        let minimum = count(.minContains, of: schema)
        let maximum = count(.maxContains, of: schema)
        guard let node = child(.contains, of: schema) else { return }
        let plan = ContainsPlan(
            node: node,
            minimum: minimum ?? 1,
            maximum: maximum ?? .max,
            evaluates: schema.dialect.containsEvaluates
        )
        draft.arrays.append(.contains(builder.add(plan)))
    }
}

extension Evaluation {
    @inline(never)
    func acceptsArray(_ node: Int, _ index: Int, _ frame: Frame) -> Bool {
        guard tables.nodes[node].itemCounts.contains(tape.count(of: index)),
            tables.nodes[node].arrays.isEmpty || runArrays(tables.nodes[node].arrays, index, frame)
        else { return false }
        let items = tables.nodes[node].items
        guard items != .unasked else { return true }
        count((tape.closingIndex(of: index) &- index) / 32)
        if frame.wantsMarks { self.marks.insertAll(for: frame) }
        return acceptsAll(items, from: index &+ 1, to: tape.closingIndex(of: index), frame.inner)
    }

    @inline(never)
    private func runArrays(_ run: TableSlice, _ index: Int, _ frame: Frame) -> Bool {
        guard !frame.isExhausted else { return isTooDeep() }
        for at in run.range where !acceptsArray(tables.instructions[at], index, frame) { return false }
        return true
    }

    private func acceptsArray(_ instruction: Instruction, _ index: Int, _ frame: Frame) -> Bool {
        switch instruction {
        case .minItems(let limit): tape.count(of: index) >= limit
        case .maxItems(let limit): tape.count(of: index) <= limit
        case .items(let nodes): acceptsItems(nodes, index, frame)
        case .contains(let plan): containsEnough(tables.contains[plan], index, frame)
        case .uniqueItems:
            mayGoOn(counting: (tape.closingIndex(of: index) &- index) / 4) && firstRepetition(index) == nil
        default: acceptsValue(instruction, index, frame)
        }
    }

    private func acceptsItems(_ nodes: TableSlice, _ index: Int, _ frame: Frame) -> Bool {
        let end = tape.closingIndex(of: index)
        var at = index &+ 1
        var child = Int(nodes.start)
        let rest = child &+ Int(nodes.count) &- 1
        while at < end, child < rest {
            guard accepts(tables.children[child], at, frame.inner) else { return false }
            if frame.wantsMarks { self.marks.insert(child &- Int(nodes.start), for: frame) }
            at = tape.indexAfter(at)
            child &+= 1
        }
        let node = tables.children[rest]
        guard node != .unasked else { return true }
        guard acceptsAll(node, from: at, to: end, frame.inner) else { return false }
        if frame.wantsMarks { self.marks.insertAll(for: frame) }
        return true
    }

    /// Whether the items from one index to another conform; the frame is theirs.
    @inline(never)
    private func acceptsAll(_ id: NodeID, from start: Int, to end: Int, _ frame: Frame) -> Bool {
        let node = Int(id.index)
        let types = tables.nodes[node].types
        let decided = tables.nodes[node].decided
        if types.isSubset(of: decided) { return haveTypes(types, from: start, to: end) }
        if tables.nodes[node].isRow { return areRows(node, from: start, to: end) }
        guard !frame.isExhausted else { return isTooDeep() }
        let plan = tables.nodes[node].onlyMembers
        var at = start
        while at < end {
            let tag = tape.tag(at: at)
            if !decided.allows(tag: tag) {
                guard types.allows(tag: tag),
                    tag == TapeTag.object && !plan.isNone
                        ? acceptsMembers(plan.index, at, frame) : applies(id, at, frame)
                else { return false }
            }
            at = tape.indexAfter(at)
        }
        return true
    }

    /// Arrays whose items are asked for their types alone, such as coordinates, without a call for each.
    private func areRows(_ node: Int, from start: Int, to end: Int) -> Bool {
        let counts = tables.nodes[node].itemCounts
        let types = tables.nodes[Int(tables.nodes[node].items.index)].types
        var at = start
        while at < end {
            guard tape.tag(at: at) == TapeTag.array, counts.contains(tape.count(of: at)) else { return false }
            let close = tape.closingIndex(of: at)
            guard haveTypes(types, from: at &+ 1, to: close) else { return false }
            at = close &+ 1
        }
        return true
    }

    /// Numbers take two words and other scalars one, so that an array of one kind is scanned without looking where each ends.
    @inline(__always)
    private func haveTypes(_ types: TypeMask, from start: Int, to end: Int) -> Bool {
        var at = start
        if types.isSubset(of: .number) {
            while at < end, types.allows(tag: tape.tag(at: at)) { at &+= 2 }
        } else {
            while at < end, types.allows(tag: tape.tag(at: at)) { at = tape.indexAfter(at) }
        }
        return at >= end
    }

    private func containsEnough(_ plan: ContainsPlan, _ index: Int, _ frame: Frame) -> Bool {
        let wantsMarks = plan.evaluates && frame.wantsMarks
        let stop = wantsMarks || plan.maximum < .max ? .max : plan.minimum
        guard mayGoOn(counting: tape.count(of: index) / 8) else { return false }
        let count = countItems(plan.node, index, wantsMarks ? frame : frame.inner, upTo: stop)
        return count >= plan.minimum && count <= plan.maximum
    }

    /// How many items conform, counted until `stop` are found.
    func countItems(_ node: NodeID, _ index: Int, _ frame: Frame, upTo stop: Int = .max) -> Int {
        let end = tape.closingIndex(of: index)
        var at = index &+ 1
        var position = 0
        var found = 0
        while at < end, found < stop {
            if accepts(node, at, frame.inner) {
                found &+= 1
                if frame.wantsMarks { self.marks.insert(position, for: frame) }
            }
            at = tape.indexAfter(at)
            position &+= 1
        }
        return found
    }

    // MARK: uniqueItems

    /// The tape indices of the first item that equals an earlier one, and of that one.
    ///
    /// - Complexity: O(size of the array): few items are compared by pairs, many through a table of their hashes.
    func firstRepetition(_ index: Int) -> (earlier: Int, later: Int)? {
        let count = tape.count(of: index)
        guard count > 1 else { return nil }
        return withDocument { document, _ in
            count <= 8
                ? firstEqualPair(in: document, index)
                : firstRepetition(in: document, index, count: count)
        }
    }

    private func firstEqualPair(in document: JSONDocument, _ index: Int) -> (earlier: Int, later: Int)? {
        let end = tape.closingIndex(of: index)
        var later = tape.indexAfter(index &+ 1)
        while later < end {
            var earlier = index &+ 1
            while earlier < later {
                if document.value(at: earlier, equals: document, at: later) { return (earlier, later) }
                earlier = tape.indexAfter(earlier)
            }
            later = tape.indexAfter(later)
        }
        return nil
    }

    private func firstRepetition(
        in document: JSONDocument,
        _ index: Int,
        count: Int
    ) -> (earlier: Int, later: Int)? {
        var mask = 15
        while mask < 2 * count { mask = mask << 1 | 1 }
        return unsafe withUnsafeTemporaryAllocation(of: (hash: UInt64, index: Int).self, capacity: mask + 1) {
            slots in
            unsafe slots.initialize(repeating: (hash: 0, index: 0))
            let end = tape.closingIndex(of: index)
            var hashes = StructuralHash(document)
            var at = index + 1
            while at < end {
                let hash = hashes.value(at: at)
                var slot = Int(truncatingIfNeeded: hash) & mask
                while unsafe slots[slot].index > 0 {
                    let known = unsafe slots[slot]
                    if known.hash == hash, document.value(at: known.index, equals: document, at: at) {
                        return (known.index, at)
                    }
                    slot = (slot + 1) & mask
                }
                unsafe slots[slot] = (hash, at)
                at = tape.indexAfter(at)
            }
            return nil
        }
    }
}
