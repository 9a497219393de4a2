internal import JSONCore

/// The shape of samples: for each place below their roots, what was seen there and how often.
///
/// Places are those of paths, `/data/items/*/id`; the elements of an array share one. A place may be told to keep objects
/// apart by a member that says which kind of object each is, see ``split(at:by:)``.
///
/// Shapes form a semilattice in what they say (types, presence, values), and their counts add up: joining is associative and
/// commutative, and neither the order nor the grouping of samples can be told from the result. Nothing is dropped for being
/// late: a limit that is passed drops what was there before, too.
package struct Shape: Sendable {
    /// More names in the objects at one place are not told apart: such names are data.
    package static let maxMembers = 1_024

    var nodes: ContiguousArray<ShapeNode> = [ShapeNode()]

    // Members, branches and values each have their texts in one list, and the rest of them under the same number in another.
    var memberNames = OwnedTexts()
    var members: ContiguousArray<MemberLink> = []
    var branchTexts = OwnedTexts()
    var branches: ContiguousArray<NodeLink> = []
    var valueTexts = OwnedTexts()
    var values: ContiguousArray<ValueTally> = []

    var texts: ContiguousArray<TextTally> = []
    var numbers: ContiguousArray<NumberTally> = []

    /// For each of ``texts``, the votes for each form.
    var votes: ContiguousArray<Int> = []

    /// Numbers past 64 bits, by their place in ``numbers``.
    var bigNumbers: [Int32: NumberTexts] = [:]

    /// The names of members that choose branches.
    var discriminators: [String] = []

    /// Samples observed.
    package internal(set) var sampleCount = 0

    static let root = 0

    /// The shape of nothing.
    package init() {}

    // MARK: Places

    mutating func makeNode() -> Int {
        nodes.append(ShapeNode())
        return nodes.count - 1
    }

    mutating func eachNode(of node: Int) -> Int {
        if nodes[node].each < 0 { nodes[node].each = Int32(makeNode()) }
        return Int(nodes[node].each)
    }

    mutating func memberNode(_ name: UTF8View, of node: Int) -> Int {
        let number = memberNames.number(of: name, ownedBy: node)
        if number == members.count { appendMember(to: node) }
        return Int(members[number].node)
    }

    /// Appends the member whose name was just added.
    mutating func appendMember(to node: Int) {
        let number = Int32(members.count)
        members.append(MemberLink(node: Int32(makeNode())))
        if nodes[node].lastMember < 0 {
            nodes[node].firstMember = number
        } else {
            members[Int(nodes[node].lastMember)].next = number
        }
        nodes[node].lastMember = number
        nodes[node].memberCount += 1
    }

    mutating func branchNode(_ value: UTF8View, of node: Int) -> Int {
        let number = branchTexts.number(of: value, ownedBy: node)
        if number == branches.count { appendBranch(to: node) }
        return Int(branches[number].node)
    }

    /// Appends the branch whose value was just added.
    mutating func appendBranch(to node: Int) {
        let number = Int32(branches.count)
        branches.append(NodeLink(node: Int32(makeNode()), next: nodes[node].firstBranch))
        nodes[node].firstBranch = number
    }

    mutating func textNumber(of node: Int) -> Int {
        if nodes[node].text < 0 {
            nodes[node].text = Int32(texts.count)
            texts.append(TextTally())
            votes.append(contentsOf: repeatElement(0, count: StringForm.allCases.count))
        }
        return Int(nodes[node].text)
    }

    mutating func numberNumber(of node: Int) -> Int {
        if nodes[node].number < 0 {
            nodes[node].number = Int32(numbers.count)
            numbers.append(NumberTally())
        }
        return Int(nodes[node].number)
    }
}

/// A link in a list of nodes.
struct NodeLink: Linked, BitwiseCopyable, Sendable {
    let node: Int32
    var next: Int32 = -1
}

/// A member of the objects at a place.
struct MemberLink: Linked, BitwiseCopyable, Sendable {
    let node: Int32
    var next: Int32 = -1

    /// The sum of the positions it had, from which comes its mean one.
    var positions = 0
}
