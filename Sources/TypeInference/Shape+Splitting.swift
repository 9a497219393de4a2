package import JSONCore

extension Shape {
    /// Keeps the objects at a place apart by the string under one of their members.
    ///
    /// Places above are split first.
    ///
    /// - Parameters:
    ///   - path: as in a profile: `/data/blocks/*`, `/data/blocks/[blockCode=X]/resources/*`.
    ///   - member: the member's name.
    /// - Precondition: nothing was observed yet.
    package mutating func split(at path: JSONPointer, by member: String) {
        precondition(sampleCount == 0, "a place is split before samples are seen")
        split(path.tokens.reduce(Self.root) { child(of: $0, $1) }, by: member)
    }

    /// A shape of nothing that is split where this one is, and at other places, outer ones first.
    ///
    /// - Parameter members: the members that tell objects apart, by place.
    /// - Returns: the new shape, with fewer places than this one.
    func resplit(_ members: [Int: String]) -> Shape {
        var shape = Shape()
        shape.split(Self.root, like: self, Self.root, members)
        return shape
    }

    private mutating func split(_ node: Int, like other: Shape, _ place: Int, _ members: [Int: String]) {
        if let member = members[place] { return split(node, by: member) }
        if other.nodes[place].discriminator >= 0 {
            split(node, by: other.discriminators[Int(other.nodes[place].discriminator)])
        }
        guard other.isSplit(at: place, members) else { return }
        for number in other.memberNumbers(of: place) {
            let child = Int(other.members[number].node)
            guard other.isSplit(at: child, members) else { continue }
            let known = memberNames.number(of: number, in: other.memberNames, ownedBy: node)
            if known == self.members.count { appendMember(to: node) }
            split(Int(self.members[known].node), like: other, child, members)
        }
        for number in other.branchNumbers(of: place) {
            let known = branchTexts.number(of: number, in: other.branchTexts, ownedBy: node)
            if known == branches.count { appendBranch(to: node) }
            split(Int(branches[known].node), like: other, Int(other.branches[number].node), members)
        }
        if other.nodes[place].each >= 0 {
            split(eachNode(of: node), like: other, Int(other.nodes[place].each), members)
        }
    }

    /// Whether a place, or one below it, is split or will be.
    private func isSplit(at node: Int, _ places: [Int: String]) -> Bool {
        if places[node] != nil || nodes[node].discriminator >= 0 { return true }
        if nodes[node].each >= 0, isSplit(at: Int(nodes[node].each), places) { return true }
        return memberNumbers(of: node).contains { isSplit(at: Int(members[$0].node), places) }
            || branchNumbers(of: node).contains { isSplit(at: Int(branches[$0].node), places) }
    }

    private mutating func split(_ node: Int, by member: String) {
        nodes[node].discriminator = Int32(discriminators.count)
        discriminators.append(member)
    }

    private mutating func child(of node: Int, _ token: String) -> Int {
        if token == "*" { return eachNode(of: node) }
        guard let value = ProfilePath.branch(token[...])?.value else {
            return JSONDocument.withUTF8(of: token) { memberNode($0, of: node) }
        }
        // In a path, a branch of elements stands in the place of `*`.
        let split = nodes[node].discriminator < 0 ? eachNode(of: node) : node
        return JSONDocument.withUTF8(of: value) { branchNode($0, of: split) }
    }
}
