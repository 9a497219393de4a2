import JSONCore

/// The path patterns of findings, each kept once: a tree of steps below the bases that findings are reported under.
struct FindingPaths: Sendable {
    /// A step of a pattern: any element of an array, or one member.
    enum Step: Hashable, Sendable {
        case name(String)
        case each

        init(_ step: PathStep) {
            switch step {
            case .name(let name): self = .name(name)
            case .position: self = .each
            }
        }
    }

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
        let node = child(of: node(of: container), Step(step))
        if value.count > 0 { known[value.index] = node }
        return node
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
            }
        }
    }

    /// How many values below `bases` could show a finding at a pattern: the elements of an array, or the objects that have
    /// or lack a member.
    func candidateCount(of node: Int, in bases: [String: [JSONValue]]) -> Int {
        let (base, steps) = steps(to: node)
        let candidates = steps.last == .each ? steps[...] : steps.dropLast()
        return (bases[base] ?? []).reduce(0) { $0 + Self.count(candidates, in: $1) }
    }

    private static func count(_ steps: ArraySlice<Step>, in value: JSONValue) -> Int {
        switch steps.first {
        case nil: 1
        case .name(let name): value[name].map { count(steps.dropFirst(), in: $0) } ?? 0
        case .each: value.elements.reduce(0) { $0 + count(steps.dropFirst(), in: $1) }
        }
    }
}
