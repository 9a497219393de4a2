internal import JSONCore

extension IndexWalk {
    @inline(never)
    func judgeObject(_ node: Int, _ open: Token, _ depth: Int) -> WalkOutcome {
        let members = tables.nodes[node].members
        var outcome = members.isNone ? .unjudged : judgeMembers(members.index, open, depth)
        for place in tables.nodes[node].objects.range where outcome.isAccepted {
            outcome = judgeObject(tables.instructions[place], open, depth, outcome)
        }
        return outcome
    }

    /// One loop for types, closedness and required names, as in the evaluator.
    @inline(never)
    func judgeMembers(_ plan: Int, _ open: Token, _ depth: Int) -> WalkOutcome {
        guard depth > 0 else { return .unknown }
        var key = open.next
        if text[key] == UInt8(ascii: "}") { return judgeRequired(plan, 1, key.next) }
        var last = tables.members[plan].names.end
        var required: UInt64 = 1
        while text[key] == UInt8(ascii: "\""), text[key.next] == UInt8(ascii: ":"), let name = utf8(key) {
            var place = tables.order.successor(of: last)
            if !tables.isName(place, name) { place = tables.look(up: name, inPlan: plan, after: last) &- 1 }
            let outcome: WalkOutcome
            if place >= 0 {
                last = place
                required |= 1 &<< UInt64(tables.names[place].rule.requirement)
                outcome = judgeNamed(plan, place, key, depth &- 1)
            } else {
                outcome = judgeOther(plan, key, name, depth &- 1)
            }
            guard outcome.isAccepted else {
                count(from: open, to: key)
                return refuse(outcome, key, depth)
            }
            switch text[outcome.end] {
            case UInt8(ascii: ","): key = outcome.end.next
            case UInt8(ascii: "}"): return judgeRequired(plan, required, outcome.end.next)
            default: return .unknown
            }
        }
        return .unknown
    }

    private func judgeRequired(_ plan: Int, _ required: UInt64, _ end: Token) -> WalkOutcome {
        let wanted = tables.members[plan].requirements
        if required == wanted { return .accepted(upTo: end) }
        return wanted == 0 ? .unknown : .refused
    }

    /// A member whose name is in the plan's table.
    @inline(__always)
    private func judgeNamed(_ plan: Int, _ place: Int, _ key: Token, _ depth: Int) -> WalkOutcome {
        let node = Int(tables.names[place].rule.node.index)
        let decided = tables.names[place].rule.decided
        let outcome = judge(node, decided, key.next.next, depth)
        guard outcome.isAccepted, tables.names[place].rule.mayMatchPattern else { return outcome }
        return judgePatterned(plan, key, depth, outcome, isDescribed: tables.names[place].rule.isDescribed)
    }

    @inline(never)
    private func judgeOther(_ plan: Int, _ key: Token, _ name: UTF8View, _ depth: Int) -> WalkOutcome {
        guard tables.members[plan].patterns.isEmpty else {
            return judgePatterned(plan, key, depth, .unknown, isDescribed: false)
        }
        return judge(tables.members[plan].additional, key.next.next, depth)
    }

    /// What patterns ask of a member, and `additionalProperties` if nothing describes it; `outcome` is what its name's own rule came
    /// to.
    @inline(never)
    private func judgePatterned(
        _ plan: Int,
        _ key: Token,
        _ depth: Int,
        _ outcome: WalkOutcome,
        isDescribed: Bool
    ) -> WalkOutcome {
        guard let name = utf8(key) else { return .unknown }
        var (outcome, isDescribed) = (outcome, isDescribed)
        for place in tables.members[plan].patterns.range {
            let member = tables.patternMembers[place]
            guard let matches = matches(member.pattern, name) else { return .unknown }
            guard matches else { continue }
            isDescribed = true
            outcome = judge(member.node, key.next.next, depth)
            guard outcome.isAccepted else { return outcome }
        }
        return isDescribed ? outcome : judge(tables.members[plan].additional, key.next.next, depth)
    }

    // MARK: Refusing

    /// What a member has refused is refused only if no later one takes its place.
    @inline(never)
    func refuse(_ outcome: WalkOutcome, _ key: Token, _ depth: Int) -> WalkOutcome {
        guard outcome == .refused, mayTry, let name = utf8(key) else { return .unknown }
        var value = skip(key.next.next, depth &- 1)
        while value.isAccepted, text[value.end] == UInt8(ascii: ",") {
            let later = value.end.next
            guard text[later] == UInt8(ascii: "\""), text[later.next] == UInt8(ascii: ":"),
                let other = utf8(later), other != name
            else { return .unknown }
            value = skip(later.next.next, depth &- 1)
        }
        guard value.isAccepted else { return .unknown }
        count(from: key, to: value.end)
        return .refused
    }

