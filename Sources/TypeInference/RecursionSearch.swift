/// Finds types that hold themselves: comments with replies, folders in folders, lists of lists.
///
/// A place is of the type of one above it when both have mostly the same members, of kinds that go together, and it also has
/// the member that leads down to it. Objects with few members tell little: with one, the same step must be taken four times.
struct RecursionSearch {
    let places: Places

    /// The places around the one at hand, from the root down.
    private var outer: [Ancestor] = []

    /// How many of those were left by a member of that name.
    private var stepCounts: [Int]

    private struct Ancestor {
        let node: Int

        /// The name of the member that was entered from here; nil for elements.
        var step: Int?
    }

    /// Lists in lists deeper than this are one type.
    private static let greatestListDepth = 4

    /// Places further above are not compared.
    private static let greatestDistance = 24

    init(_ places: Places) {
        self.places = places
        stepCounts = Array(repeating: 0, count: places.names.count)
        visit(Shape.root, listDepth: 0)
    }

    private mutating func visit(_ node: Int, listDepth: Int) {
        let members = places.memberLinks(of: node)
        // Without a step on the way here that could be taken again, there is nothing to compare.
        if members.contains(where: { stepCounts[$0.name] > 0 }) { compare(node, Set(members.map(\.name))) }
        outer.append(Ancestor(node: node))
        for member in members {
            outer[outer.count - 1].step = member.name
            stepCounts[member.name] += 1
            visit(member.node, listDepth: 0)
            stepCounts[member.name] -= 1
        }
        outer[outer.count - 1].step = nil
        for number in places.shape.branchNumbers(of: node) {
            visit(Int(places.shape.branches[number].node), listDepth: 0)
        }
        if places.shape.nodes[node].each >= 0 { visitEach(of: node, listDepth) }
        outer.removeLast()
    }

    private mutating func visitEach(of node: Int, _ listDepth: Int) {
        let each = Int(places.shape.nodes[node].each)
        if listDepth >= Self.greatestListDepth, places.shape.nodes[each].arrays > 0 {
            places.unite(node, each)
        }
        visit(each, listDepth: places.shape.nodes[node].isCollapsed ? 0 : listDepth + 1)
    }

    private mutating func compare(_ node: Int, _ names: Set<Int>) {
        var sameSteps = 1
        for ancestor in outer.reversed().prefix(Self.greatestDistance) {
            // A union that is its own branch would be nothing but itself.
            guard let step = ancestor.step, names.contains(step), !isUnion(ancestor.node), !isUnion(node)
            else {
                continue
            }
            let others = Set(places.memberLinks(of: ancestor.node).map(\.name))
            if names.count == 1 {
                guard others == names else { return }
                sameSteps += 1
                if sameSteps == 4 { places.unite(ancestor.node, node) }
            } else if isAlike(node, names, ancestor.node, others) {
                places.unite(ancestor.node, node)
                return
            }
        }
    }

    private func isUnion(_ node: Int) -> Bool { places.shape.nodes[node].firstBranch >= 0 }

    private func isAlike(_ node: Int, _ names: Set<Int>, _ ancestor: Int, _ others: Set<Int>) -> Bool {
        let shared = names.intersection(others)
        guard shared.count >= 2, shared.count * 4 >= names.count * 3, shared.count * 2 >= others.count else {
            return false
        }
        let (left, right) = (places.membersByName(of: node), places.membersByName(of: ancestor))
        return shared.allSatisfy { name in
            guard let member = left[name], let other = right[name] else { return true }
            return goTogether(member, other)
        }
    }

    /// Whether values at two places may be of one type: of a kind in common, objects with names in common.
    private func goTogether(_ node: Int, _ other: Int) -> Bool {
        let (kinds, others) = (places.kinds(of: node).essential.bits, places.kinds(of: other).essential.bits)
        guard kinds & others != 0 else { return kinds == 0 || others == 0 }
        let names = Set(places.memberLinks(of: node).map(\.name))
        let otherNames = Set(places.memberLinks(of: other).map(\.name))
        return names.intersection(otherNames).count * 2 >= min(names.count, otherNames.count)
    }
}

extension Places {
    /// The members of one place, with the numbers of their names.
    func memberLinks(of node: Int) -> [(name: Int, node: Int)] {
        shape.memberNumbers(of: node).map { (nameNumber(of: $0), Int(shape.members[$0].node)) }
    }

    /// The kinds of values at one place, its branches' objects among them.
    func kinds(of node: Int) -> KindMask {
        let own = KindMask(shape.nodes[node])
        return shape.nodes[node].firstBranch < 0 ? own : KindMask(bits: own.bits | KindMask.object.bits)
    }

    fileprivate func membersByName(of node: Int) -> [Int: Int] {
        var members: [Int: Int] = [:]
        for member in memberLinks(of: node) { members[member.name] = member.node }
        return members
    }
}
