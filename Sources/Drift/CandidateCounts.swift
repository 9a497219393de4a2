import JSONCore
import JSONSchema

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
        var members = NameChain()

        /// Of the objects of each kind, by the step's token.
        var variants = NameChain()
    }

    private struct LateMember: Hashable {
        let parent: Int
        let name: [UInt8]
    }

    /// Node 0 is nobody's child.
    private var nodes = [Node()]
    private var roots: [String: (node: Int, values: Int)] = [:]
    private var names = ChainedNames()

    /// The members that tell kinds of objects apart, by the node of the objects.
    private var discriminators: [Int: String] = [:]

    /// The members of nodes with more than a search should pass by.
    private var lateMembers: [LateMember: Int] = [:]

    /// Objects whose names are data have no end of paths; those past the limit are not counted.
    private static let maxNodes = 65_536
    private static let membersSearched = 32

    /// Tells kinds of objects apart at some places, which are seen from the root.
    mutating func tellApart(_ places: [DiscriminatedPlace]) {
        for place in places {
            let root = roots[""]?.node ?? makeNode()
            roots[""] = (root, roots[""]?.values ?? 0)
            let node = place.path.reduce(root) { child(of: $0, FindingPaths.Step(token: $1)) }
            if node != 0 { discriminators[node] = place.member }
        }
    }

    private mutating func child(of node: Int, _ step: FindingPaths.Step) -> Int {
        guard node != 0 else { return 0 }
        switch step {
        case .each: return elementNode(of: node)
        case .variant(let token):
            return variantNode(token, of: discriminators[node] == nil ? elementNode(of: node) : node)
        case .name(let name):
            var expected = nodes[node].members.first
            return name.withUTF8View { memberNode(of: node, expected: &expected, $0) }
        }
    }

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
        switch last {
        case .each: return nodes[node].elements
        case .name: return nodes[node].objects
        case .variant: return self.node(at: steps[...], from: root.node).map { nodes[$0].objects } ?? 0
        }
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
        for variant in other.names.entries(of: other.nodes[source].variants) {
            add(other, variant.node, to: variantNode(other.names.text(of: variant), of: node))
        }
        var expected = nodes[node].members.first
        for member in other.names.entries(of: other.nodes[source].members) {
            let name = other.names.text(of: member)
            let child = name.withUTF8View { memberNode(of: node, expected: &expected, $0) }
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
        var expected = nodes[node].members.first
        var key = object + 1
        while key < end {
            if tape.isContainer(key + 1) {
                let child = memberNode(of: node, expected: &expected, tape.utf8(at: key))
                count(key + 1, tape, at: place(of: key + 1, tape, child))
            }
            key = tape.indexAfter(key + 1)
        }
    }

    private mutating func countElements(of array: Int, _ tape: Tape, at node: Int) {
        nodes[node].elements += tape.count(of: array)
        let end = tape.closingIndex(of: array)
        var element = array + 1
        while element < end {
            if tape.isContainer(element) {
                count(element, tape, at: place(of: element, tape, elementNode(of: node)))
            }
            element = tape.indexAfter(element)
        }
    }

    /// Where a container is counted: with those of its kind, where a node tells kinds apart.
    private mutating func place(of container: Int, _ tape: Tape, _ node: Int) -> Int {
        guard !discriminators.isEmpty, let member = discriminators[node],
            tape.tag(at: container) == TapeTag.object, let kind = tape.member(member, of: container),
            tape.tag(at: kind) == TapeTag.string
        else { return node }
        return variantNode("[\(member)=\(tape.utf8(at: kind).string)]", of: node)
    }

    // MARK: Nodes

    private func node(at steps: ArraySlice<FindingPaths.Step>, from root: Int) -> Int? {
        var node = root
        for step in steps {
            switch step {
            case .each: node = nodes[node].each
            case .variant(let token): node = knownVariant(of: node, token)
            case .name(let name): node = names.node(of: name, in: nodes[node].members)
            }
            guard node != 0 else { return nil }
        }
        return node
    }

    private func knownVariant(of node: Int, _ token: String) -> Int {
        let here = names.node(of: token, in: nodes[node].variants)
        return here != 0 ? here : names.node(of: token, in: nodes[nodes[node].each].variants)
    }

    private mutating func variantNode(_ token: String, of node: Int) -> Int {
        let known = names.node(of: token, in: nodes[node].variants)
        guard known == 0 else { return known }
        let new = makeNode()
        if new != 0 { token.withUTF8View { names.append($0, new, to: &nodes[node].variants) } }
        return new
    }

    private mutating func elementNode(of array: Int) -> Int {
        if nodes[array].each == 0 { nodes[array].each = makeNode() }
        return nodes[array].each
    }

    /// Objects of one path mostly name their members in one order, so that the next is `expected`.
    @inline(__always)
    private mutating func memberNode(of object: Int, expected: inout Int, _ name: UTF8View) -> Int {
        if !names.isNamed(expected, name) {
            let searched = Self.membersSearched
            expected = names.place(of: name, in: nodes[object].members, searching: searched)
            guard expected != 0 else { return makeMember(name, of: object) }
        }
        defer { expected = names.next(after: expected) }
        return names.node(at: expected)
    }

    private mutating func makeMember(_ name: UTF8View, of object: Int) -> Int {
        let isLate = nodes[object].members.count >= Self.membersSearched
        let late = LateMember(parent: object, name: isLate ? name.bytes : [])
        if isLate, let node = lateMembers[late] { return node }
        let node = makeNode()
        guard node != 0 else { return 0 }
        names.append(name, node, to: &nodes[object].members)
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
