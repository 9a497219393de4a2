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

    /// Gives each member's value with its place to `body`.
    func forEachMember(of object: Int, _ tape: Tape, at node: Int, _ body: (Int, Int) -> Void) {
        let end = tape.closingIndex(of: object)
        var key = object + 1
        var expected = Int(nodes[node].firstMember)
        while key < end {
            let name = tape.utf8(at: key)
            var number: Int? = expected >= 0 && memberNames.isText(expected, name) ? expected : nil
            if number == nil, !nodes[node].isCollapsed { number = memberNames.known(name, ownedBy: node) }
            if let number {
                expected = Int(members[number].next)
                body(key + 1, Int(members[number].node))
            } else if nodes[node].each >= 0 {
                body(key + 1, Int(nodes[node].each))
            }
            key = tape.indexAfter(key + 1)
        }
    }
}
