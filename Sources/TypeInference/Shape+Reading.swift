internal import JSONCore

/// Finding the places of values that were observed.
extension Shape {
    /// Where an object is counted: in the branch of its kind, or at the place itself.
    func branchNode(of object: Int, _ tape: Tape, at place: Int) -> Int {
        guard nodes[place].discriminator >= 0 else { return place }
        let name = discriminators[Int(nodes[place].discriminator)]
        let end = tape.closingIndex(of: object)
        var key = object + 1
        while key < end {
            if tape.utf8(at: key) == name {
                guard tape.tag(at: key + 1) == TapeTag.string else { return place }
                let number = branchTexts.known(tape.utf8(at: key + 1), ownedBy: place)
                return number.map { Int(branches[$0].node) } ?? place
            }
            key = tape.indexAfter(key + 1)
        }
        return place
    }

    /// The place of a member's value; nil for one that was not observed.
    ///
    /// Members mostly come in one order: `expected` is the number of the one that comes next, at first that of the place's first.
    func memberNode(_ name: UTF8View, of node: Int, _ expected: inout Int) -> Int? {
        var number: Int? = expected >= 0 && memberNames.isText(expected, name) ? expected : nil
        if number == nil, !nodes[node].isCollapsed { number = memberNames.known(name, ownedBy: node) }
        guard let number else { return nodes[node].each < 0 ? nil : Int(nodes[node].each) }
        expected = Int(members[number].next)
        return Int(members[number].node)
    }
}
