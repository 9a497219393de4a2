import JSONCore

/// How many values of documents could have shown a finding: for each path, the objects and the elements of arrays there.
///
/// It stands in for the documents, so that a check of any number of them needs no more memory than their distinct paths.
struct CandidateCounts: Sendable {
    private struct Node: Sendable {
        var objects = 0
        var elements = 0

        /// Of an array's elements; 0 where none is a container.
        var each = 0

        /// Of members that are containers, in the order in which they were met.
        var members: [Member] = []
    }

    private struct Member: Sendable {
        let name: [UInt8]
        let node: Int
    }

    private struct LateMember: Hashable {
        let parent: Int
        let name: [UInt8]
    }

    /// Node 0 is nobody's child.
    private var nodes = [Node()]
    private var roots: [String: (node: Int, values: Int)] = [:]

    /// The members of nodes with more than a search should pass by.
    private var lateMembers: [LateMember: Int] = [:]

    /// Objects whose names are data have no end of paths; those past the limit are not counted.
    private static let maxNodes = 65_536
    private static let membersSearched = 32

    /// Counts the containers in a value that stands at a base path.
    ///
    /// - Complexity: O(value).
    mutating func add(_ value: JSONValue, at base: String) {
        let node = roots[base]?.node ?? makeNode()
        roots[base] = (node, (roots[base]?.values ?? 0) + 1)
        // The tape is the document's memory.
        defer { extendLifetime(value.document) }
        unsafe count(value.index, value.document.unownedTape, at: node)
    }

    /// How many values below a base could show a finding: the elements of an array, or the objects that have or lack a
    /// member.
    func count(of steps: [FindingPaths.Step], below base: String) -> Int {
        guard let root = roots[base] else { return 0 }
        guard let last = steps.last else { return root.values }
        guard let node = node(at: steps.dropLast(), from: root.node) else { return 0 }
        return last.isEach ? nodes[node].elements : nodes[node].objects
    }

    /// Adds the counts of other documents.
    ///
    /// - Complexity: O(paths of `other`).
    mutating func add(_ other: CandidateCounts) {
        // Sorted, so that what a full table leaves out does not depend on the order of a dictionary.
        for (base, root) in other.roots.sorted(by: { $0.key < $1.key }) {
            let node = roots[base]?.node ?? makeNode()
            roots[base] = (node, (roots[base]?.values ?? 0) + root.values)
            add(other, root.node, to: node)
        }
    }

    private mutating func add(_ other: CandidateCounts, _ source: Int, to node: Int) {
        guard node != 0 else { return }
        nodes[node].objects += other.nodes[source].objects
        nodes[node].elements += other.nodes[source].elements
        if other.nodes[source].each != 0 {
            add(other, other.nodes[source].each, to: elementNode(of: node))
        }
        var expected = 0
        for member in other.nodes[source].members {
            let child = memberNode(
                of: node,
                expected: &expected,
                is: { $0 == member.name },
                name: { member.name }
            )
            add(other, member.node, to: child)
        }
    }

    // MARK: Counting

    private mutating func count(_ index: Int, _ tape: Tape, at node: Int) {
        guard node != 0 else { return }
        switch tape.tag(at: index) {
        case TapeTag.object: countMembers(of: index, tape, at: node)
        case TapeTag.array: countElements(of: index, tape, at: node)
        default: break
        }
    }

    private mutating func countMembers(of object: Int, _ tape: Tape, at node: Int) {
        nodes[node].objects += 1
        let end = tape.closingIndex(of: object)
        var expected = 0
        var key = object + 1
        while key < end {
            if tape.isContainer(key + 1) {
                let name = tape.utf8(at: key)
                let child = memberNode(
                    of: node,
                    expected: &expected,
                    is: { name == $0 },
                    name: { name.bytes }
                )
                count(key + 1, tape, at: child)
            }
            key = tape.indexAfter(key + 1)
        }
    }

    private mutating func countElements(of array: Int, _ tape: Tape, at node: Int) {
        nodes[node].elements += tape.count(of: array)
        let end = tape.closingIndex(of: array)
        var element = array + 1
        while element < end {
            if tape.isContainer(element) { count(element, tape, at: elementNode(of: node)) }
            element = tape.indexAfter(element)
        }
    }

    // MARK: Nodes

    private func node(at steps: ArraySlice<FindingPaths.Step>, from root: Int) -> Int? {
        var node = root
        for step in steps {
            switch step {
            case .each, .variant: node = nodes[node].each
            case .name(let name): node = knownMember(of: node, Array(name.utf8)) ?? 0
            }
            guard node != 0 else { return nil }
        }
        return node
    }

    private func knownMember(of node: Int, _ name: [UInt8]) -> Int? {
        nodes[node].members.first { $0.name == name }?.node
    }

    private mutating func elementNode(of array: Int) -> Int {
        if nodes[array].each == 0 { nodes[array].each = makeNode() }
        return nodes[array].each
    }

    /// The node of a member; objects of one path mostly name their members in one order, so that the next is `expected`.
    private mutating func memberNode(
        of object: Int,
        expected: inout Int,
        is matches: ([UInt8]) -> Bool,
        name: () -> [UInt8]
    ) -> Int {
        let known = nodes[object].members.count
        if expected < known, matches(nodes[object].members[expected].name) {
            expected += 1
            return nodes[object].members[expected - 1].node
        }
        for at in 0..<min(known, Self.membersSearched) where matches(nodes[object].members[at].name) {
            expected = at + 1
            return nodes[object].members[at].node
        }
        return makeMember(name(), of: object)
    }

    private mutating func makeMember(_ name: [UInt8], of object: Int) -> Int {
        let isLate = nodes[object].members.count >= Self.membersSearched
        let late = LateMember(parent: object, name: name)
        if isLate, let node = lateMembers[late] { return node }
        let node = makeNode()
        guard node != 0 else { return 0 }
        nodes[object].members.append(Member(name: name, node: node))
        if isLate { lateMembers[late] = node }
        return node
    }

    /// 0 when there are too many.
    private mutating func makeNode() -> Int {
        guard nodes.count < Self.maxNodes else { return 0 }
        nodes.append(Node())
        return nodes.count - 1
    }
}

extension Tape {
    fileprivate func isContainer(_ index: Int) -> Bool {
        let tag = tag(at: index)
        return tag == TapeTag.object || tag == TapeTag.array
    }
}
