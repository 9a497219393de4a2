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

        init(_ step: PathStep) {
            switch step {
            case .name(let name): self = .name(name)
            case .position: self = .each
            }
        }

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

    /// The nodes of containers below the last place, by tape index: values near each other share most of their path.
    private var known: [Int: Int] = [:]
    private var lastPlace: (document: ObjectIdentifier, index: Int)?

    /// Tells kinds of objects apart at some places, which are seen from the root.
    mutating func tellApart(_ places: [DiscriminatedPlace]) {
        for place in places {
            let node = node(at: place.path.map(Step.init(token:)), below: "")
            discriminators[node] = place.member
        }
    }

    /// The pattern of a value below a place.
    mutating func node(of value: JSONValue, below place: Place) -> Int {
        let here = (ObjectIdentifier(value.document), place.value.index)
        if lastPlace.map({ $0 != here }) ?? true {
            known = [place.value.index: base(place.path)]
            lastPlace = here
        }
        return node(of: value)
    }

    private mutating func node(of value: JSONValue) -> Int {
        if let node = known[value.index] { return node }
        guard let (container, step) = value.container else { return base("") }
        let parent = node(of: container)
        var node = child(of: parent, Step(step))
        if let member = discriminators[node], let kind = value[member]?.string {
            let isElement = if case .position = step { true } else { false }
            node = child(of: isElement ? parent : node, .variant(member: member, kind))
        }
        if value.count > 0 { known[value.index] = node }
        return node
    }

    /// Forgets the last place: another document may come to stand where its document stood in memory.
    mutating func forgetPlace() {
        known = [:]
        lastPlace = nil
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
