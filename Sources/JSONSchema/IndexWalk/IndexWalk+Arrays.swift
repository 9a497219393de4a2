internal import JSONCore

extension IndexWalk {
    @inline(never)
    func judgeArray(_ node: Int, _ open: Token, _ depth: Int) -> WalkOutcome {
        let items = tables.nodes[node].items
        let counts = tables.nodes[node].itemCounts
        var outcome =
            items == .unasked && counts == .any
            ? .unjudged : judgeItems(.empty, items == .unasked ? .anything : items, open, depth, counts)
        for place in tables.nodes[node].arrays.range where outcome.isAccepted {
            outcome = judgeArray(tables.instructions[place], open, depth, outcome)
        }
        return outcome
    }

    /// Judges the first items by nodes of their own, and those behind them by another.
    @inline(__always)
    private func judgeItems(
        _ prefix: TableSlice,
        _ rest: NodeID,
        _ open: Token,
        _ depth: Int,
        _ counts: CountRange
    ) -> WalkOutcome {
        guard depth > 0 else { return .unknown }
        var count = 0
        var before = open
        if text[open.next] == UInt8(ascii: "]") { before = open.next }
        let (node, decided) = (Int(rest.index), tables.nodes[Int(rest.index)].decided)
        let areNumbers = decided.isSuperset(of: .number)
        while text[before] != UInt8(ascii: "]") {
            let item =
                count < Int(prefix.count)
                ? judge(tables.children[Int(prefix.start) &+ count], before.next, depth &- 1)
                : areNumbers && beginsNumber(text[before.next])
                    ? skipNumber(before.next) : judge(node, decided, before.next, depth &- 1)
            guard item.isAccepted else {
                self.count(from: open, to: before)
                return item
            }
            before = item.end
            count &+= 1
            guard text[before] == UInt8(ascii: ",") || text[before] == UInt8(ascii: "]") else {
                return .unknown
            }
        }
        return counts.contains(count) ? .accepted(upTo: before.next) : .refused
    }

    /// Judges an array by an instruction of its family; `outcome` is what others came to.
    private func judgeArray(
        _ instruction: Instruction,
        _ open: Token,
        _ depth: Int,
        _ outcome: WalkOutcome
    ) -> WalkOutcome {
        switch instruction {
        case .items(let nodes): return judgeItems(nodes, open, depth)
        case .contains(let plan):
            let outcome = complete(outcome, open, depth)
            return outcome.isAccepted ? judgeContains(tables.contains[plan], open, depth, outcome) : outcome
        case .uniqueItems:
            let outcome = complete(outcome, open, depth)
            return outcome.isAccepted && hasDistinctItems(open, outcome.end) ? outcome : .unknown
        case .minItems, .maxItems: return .unknown
        default: return judgeValue(instruction, open, depth, outcome)
        }
    }

    @inline(never)
    private func judgeItems(_ nodes: TableSlice, _ open: Token, _ depth: Int) -> WalkOutcome {
        let prefix = TableSlice(start: nodes.start, count: nodes.count - 1)
        let rest = tables.children[nodes.range.upperBound - 1]
        return judgeItems(prefix, rest == .unasked ? .anything : rest, open, depth, .any)
    }

    /// Looks for as many items as there must be, where there may be any number more.
    private func judgeContains(
        _ plan: ContainsPlan,
        _ open: Token,
        _ depth: Int,
        _ outcome: WalkOutcome
    ) -> WalkOutcome {
        guard plan.maximum == .max else { return .unknown }
        var found = 0
        var before = open
        while found < plan.minimum, text[before] != UInt8(ascii: "]"), text[before.next] != UInt8(ascii: "]")
        {
            if judge(plan.node, before.next, depth &- 1).isAccepted { found &+= 1 }
            before = pass(before.next)
        }
        return found >= plan.minimum ? outcome : .unknown
    }
}
