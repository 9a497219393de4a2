extension Shape {
    /// Adds all samples of another shape, which is split at the same places.
    ///
    /// - Complexity: O(places of `other`).
    package mutating func join(_ other: Shape) {
        if sampleCount == 0, discriminators.isEmpty { return self = other }
        sampleCount += other.sampleCount
        join(Self.root, of: other, into: Self.root)
    }

    private mutating func join(_ source: Int, of other: Shape, into node: Int) {
        nodes[node].add(other.nodes[source])
        joinTexts(other, other.nodes[source].text, into: node)
        joinNumbers(other, other.nodes[source].number, into: node)
        joinMembers(source, of: other, into: node)
        joinBranches(source, of: other, into: node)
        if other.nodes[source].each >= 0 {
            let each = eachNode(of: node)
            join(Int(other.nodes[source].each), of: other, into: each)
        }
    }

    private mutating func joinTexts(_ other: Shape, _ number: Int32, into node: Int) {
        guard number >= 0 else { return }
        let source = other.texts[Int(number)]
        let slot = textNumber(of: node)
        texts[slot].lengths.add(source.lengths)
        texts[slot].fractions += source.fractions
        for form in 0..<StringForm.count {
            votes[slot * StringForm.count + form] += other.votes[Int(number) * StringForm.count + form]
        }
        if source.isOpenEnded { texts[slot].isOpenEnded = true }
        var value = source.firstValue
        while !texts[slot].isOpenEnded, value >= 0 {
            let known = valueTexts.number(of: Int(value), in: other.valueTexts, ownedBy: slot)
            if known == values.count { appendValue(to: slot) }
            values[known].count += other.values[Int(value)].count
            value = other.values[Int(value)].next
        }
    }

    private mutating func joinNumbers(_ other: Shape, _ number: Int32, into node: Int) {
        guard number >= 0 else { return }
        let slot = numberNumber(of: node)
        numbers[slot].add(other.numbers[Int(number)])
        bigNumbers[Int32(slot)] = NumberTexts.joined(bigNumbers[Int32(slot)], other.bigNumbers[number])
    }

    private mutating func joinMembers(_ source: Int, of other: Shape, into node: Int) {
        if other.nodes[source].isCollapsed, !nodes[node].isCollapsed { collapse(node) }
        for number in other.memberNumbers(of: source) {
            let child = joinedMember(number, of: other, into: node)
            join(Int(other.members[number].node), of: other, into: child)
        }
    }

    private mutating func joinedMember(_ source: Int, of other: Shape, into node: Int) -> Int {
        if nodes[node].isCollapsed { return eachNode(of: node) }
        let number = memberNames.number(of: source, in: other.memberNames, ownedBy: node)
        if number == members.count { appendMember(to: node) }
        members[number].positions += other.members[source].positions
        guard nodes[node].memberCount > Self.maxMembers else { return Int(members[number].node) }
        collapse(node)
        return eachNode(of: node)
    }

    private mutating func joinBranches(_ source: Int, of other: Shape, into node: Int) {
        for number in other.branchNumbers(of: source) {
            let known = branchTexts.number(of: number, in: other.branchTexts, ownedBy: node)
            if known == branches.count { appendBranch(to: node) }
            join(Int(other.branches[number].node), of: other, into: Int(branches[known].node))
        }
    }

    /// No longer tells the members of the objects at a place apart.
    mutating func collapse(_ node: Int) {
        let before = self
        let each = eachNode(of: node)
        for number in before.memberNumbers(of: node) {
            join(Int(before.members[number].node), of: before, into: each)
        }
        nodes[node].isCollapsed = true
        nodes[node].firstMember = -1
        nodes[node].lastMember = -1
        nodes[node].memberCount = 0
    }

    // MARK: Lists

    /// The members of a place, in the order in which they were met.
    func memberNumbers(of node: Int) -> LinkedNumbers<MemberLink> {
        LinkedNumbers(members, first: nodes[node].firstMember)
    }

    /// The branches of a place, the last that was met first.
    func branchNumbers(of node: Int) -> LinkedNumbers<NodeLink> {
        LinkedNumbers(branches, first: nodes[node].firstBranch)
    }

    /// The values of a place of ``texts``; none where they are open-ended.
    func valueNumbers(of slot: Int) -> LinkedNumbers<ValueTally> {
        LinkedNumbers(values, first: texts[slot].isOpenEnded ? -1 : texts[slot].firstValue)
    }
}
