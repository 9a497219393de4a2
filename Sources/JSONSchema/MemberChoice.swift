/// What tells alternatives for objects apart: a member for which no two of them allow the same string or integer.
struct MemberChoice {
    /// The member's place in the table of names.
    let member: Int

    /// What each branch allows the member to be.
    let values: [(branch: NodeID, values: MemberValues)]

    /// The branches that do not require it.
    let others: [NodeID]

    /// The first such member that an alternative describes, those before others that all alternatives require; nil when there is
    /// none.
    ///
    /// The nodes' families must have been lifted.
    init?(_ branches: ArraySlice<NodeID>, in builder: ProgramBuilder) {
        let candidates = branches.lazy.map { builder.decidingMembers(of: $0) }.first { !$0.isEmpty } ?? []
        let choices = candidates.prefix(Self.maxCandidates).compactMap {
            MemberChoice(member: $0, branches, in: builder)
        }
        guard let choice = choices.first(where: \.others.isEmpty) ?? choices.first else { return nil }
        self = choice
    }

    /// So many members are tried, so that compiling takes linear time.
    private static let maxCandidates = 8

    private init?(member: Int, _ branches: ArraySlice<NodeID>, in builder: ProgramBuilder) {
        self.member = member
        var values: [(branch: NodeID, values: MemberValues)] = []
        var strings: Set<[UInt8]> = []
        var integers: Set<Int64> = []
        for branch in branches {
            guard let allowed = builder.values(ofMember: member, in: branch) else { return nil }
            for place in allowed.strings where !strings.insert(builder.bytes(ofName: place)).inserted {
                return nil
            }
            for integer in allowed.integers where !integers.insert(integer).inserted { return nil }
            values.append((branch, allowed))
        }
        self.values = values
        others = branches.filter { !builder.requires(member, $0) }
    }
}

/// What a member may be, if that is a list of strings and integers; none of them where it may not be there.
struct MemberValues {
    /// Places in the table of names.
    var strings: [Int] = []

    var integers: [Int64] = []
}

extension ProgramBuilder {
    mutating func add(_ choice: MemberChoice, isExclusive: Bool) -> Int {
        let strings = choice.values.flatMap { branch, values in
            values.strings.map {
                NameEntry(key: names[$0].key, text: names[$0].text, rule: MemberRule(node: branch))
            }
        }
        let integers = choice.values.flatMap { branch, values in
            values.integers.map { IntegerEntry(value: $0, branch: branch) }
        }
        return add(
            Choice(
                member: choice.member,
                strings: add(names: strings),
                integers: add(integers),
                others: add(children: choice.others),
                branches: add(children: choice.values.map(\.branch)),
                isExclusive: isExclusive
            )
        )
    }

    /// The members that a node describes by the values they may be.
    fileprivate func decidingMembers(of id: NodeID) -> [Int] {
        guard !self[id].members.isNone else { return [] }
        return members[self[id].members.index].names.entries.range.filter { place in
            names[place].rule.isDescribed && enumeratedValues(names[place].rule.node) != nil
        }
    }

    /// What a member of a node's objects may be; nil when it may be something else than strings and integers.
    fileprivate func values(ofMember member: Int, in id: NodeID) -> MemberValues? {
        ownValues(ofMember: member, in: id) ?? values(ofMember: member, inAlternativesOf: id)
    }

    private func ownValues(ofMember member: Int, in id: NodeID) -> MemberValues? {
        if !self[id].members.isNone {
            let plan = members[self[id].members.index]
            if let place = place(of: names[member], in: plan.names) {
                if names[place].rule.isDescribed { return enumeratedValues(names[place].rule.node) }
            } else if forbidsOthers(plan, than: names[member]) {
                return MemberValues()
            }
        }
        return nil
    }

    /// Those of all alternatives together, so that a choice may lead to another; of one level only, so that compiling takes linear
    /// time.
    private func values(ofMember member: Int, inAlternativesOf id: NodeID) -> MemberValues? {
        for at in [self[id].values.range, self[id].objects.range].joined() {
            guard let branches = alternatives(of: instructions[at]) else { continue }
            let values = branches.compactMap { ownValues(ofMember: member, in: $0) }
            guard values.count == branches.count else { continue }
            return MemberValues(strings: values.flatMap(\.strings), integers: values.flatMap(\.integers))
        }
        return nil
    }

    /// Whether a plan allows no member of a name that is not in its table.
    private func forbidsOthers(_ plan: MemberPlan, than name: NameEntry) -> Bool {
        guard self[plan.additional].types == .none, let first = bytes(of: name).first else { return false }
        return patternMembers[plan.patterns.range].allSatisfy {
            !patterns[$0.pattern].mayMatch(textBeginningWith: first)
        }
    }

    private func enumeratedValues(_ id: NodeID) -> MemberValues? {
        switch self[id].types {
        case .string:
            let values = self[id].strings.range.lazy.compactMap { enumeration(of: instructions[$0]) }.first
            return values.map { MemberValues(strings: Array($0.strings.entries.range)) }
        case .number:
            let values = self[id].numbers.range.lazy.compactMap { enumeration(of: instructions[$0]) }.first
            return values.flatMap { onlyIntegers(of: $0) }.map { MemberValues(integers: $0) }
        default: return nil
        }
    }

    fileprivate func requires(_ member: Int, _ id: NodeID) -> Bool {
        guard !self[id].members.isNone else { return false }
        let place = place(of: names[member], in: members[self[id].members.index].names)
        return place.map { names[$0].rule.isRequired } ?? false
    }
}
