/// What tells alternatives for objects apart: a member for which no two of them allow the same string.
struct MemberChoice {
    /// The member's place in the table of names.
    let member: Int

    /// What each branch allows the member to be; empty where it may not be there.
    let strings: [(branch: NodeID, places: [Int])]

    /// The branches that do not require it.
    let others: [NodeID]

    /// The first such member that an alternative describes, those before others that all alternatives require; nil when there is
    /// none.
    ///
    /// The nodes' families must have been lifted.
    init?(_ branches: ArraySlice<NodeID>, in builder: ProgramBuilder) {
        let candidates = branches.lazy.map { builder.stringMembers(of: $0) }.first { !$0.isEmpty } ?? []
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
        var strings: [(branch: NodeID, places: [Int])] = []
        var seen: Set<[UInt8]> = []
        for branch in branches {
            guard let places = builder.strings(ofMember: member, in: branch) else { return nil }
            for place in places where !seen.insert(builder.bytes(ofName: place)).inserted { return nil }
            strings.append((branch, places))
        }
        self.strings = strings
        others = branches.filter { !builder.requires(member, $0) }
    }
}

extension ProgramBuilder {
    mutating func add(_ choice: MemberChoice, isExclusive: Bool) -> Int {
        let entries = choice.strings.flatMap { branch, places in
            places.map { NameEntry(key: names[$0].key, text: names[$0].text, rule: MemberRule(node: branch)) }
        }
        return add(
            Choice(
                member: choice.member,
                values: add(names: entries),
                others: add(children: choice.others),
                isExclusive: isExclusive
            )
        )
    }

    /// The members that a node describes by the strings they may be.
    fileprivate func stringMembers(of id: NodeID) -> [Int] {
        guard !self[id].members.isNone else { return [] }
        return members[self[id].members.index].names.entries.range.filter { place in
            names[place].rule.isDescribed && enumeratedStrings(names[place].rule.node) != nil
        }
    }

    /// The places of the strings that a member of a node's objects may be: none when it may not be there, nil when it may be
    /// something else.
    fileprivate func strings(ofMember member: Int, in id: NodeID) -> [Int]? {
        ownStrings(ofMember: member, in: id) ?? strings(ofMember: member, inAlternativesOf: id)
    }

    private func ownStrings(ofMember member: Int, in id: NodeID) -> [Int]? {
        if !self[id].members.isNone {
            let plan = members[self[id].members.index]
            if let place = place(of: names[member], in: plan.names) {
                if names[place].rule.isDescribed, let places = enumeratedStrings(names[place].rule.node) {
                    return Array(places)
                }
            } else if forbidsOthers(plan, than: names[member]) {
                return []
            }
        }
        return nil
    }

    /// Those of all alternatives together, so that a choice may lead to another; of one level only, so that compiling takes linear
    /// time.
    private func strings(ofMember member: Int, inAlternativesOf id: NodeID) -> [Int]? {
        for at in [self[id].values.range, self[id].objects.range].joined() {
            guard let branches = alternatives(of: instructions[at]) else { continue }
            let places = branches.map { ownStrings(ofMember: member, in: $0) }
            if places.allSatisfy({ $0 != nil }) { return places.flatMap { $0 ?? [] } }
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

    private func enumeratedStrings(_ id: NodeID) -> Range<Int>? {
        guard self[id].types == .string else { return nil }
        for at in self[id].strings.range {
            if let values = enumeration(of: instructions[at]) { return values.strings.entries.range }
        }
        return nil
    }

    fileprivate func requires(_ member: Int, _ id: NodeID) -> Bool {
        guard !self[id].members.isNone else { return false }
        let place = place(of: names[member], in: members[self[id].members.index].names)
        return place.map { names[$0].rule.isRequired } ?? false
    }
}
