import JSONCore
import JSONSchema

/// The path patterns of findings, each kept once: a tree of steps below the bases that findings are reported under.
struct FindingPaths: Sendable {
    /// A step of a pattern: any element of an array, or one member.
    enum Step: Hashable, Sendable {
        case name(String)
        case each
        /// The objects of one kind, for elements in the place of ``each``: `[kind=a]`.
        case variant(String)

        /// A token of a pattern as it is spelled.
        init(spelled token: String) { self.init(token: JSONPointer("/" + token)?.tokens.first ?? token) }

        /// A token of a pattern.
        init(token: String) {
            if token == "*" {
                self = .each
            } else if token.utf8.first == UInt8(ascii: "["), token.utf8.last == UInt8(ascii: "]") {
                self = .variant(token)
            } else {
                self = .name(token)
            }
        }

        static func variant(member: String, _ kind: String) -> Step { .variant("[\(member)=\(kind)]") }
    }

    /// The members that tell kinds of objects apart, by the node of the objects.
    private var discriminators: [Int: String] = [:]

    private struct Child: Hashable {
        let parent: Int
        let step: Step
    }

    private var nodes: [Child?] = []
    private var children: [Child: Int] = [:]
    private var baseNodes: [String: Int] = [:]
    private var basePaths: [Int: String] = [:]

    /// The values around the one that was asked for last: values near each other share most of their way.
    private var way: [Level] = []
    private var lastDocument: ObjectIdentifier?

    /// A value on the way down to another.
    private struct Level {
        let range: Range<Int>
        let node: Int

        /// The child, in an object its key, from which on the next is looked for.
        var child: Int

        init(_ value: Int, _ tape: Tape, node: Int) {
            self.node = node
            range = value..<tape.indexAfter(value)
            child = value + 1
        }
    }

    /// Tells kinds of objects apart at some places, which are seen from the root.
    mutating func tellApart(_ places: [DiscriminatedPlace]) {
        for place in places {
            let node = node(at: place.path.map(Step.init(token:)), below: "")
            discriminators[node] = place.member
        }
    }

    /// The pattern of a value in a place; that of a member for its key.
    ///
    /// - Complexity: O(siblings on the way from the value that was asked for last); for values in their order one walk.
    mutating func node(of value: JSONValue, below place: Place) -> Int {
        // The tape is the document's memory.
        defer { extendLifetime(value.document) }
        let tape = unsafe value.document.unownedTape
        begin(place, tape)
        while way.count > 1, !way[way.count - 1].range.contains(value.index) { way.removeLast() }
        while way[way.count - 1].range.lowerBound < value.index { descend(towards: value.index, tape) }
        return way[way.count - 1].node
    }

    private mutating func begin(_ place: Place, _ tape: Tape) {
        let document = ObjectIdentifier(place.value.document)
        let node = base(place.path)
        if document == lastDocument, let first = way.first, first.range.lowerBound == place.value.index,
            first.node == node
        {
            return
        }
        lastDocument = document
        way = [Level(place.value.index, tape, node: node)]
    }

    private mutating func descend(towards index: Int, _ tape: Tape) {
        let level = way[way.count - 1]
        let isObject = tape.tag(at: level.range.lowerBound) == TapeTag.object
        let offset = isObject ? 1 : 0
        var child = level.child <= index ? level.child : level.range.lowerBound + 1
        while case let next = tape.indexAfter(child + offset), next <= index { child = next }
        way[way.count - 1].child = child
        let step = isObject ? Step.name(tape.utf8(at: child).string) : .each
        let node = node(of: child + offset, tape, step, in: level.node)
        way.append(Level(child + offset, tape, node: node))
    }

    /// The node of a child, with those of its kind where kinds are told apart.
    private mutating func node(of value: Int, _ tape: Tape, _ step: Step, in parent: Int) -> Int {
        let node = child(of: parent, step)
        guard let member = discriminators[node], tape.tag(at: value) == TapeTag.object,
            let kind = tape.member(member, of: value), tape.tag(at: kind) == TapeTag.string
        else { return node }
        let variant = Step.variant(member: member, tape.utf8(at: kind).string)
        return child(of: step == .each ? parent : node, variant)
    }

    /// Forgets the last place: another document may come to stand where its document stood in memory.
    mutating func forgetPlace() {
        way = []
        lastDocument = nil
    }

    /// The pattern of steps below a base.
    mutating func node(at steps: [Step], below path: String) -> Int {
        steps.reduce(base(path)) { child(of: $0, $1) }
    }

    /// The pattern that is spelled so.
    mutating func node(spelled path: String) -> Int {
        JSONPointer.escapedTokens(path).reduce(base("")) { child(of: $0, Step(spelled: String($1))) }
    }

    mutating func base(_ path: String) -> Int {
        if let node = baseNodes[path] { return node }
        baseNodes[path] = nodes.count
        basePaths[nodes.count] = path
        nodes.append(nil)
        return nodes.count - 1
    }

    /// The pattern one step further down.
    mutating func child(of parent: Int, _ step: Step) -> Int {
        let child = Child(parent: parent, step: step)
        if let node = children[child] { return node }
        children[child] = nodes.count
        nodes.append(child)
        return nodes.count - 1
    }

    /// The base of a pattern, and the steps from there.
    func steps(to node: Int) -> (base: String, steps: [Step]) {
        var steps: [Step] = []
        var node = node
        while let child = nodes[node] {
            steps.append(child.step)
            node = child.parent
        }
        return (basePaths[node] ?? "", steps.reversed())
    }

    /// `/data/blocks/[blockCode=HOMEPAGE_BANNER]/extInfo/banners/*/bannerId`.
    func text(of node: Int) -> String {
        let (base, steps) = steps(to: node)
        return steps.reduce(into: base) { text, step in
            switch step {
            case .name(let name): text += "/" + JSONPointer.escape(name)
            case .each: text += "/*"
            case .variant(let token): text += "/" + JSONPointer.escape(token)
            }
        }
    }
}
