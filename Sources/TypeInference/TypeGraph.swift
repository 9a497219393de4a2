/// How types refer to each other, and which of them are definitions.
struct TypeGraph {
    let places: Places
    let maps: Set<Int>

    /// The records and unions in the order in which they are met from the root down; then others that hold themselves.
    private(set) var definitions: [Int] = []

    /// What leads to each record: names of members, of elements the name of their list.
    private(set) var labels: [Int: [Label]] = [:]

    private var visits: [Int: Int] = [:]
    private var kinds: [Int: Kind] = [:]
    private var open: Set<Int> = []
    private var recursive: Set<Int> = []
    private var deep: Set<Int> = []
    private var order: [Int] = []

    /// How a type is a branch of unions.
    private struct Kind {
        let member: String
        var values: [String] = []
        var visits = 0
        var isMixed = false
    }

    /// A name that leads to a type.
    struct Label: Equatable {
        let text: String

        /// Whether it is the name of many.
        let isPlural: Bool

        /// The record it is a member of.
        let owner: Int?
    }

    /// Schemas nested deeper than so many records are taken apart, since no reader wants them and parsers have limits.
    private static let greatestNesting = 24

    init(_ places: Places, maps: Set<Int>, pinned: Set<Int>) {
        self.places = places
        self.maps = maps
        visit(places.root(of: Shape.root), Label(text: "", isPlural: false, owner: nil), nesting: 0)
        let pinnedRoots = Set(pinned.map { places.root(of: $0) })
        definitions = order.filter { root in
            recursive.contains(root) || deep.contains(root) || pinnedRoots.contains(root)
                || isRecord(root) && visits[root] ?? 0 > 1
        }
    }

    /// Whether a type has objects with members that are told apart, or branches.
    func isRecord(_ root: Int) -> Bool {
        !maps.contains(root)
            && places.nodes(of: root).contains { node in
                places.shape.nodes[node].memberCount > 0 || places.shape.nodes[node].firstBranch >= 0
            }
    }

    private mutating func visit(_ root: Int, _ label: Label, nesting: Int) {
        guard !open.contains(root) else {
            recursive.insert(root)
            return note(root, label)
        }
        let isRecord = isRecord(root)
        note(root, label)
        // Lists and maps are written where they stand, so that what is in them counts each time.
        guard visits[root] == 1 || !isRecord else { return }
        if visits[root] == 1 { order.append(root) }
        let isDeep = isRecord && nesting >= Self.greatestNesting
        if isDeep { deep.insert(root) }
        open.insert(root)
        visitChildren(of: root, label, isRecord: isRecord, nesting: isDeep ? 0 : nesting + 1)
        open.remove(root)
    }

    private mutating func note(_ root: Int, _ label: Label) {
        visits[root, default: 0] += 1
        labels[root, default: []].append(label)
    }

    private mutating func visitChildren(of root: Int, _ label: Label, isRecord: Bool, nesting: Int) {
        if isRecord {
            for member in places.members(of: root) where hasContainers(member.site) {
                let name = Label(text: places.name(member.name), isPlural: false, owner: root)
                visit(member.site.root, name, nesting: nesting)
            }
            visitBranches(of: root, nesting: nesting)
        }
        let values = maps.contains(root) ? places.mapValues(of: root) : places.elements(of: root)
        if let values, hasContainers(values) {
            visit(values.root, Label(text: label.text, isPlural: true, owner: label.owner), nesting: nesting)
        }
    }

    private mutating func visitBranches(of root: Int, nesting: Int) {
        guard let (member, branches) = places.branches(of: root) else { return }
        var visited: Set<Int> = []
        for (value, branch) in branches {
            var kind = kinds[branch] ?? Kind(member: member)
            if kind.member != member { kind.isMixed = true }
            if !kind.values.contains(value) { kind.values.append(value) }
            if visited.insert(branch).inserted { kind.visits += 1 }
            kinds[branch] = kind
        }
        for (value, branch) in branches where visited.remove(branch) != nil {
            visit(branch, Label(text: value, isPlural: false, owner: root), nesting: nesting)
        }
    }

    /// The member and its values that lead to a type; nil unless it is nothing but a branch of unions.
    func kind(of root: Int) -> (member: String, values: [String])? {
        guard let kind = kinds[root], !kind.isMixed, kind.visits == visits[root] else { return nil }
        return (kind.member, kind.values)
    }

    private func hasContainers(_ site: Places.Site) -> Bool { site.counts.objects + site.counts.arrays > 0 }
}
