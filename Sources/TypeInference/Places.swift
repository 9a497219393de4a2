/// Which places of a shape are of one type.
///
/// Places start apart and are united; then so are the places below them that have the same name. A type's values are those
/// of all its places.
///
/// It is handed from one search to the next, each of which unites places.
final class Places {
    let shape: Shape

    /// The names of members and the values of branches, each with one number over the whole shape.
    private(set) var names = OwnedTexts()
    private var nameTexts: [String?] = []
    private let memberNames: [Int]
    private let branchNames: [Int]

    private var roots: [Int32]

    /// The place behind each one of its type, in a ring.
    private var following: ContiguousArray<Int32>

    /// How many places each type has, at its root.
    private var sizes: [Int32]

    /// What was asked already, and how many unions there were then.
    private var membersOfRoot: [(members: [Member], unionCount: Int)?]
    private var unionCount = 0

    /// One place for each step down, of types that were united.
    private var childrenOfRoot: [[Step: Int]?]

    /// What leads from a place one step down.
    enum Step: Hashable {
        case each
        case member(Int)
        case branch(Int)
    }

    init(_ shape: Shape) {
        self.shape = shape
        var names = OwnedTexts()
        memberNames = shape.members.indices.map { names.number(of: $0, in: shape.memberNames, ownedBy: 0) }
        branchNames = shape.branches.indices.map { names.number(of: $0, in: shape.branchTexts, ownedBy: 0) }
        self.names = names
        nameTexts = Array(repeating: nil, count: names.count)
        roots = shape.nodes.indices.map(Int32.init)
        following = ContiguousArray(roots)
        sizes = Array(repeating: 1, count: roots.count)
        membersOfRoot = Array(repeating: nil, count: shape.nodes.count)
        childrenOfRoot = Array(repeating: nil, count: shape.nodes.count)
    }

    /// The place that stands for all places of the same type.
    func root(of node: Int) -> Int { Int(roots[node]) }

    /// The places of a type, its root first.
    func nodes(of root: Int) -> Ring { Ring(following: following, first: Int32(root)) }

    /// The places of one type.
    struct Ring: Sequence, IteratorProtocol {
        fileprivate let following: ContiguousArray<Int32>
        fileprivate let first: Int32
        fileprivate var last: Int32 = -1

        mutating func next() -> Int? {
            let next = last < 0 ? first : following[Int(last)]
            guard last < 0 || next != first else { return nil }
            last = next
            return Int(next)
        }
    }

    /// Makes two places one type, and those below them.
    ///
    /// - Complexity: O(n log n) for all calls together.
    /// - Returns: whether they were two.
    @discardableResult
    func unite(_ first: Int, _ second: Int) -> Bool {
        var pairs = [(first, second)]
        var isChanged = false
        while let (first, second) = pairs.popLast() {
            var (root, other) = (root(of: first), root(of: second))
            guard root != other else { continue }
            isChanged = true
            // The larger stays, so that no place changes its root often.
            if sizes[root] < sizes[other] { swap(&root, &other) }
            var known = childrenOfRoot[root].take() ?? children(of: root)
            for (step, child) in childrenOfRoot[other].take() ?? children(of: other) {
                if let sibling = known[step] { pairs.append((sibling, child)) } else { known[step] = child }
            }
            childrenOfRoot[root] = known
            for node in nodes(of: other) { roots[node] = Int32(root) }
            following.swapAt(root, other)
            sizes[root] += sizes[other]
            membersOfRoot[root] = nil
            unionCount += 1
        }
        return isChanged
    }

    /// One place for each step down from a type.
    private func children(of root: Int) -> [Step: Int] {
        var children: [Step: Int] = [:]
        for node in nodes(of: root) {
            if shape.nodes[node].each >= 0 { children[.each] = Int(shape.nodes[node].each) }
            for number in shape.memberNumbers(of: node) {
                children[.member(memberNames[number])] = Int(shape.members[number].node)
            }
            for number in shape.branchNumbers(of: node) {
                children[.branch(branchNames[number])] = Int(shape.branches[number].node)
            }
        }
        return children
    }

    /// A name by its number.
    func name(_ number: Int) -> String {
        if let text = nameTexts[number] { return text }
        let text = names[number]
        nameTexts[number] = text
        return text
    }

    /// The number of a member's name in ``names``.
    func nameNumber(of member: Int) -> Int { memberNames[member] }

    // MARK: What is known of a type

