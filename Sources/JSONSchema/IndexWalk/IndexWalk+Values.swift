internal import JSONCore

/// What is asked of values of all types.
extension IndexWalk {
    /// Judges a value by each instruction of a run; `outcome` is what others came to.
    @inline(__always)
    func judgeValue(_ run: TableSlice, _ at: Token, _ depth: Int, _ outcome: WalkOutcome) -> WalkOutcome {
        var outcome = outcome
        for place in run.range where outcome.isAccepted {
            outcome = judgeValue(tables.instructions[place], at, depth, outcome)
        }
        return outcome
    }

    @inline(never)
    func judgeValue(
        _ instruction: Instruction,
        _ at: Token,
        _ depth: Int,
        _ outcome: WalkOutcome
    ) -> WalkOutcome {
        switch instruction {
        case .constant(let enumeration), .enumeration(let enumeration):
            judgeMembership(tables.enumerations[enumeration], at, outcome)
        case .choice(let choice): judgeChosen(tables.choices[choice], at, depth, outcome)
        case .reference(let node), .dynamicReference(let node): judgeAgain(node, at, depth &- 1, outcome)
        case .allOf(let nodes): judgeEach(nodes, at, depth, outcome)
        case .anyOf(let nodes): judgeAny(nodes, at, depth, outcome)
        case .oneOf(let nodes): judgeOne(nodes, at, depth, outcome)
        case .not(let node): judgeNot(node, at, depth, outcome)
        case .conditional(let nodes): judgeConditionally(nodes, at, depth, outcome)
        default: .unknown
        }
    }

    /// Judges a value by one more node; `outcome` is what others came to.
    @inline(__always)
    func judgeAgain(_ id: NodeID, _ at: Token, _ depth: Int, _ outcome: WalkOutcome) -> WalkOutcome {
        let plan = tables.nodes[Int(id.index)].onlyMembers
        guard outcome != .unjudged, !plan.isNone, text[at] == UInt8(ascii: "{"),
            tables.nodes[Int(id.index)].types.allows(tag: TapeTag.object),
            tables.members[plan.index].onlyRequires
        else { return judge(id, at, depth) }
        return judgeRequired(plan.index, in: at, outcome)
    }

    private func judgeMembership(
        _ enumeration: Enumeration,
        _ at: Token,
        _ outcome: WalkOutcome
    ) -> WalkOutcome {
        switch text[at] {
        case UInt8(ascii: "\""):
            guard let text = utf8(at) else { return .unknown }
            return tables.isMember(text, of: enumeration) ? outcome : .refused
        case TapeTag.true, TapeTag.false, TapeTag.null:
            return enumeration.otherTypes.allows(tag: text[at]) ? outcome : .refused
        case TapeTag.array, TapeTag.object:
            return enumeration.otherTypes.allows(tag: text[at]) ? .unknown : .refused
        default:
            guard let value = integer(at) else {
                return enumeration.otherTypes.isDisjoint(with: .number) ? .refused : .unknown
            }
            return tables.place(of: value, in: enumeration.integers) == nil ? .refused : outcome
        }
    }

    /// The value of a number that is written as an integer of up to 18 digits.
    func integer(_ at: Token) -> Int64? {
        guard let number = scanNumber(at), number.isInteger, endOfScalar(at, number.end).isAccepted else {
            return nil
        }
        return integer(number, from: at.offset)
    }

    private func judgeEach(
        _ nodes: TableSlice,
        _ at: Token,
        _ depth: Int,
        _ outcome: WalkOutcome
    ) -> WalkOutcome {
        var outcome = outcome
        for place in nodes.range where outcome.isAccepted && mayTry {
            outcome = judgeAgain(tables.children[place], at, depth &- 1, outcome)
            count(at, outcome)
        }
        return mayTry ? outcome : .unknown
    }

    /// Counts a value that others will read again.
    private func count(_ at: Token, _ outcome: WalkOutcome) {
        if outcome.isAccepted { count(from: at, to: outcome.end) }
    }

    private func judgeAny(
        _ nodes: TableSlice,
        _ at: Token,
        _ depth: Int,
        _ outcome: WalkOutcome
    ) -> WalkOutcome {
        var refusal = WalkOutcome.refused
        for place in nodes.range {
            guard mayTry else { return .unknown }
            let branch = judgeAgain(tables.children[place], at, depth &- 1, outcome)
            if branch.isAccepted { return branch }
            if branch == .unknown { refusal = .unknown }
        }
        return refusal
    }

    private func judgeOne(
        _ nodes: TableSlice,
        _ at: Token,
        _ depth: Int,
        _ outcome: WalkOutcome
    ) -> WalkOutcome {
        var (outcome, isFound) = (outcome, false)
        for place in nodes.range {
            guard mayTry else { return .unknown }
            let branch = judgeAgain(tables.children[place], at, depth &- 1, outcome)
            if branch == .unknown { return .unknown }
            if branch.isAccepted {
                count(at, branch)
                guard !isFound else { return .refused }
                (outcome, isFound) = (branch, true)
            }
        }
        return isFound ? outcome : .refused
    }

    private func judgeNot(_ node: NodeID, _ at: Token, _ depth: Int, _ outcome: WalkOutcome) -> WalkOutcome {
        guard mayTry else { return .unknown }
        let inner = judgeAgain(node, at, depth &- 1, outcome)
        count(at, inner)
        return inner == .refused ? outcome : inner.isAccepted ? .refused : .unknown
    }

    /// Asks the one branch that allows what the deciding member says.
    private func judgeChosen(
        _ choice: Choice,
        _ at: Token,
        _ depth: Int,
        _ outcome: WalkOutcome
    ) -> WalkOutcome {
        guard text[at] == UInt8(ascii: "{") else { return .refused }
        guard mayTry else { return .unknown }
        let key = find(choice.member, in: at)
        guard key.isAccepted else {
            guard key == .refused else { return .unknown }
            return choice.isExclusive
                ? judgeOne(choice.others, at, depth, outcome) : judgeAny(choice.others, at, depth, outcome)
        }
        guard let branch = branch(of: choice, for: key.end.next.next) else { return .unknown }
        // The branch accepts no other member of this name that leads to another branch.
        let outcome = judge(branch, at, depth &- 1)
        return outcome.isAccepted ? outcome : refuse(outcome, key.end)
    }

    private func branch(of choice: Choice, for value: Token) -> NodeID? {
        guard text[value] == UInt8(ascii: "\"") else {
            let place = integer(value).flatMap { tables.place(of: $0, in: choice.integers) }
            return place.map { tables.integers[$0].branch }
        }
        let place = utf8(value).flatMap { tables.find($0, in: choice.strings) }
        return place.map { tables.names[$0].rule.node }
    }

    private func judgeConditionally(
        _ nodes: TableSlice,
        _ at: Token,
        _ depth: Int,
        _ outcome: WalkOutcome
    ) -> WalkOutcome {
        guard mayTry else { return .unknown }
        let condition = judgeAgain(tables.children[Int(nodes.start)], at, depth &- 1, outcome)
        guard condition != .unknown else { return .unknown }
        count(at, condition)
        let branch = Int(nodes.start) &+ (condition.isAccepted ? 1 : 2)
        return judgeAgain(tables.children[branch], at, depth &- 1, condition.isAccepted ? condition : outcome)
    }
}
