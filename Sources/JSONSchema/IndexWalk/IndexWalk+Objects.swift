internal import JSONCore

extension IndexWalk {
    @inline(never)
    func judgeObject(_ node: Int, _ open: Token, _ depth: Int) -> WalkOutcome {
        let members = tables.nodes[node].members
        var outcome =
            members.isNone || asksNamesLast(node) ? .unjudged : judgeMembers(members.index, open, depth)
        for place in tables.nodes[node].objects.range where outcome.isAccepted {
            outcome = judgeObject(tables.instructions[place], open, depth, outcome)
        }
        return outcome
    }

    /// Whether names are looked for when others have read the object, because nothing else is asked of its members.
    @inline(__always)
    func asksNamesLast(_ node: Int) -> Bool {
        let plan = tables.nodes[node].members
        return !tables.nodes[node].isSimple && !plan.isNone && tables.members[plan.index].onlyRequires
    }

    /// Looks for the names that a plan requires in an object that is JSON and ends where `outcome` says.
    @inline(never)
    func judgeRequired(_ plan: Int, in open: Token, _ outcome: WalkOutcome) -> WalkOutcome {
        let wanted = tables.members[plan].requirements
        var required: UInt64 = 1
        var before = open
        while required != wanted {
            guard text[before] != UInt8(ascii: "}"), text[before.next] == UInt8(ascii: "\"") else {
                count(from: open, to: before)
                return .refused
            }
            guard let name = utf8(before.next) else { return .unknown }
            if let place = tables.find(name, in: tables.members[plan].names) {
                required |= 1 &<< UInt64(tables.names[place].rule.requirement)
            }
            before = pass(before.next.next.next)
        }
        count(from: open, to: before)
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
                return place < 0 && forbids(name, plan) ? .refused : refuse(outcome, key)
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

    /// Whether no member of a name that is not in the plan's table may stand in an object, whatever its value.
    private func forbids(_ name: UTF8View, _ plan: Int) -> Bool {
        tables.nodes[Int(tables.members[plan].additional.index)].types == .none
            && tables.members[plan].patterns.range.allSatisfy { place in
                matches(tables.patternMembers[place].pattern, name) == false
            }
    }

    /// What a member has refused is refused only if no later one takes its place.
    @inline(never)
    func refuse(_ outcome: WalkOutcome, _ key: Token) -> WalkOutcome {
        guard outcome == .refused, mayTry, let name = utf8(key) else { return .unknown }
        var end = pass(key.next.next)
        while text[end] == UInt8(ascii: ",") {
            let later = end.next
            guard text[later] == UInt8(ascii: "\""), text[later.next] == UInt8(ascii: ":"),
                let other = utf8(later), other != name
            else { return .unknown }
            end = pass(later.next.next)
        }
        count(from: key, to: end)
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
        case .maxProperties(let limit): judgeCount(atMost: limit, open, outcome)
        // A key is a token as a string is.
        case .propertyNames(let node): judgeKeys(of: open, outcome) { judge(node, $0, depth &- 1) }
        case .dependentRequired(let dependency):
            judgeDependency(tables.dependencies[dependency], open, outcome)
        case .dependentSchema(let dependency):
            judgeDependent(tables.dependencies[dependency], open, depth, outcome)
        default: .unknown
        }
    }

    private func judgeCount(atMost limit: Int, _ object: Token, _ outcome: WalkOutcome) -> WalkOutcome {
        var count = 0
        return judgeKeys(of: object, outcome) { _ in
            count &+= 1
            return count <= limit ? outcome : .unknown
        }
    }

    private func judgeDependency(
        _ dependency: Dependency,
        _ object: Token,
        _ outcome: WalkOutcome
    ) -> WalkOutcome {
        let trigger = find(dependency.trigger, in: object)
        guard trigger.isAccepted else { return trigger == .refused ? outcome : .unknown }
        for place in dependency.required.range {
            let required = find(place, in: object)
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
        let trigger = find(dependency.trigger, in: object)
        guard trigger.isAccepted else { return trigger == .refused ? outcome : .unknown }
        return judgeAgain(dependency.node, object, depth &- 1, outcome)
    }

    // MARK: Names

    /// Judges each key of an object that is JSON and ends where `outcome` says.
    private func judgeKeys(
        of object: Token,
        _ outcome: WalkOutcome,
        _ judge: (Token) -> WalkOutcome
    ) -> WalkOutcome {
        var before = object
        while text[before] != UInt8(ascii: "}"), text[before.next] == UInt8(ascii: "\"") {
            let name = judge(before.next)
            guard name.isAccepted else { return name }
            before = pass(before.next.next.next)
        }
        return outcome
    }

    /// Accepts up to the first key of the name at that place of the table, and refuses an object without one.
    func find(_ place: Int, in object: Token) -> WalkOutcome {
        var before = object
        while text[before.next] == UInt8(ascii: "\""), text[before.next.next] == UInt8(ascii: ":") {
            guard let name = utf8(before.next) else { return .unknown }
            if tables.isName(place, name) {
                count(from: object, to: before)
                return .accepted(upTo: before.next)
            }
            before = pass(before.next.next.next)
            guard text[before] == UInt8(ascii: ",") else { break }
        }
        count(from: object, to: before)
        return text[before] == UInt8(ascii: "}") || text[before.next] == UInt8(ascii: "}")
            ? .refused : .unknown
    }
}