    // MARK: Instructions

    /// Judges an object by an instruction of its family; `outcome` is what others came to.
    private func judgeObject(
        _ instruction: Instruction,
        _ open: Token,
        _ depth: Int,
        _ outcome: WalkOutcome
    ) -> WalkOutcome {
        switch instruction {
        case .members(let plan): return judgeMembers(plan, open, depth)
        case .minProperties, .maxProperties, .propertyNames, .dependentRequired, .dependentSchema:
            let outcome = complete(outcome, open, depth)
            return outcome.isAccepted ? judgeNames(instruction, open, depth, outcome) : outcome
        default: return judgeValue(instruction, open, depth, outcome)
        }
    }

    /// Judges an object that is JSON and ends where `outcome` says by what asks for the names in it.
    private func judgeNames(
        _ instruction: Instruction,
        _ open: Token,
        _ depth: Int,
        _ outcome: WalkOutcome
    ) -> WalkOutcome {
        switch instruction {
        // Of more than one it is not known whether they are distinct.
        case .minProperties(let limit):
            limit > 1 ? .unknown : limit == 1 && open.next.next == outcome.end ? .refused : outcome
        case .maxProperties(let limit): judgeCount(atMost: limit, open, depth, outcome)
        // A key is a token as a string is.
        case .propertyNames(let node): judgeKeys(of: open, depth, outcome) { judge(node, $0, depth &- 1) }
        case .dependentRequired(let dependency):
            judgeDependency(tables.dependencies[dependency], open, depth, outcome)
        case .dependentSchema(let dependency):
            judgeDependent(tables.dependencies[dependency], open, depth, outcome)
        default: .unknown
        }
    }

    private func judgeCount(
        atMost limit: Int,
        _ object: Token,
        _ depth: Int,
        _ outcome: WalkOutcome
    ) -> WalkOutcome {
        var count = 0
        return judgeKeys(of: object, depth, outcome) { _ in
            count &+= 1
            return count <= limit ? outcome : .unknown
        }
    }

    private func judgeDependency(
        _ dependency: Dependency,
        _ object: Token,
        _ depth: Int,
        _ outcome: WalkOutcome
    ) -> WalkOutcome {
        let trigger = find(dependency.trigger, in: object, depth)
        guard trigger.isAccepted else { return trigger == .refused ? outcome : .unknown }
        for place in dependency.required.range {
            let required = find(place, in: object, depth)
            guard required.isAccepted else { return required }
        }
        return outcome
    }

    private func judgeDependent(
        _ dependency: Dependency,
        _ object: Token,
        _ depth: Int,
        _ outcome: WalkOutcome
    ) -> WalkOutcome {
        let trigger = find(dependency.trigger, in: object, depth)
        guard trigger.isAccepted else { return trigger == .refused ? outcome : .unknown }
        return judge(dependency.node, object, depth &- 1)
    }

    // MARK: Names

    /// Judges each key of an object that is JSON and ends where `outcome` says.
    private func judgeKeys(
        of object: Token,
        _ depth: Int,
        _ outcome: WalkOutcome,
        _ judge: (Token) -> WalkOutcome
    ) -> WalkOutcome {
        var before = object
        while text[before] != UInt8(ascii: "}"), text[before.next] == UInt8(ascii: "\"") {
            let name = judge(before.next)
            guard name.isAccepted else { return name }
            let value = skip(before.next.next.next, depth &- 1)
            guard value.isAccepted else { return .unknown }
            before = value.end
        }
        return outcome
    }

    /// Accepts up to the first key of the name at that place of the table, and refuses an object without one.
    func find(_ place: Int, in object: Token, _ depth: Int) -> WalkOutcome {
        var before = object
        while text[before.next] == UInt8(ascii: "\""), let name = utf8(before.next) {
            if tables.isName(place, name) {
                count(from: object, to: before)
                return .accepted(upTo: before.next)
            }
            let value = skip(before.next.next.next, depth &- 1)
            guard value.isAccepted else { return .unknown }
            before = value.end
            guard text[before] == UInt8(ascii: ",") else { break }
        }
        count(from: object, to: before)
        return text[before] == UInt8(ascii: "}") || text[before.next] == UInt8(ascii: "}")
            ? .refused : .unknown
    }
}