    /// The counts of all its places.
    func counts(of root: Int) -> ShapeNode {
        var counts = shape.nodes[root]
        for node in nodes(of: root).dropFirst() { counts.add(shape.nodes[node]) }
        return counts
    }

    /// Where values of a type stand: what was seen just there, the objects of branches among it.
    struct Site {
        var root: Int
        var counts: ShapeNode
    }

    /// The site that is made of some places of one type; nil without places.
    func site(_ nodes: some Sequence<Int>) -> Site? {
        nodes.reduce(nil) { site, node in
            guard var site else { return Site(root: root(of: node), counts: counts(at: node)) }
            site.counts.add(counts(at: node))
            return site
        }
    }

    private func counts(at node: Int) -> ShapeNode {
        var counts = shape.nodes[node]
        guard counts.firstBranch >= 0 else { return counts }
        for number in shape.branchNumbers(of: node) {
            counts.objects += shape.nodes[Int(shape.branches[number].node)].objects
        }
        return counts
    }

    /// A member of a type's objects.
    struct Member {
        /// The number of its name in ``Places/names``.
        let name: Int
        var site: Site

        /// The sum of the positions it had.
        var positions: Int

        var seen: Int { site.counts.seen }
    }

    /// The members of a type's objects, in the order of their mean positions, then of their names.
    func members(of root: Int) -> [Member] {
        if let known = membersOfRoot[root], known.unionCount == unionCount { return known.members }
        let members = membersOfRoot[root].take().map { rooted($0.members) } ?? sortedMembers(of: root)
        membersOfRoot[root] = (members, unionCount)
        return members
    }

    /// Known members, whose types may have been united with others since.
    private func rooted(_ members: [Member]) -> [Member] {
        var members = members
        for number in members.indices { members[number].site.root = root(of: members[number].site.root) }
        return members
    }

    private func sortedMembers(of root: Int) -> [Member] {
        var members = unsortedMembers(of: root)
        members.sort { left, right in
            let (first, second) = (left.positions * right.seen, right.positions * left.seen)
            return first == second ? names.precedes(left.name, right.name) : first < second
        }
        return members
    }

    private func unsortedMembers(of root: Int) -> [Member] {
        var members: [Member] = []
        members.reserveCapacity(Int(shape.nodes[root].memberCount))
        var known: [Int: Int] = [:]
        for node in nodes(of: root) {
            for number in shape.memberNumbers(of: node) {
                let link = shape.members[number]
                let counts = counts(at: Int(link.node))
                // Places that were split before anything was seen may stay empty.
                guard counts.seen > 0 else { continue }
                if let place = known[memberNames[number]] {
                    members[place].site.counts.add(counts)
                    members[place].positions += link.positions
                } else {
                    if sizes[root] > 1 { known[memberNames[number]] = members.count }
                    let site = Site(root: self.root(of: Int(link.node)), counts: counts)
                    members.append(Member(name: memberNames[number], site: site, positions: link.positions))
                }
            }
        }
        return members
    }

    /// The elements of a type's arrays.
    func elements(of root: Int) -> Site? {
        site(nodes(of: root).lazy.map { Int(self.shape.nodes[$0].each) }.filter { $0 >= 0 })
    }

    /// The values of a type that is a map, and the elements of its arrays, if it has both.
    func mapValues(of root: Int) -> Site? {
        site(
            nodes(of: root).flatMap { node in
                memberLinks(of: node).map(\.node)
                    + (shape.nodes[node].each < 0 ? [] : [Int(shape.nodes[node].each)])
            }
        )
    }

    /// The branches of a type, by their values' order; and the name of the member that chooses.
    func branches(of root: Int) -> (member: String, branches: [(value: String, root: Int)])? {
        guard !shape.discriminators.isEmpty else { return nil }
        var member: String?
        var branches: [Int: Int] = [:]
        for node in nodes(of: root) where shape.nodes[node].discriminator >= 0 {
            member = shape.discriminators[Int(shape.nodes[node].discriminator)]
            for number in shape.branchNumbers(of: node) {
                branches[branchNames[number]] = self.root(of: Int(shape.branches[number].node))
            }
        }
        guard let member, !branches.isEmpty else { return nil }
        let sorted = branches.sorted { names.precedes($0.key, $1.key) }
        return (member, sorted.map { (name($0.key), $0.value) })
    }

    /// Whether the names of some members were too many to tell apart.
    func isCollapsed(_ root: Int) -> Bool { nodes(of: root).contains { shape.nodes[$0].isCollapsed } }
}
