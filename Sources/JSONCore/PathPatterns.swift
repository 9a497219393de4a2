/// A set of path patterns: JSON Pointers in which `*` stands for any one token and `**` for any number of them.
///
/// `/creatives/*/position` names the position of every creative, `/**/playCount` every play count at any depth. The patterns
/// are kept as one tree whose shared beginnings are shared nodes; a walk down a document carries a set of nodes in one word.
package struct PathPatterns: Sendable {
    /// Names no place.
    package static let none = PathPatterns()

    /// The most nodes a set of patterns may have; a pattern adds one for each token it does not share with another.
    package static let maxNodes = 128

    private struct Node {
        var names: [(name: [UInt8], child: Int)] = []
        var anyOne: Int?
        var anyDepth: Int?
        var isAnyDepth = false
        var isEnd = false
    }

    private var nodes = [Node()]

    private init() {}

    /// - Returns: nil when one of the texts is no JSON Pointer, or together they need more than ``maxNodes`` nodes.
    package init?(_ texts: [String]) {
        for text in texts {
            guard let pointer = JSONPointer(text) else { return nil }
            add(pointer.tokens)
        }
        guard nodes.count <= Self.maxNodes else { return nil }
    }

    private mutating func add(_ tokens: [String]) {
        let last = tokens.reduce(0) { node, token in child(of: node, token) }
        nodes[last].isEnd = true
    }

    /// The child for a token, made when it is not there.
    private mutating func child(of node: Int, _ token: String) -> Int {
        let name = Array(token.utf8)
        let new = nodes.count
        switch token {
        case "*":
            if let known = nodes[node].anyOne { return known }
            nodes[node].anyOne = new
        case "**":
            if let known = nodes[node].anyDepth { return known }
            nodes[node].anyDepth = new
        default:
            if let known = nodes[node].names.first(where: { $0.name == name }) { return known.child }
            nodes[node].names.append((name, new))
        }
        nodes.append(Node(isAnyDepth: token == "**"))
        return new
    }

    /// How far the patterns have come on the way down to some value.
    package struct Place: Equatable, Sendable {
        fileprivate var nodes: UInt128 = 0

        /// Whether a pattern ends here.
        package fileprivate(set) var isMatch = false
    }

    /// The place of the value that the patterns are relative to.
    package var start: Place {
        var place = Place()
        enter(0, &place)
        return place
    }

    /// The place of a member of the value at `place`.
    ///
    /// - Complexity: O(patterns under way); nothing is allocated.
    package func step(_ place: Place, intoMember name: UTF8View) -> Place {
        advance(place) { name == $0 }
    }

    /// The place of an element of the value at `place`.
    package func step(_ place: Place, intoElement position: Int) -> Place {
        advance(place) { $0.elementsEqual(String(position).utf8) }
    }

    /// The place one step further down.
    package func step(_ place: Place, into step: PathStep) -> Place {
        advance(place) { $0.elementsEqual(step.token.utf8) }
    }

    private func advance(_ place: Place, matching isNamed: ([UInt8]) -> Bool) -> Place {
        var next = Place()
        var rest = place.nodes
        while rest != 0 {
            let node = rest.trailingZeroBitCount
            rest &= rest - 1
            if nodes[node].isAnyDepth { enter(node, &next) }
            if let child = nodes[node].anyOne { enter(child, &next) }
            for (name, child) in nodes[node].names where isNamed(name) { enter(child, &next) }
        }
        return next
    }

    /// Adds a node, and what `**` behind it reaches by standing for no token.
    private func enter(_ node: Int, _ place: inout Place) {
        place.nodes |= 1 << UInt128(node)
        if nodes[node].isEnd { place.isMatch = true }
        if let child = nodes[node].anyDepth { enter(child, &place) }
    }
}
