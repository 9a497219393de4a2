internal import JSONCore

/// How often what was seen in samples, by path: the evidence that a schema alone does not hold.
///
/// Paths are those of findings: `*` is any element of an array, or any member of an object whose names are data, and
/// `[kind=banner]` the elements of that kind, in the place of `*`.
///
/// Profiles of different samples can be joined, in any order and grouping.
package struct Profile: Equatable, Sendable {
    /// Samples that it was made of.
    package private(set) var sampleCount = 0

    private var paths: [String: PathStatistics] = [:]

    /// The members that tell elements apart, by the path of their list.
    private(set) var discriminators: [String: String] = [:]

    /// Of no samples.
    package init() {}

    init(sampleCount: Int, paths: [String: PathStatistics]) {
        self.sampleCount = sampleCount
        self.paths = paths
        findDiscriminators()
    }

    private mutating func findDiscriminators() {
        for path in paths.keys {
            guard let (list, token) = ProfilePath.split(path) else { continue }
            guard let member = ProfilePath.branch(token)?.member else { continue }
            // Two profiles may have told elements apart by two members; the choice must not depend on an order.
            discriminators[String(list)] = min(discriminators[String(list)] ?? member, member)
        }
    }

    /// All paths with values, in the order of their bytes.
    package var sortedPaths: [(path: String, statistics: PathStatistics)] {
        paths.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }.map { ($0.key, $0.value) }
    }

    /// What was seen at a path as it is written; nil when nothing was.
    package subscript(path: String) -> PathStatistics? { paths[path] }

    /// What was seen at a finding's path.
    ///
    /// Where the profile does not tell members or kinds apart, the path of all of them answers: `/rates/*` for `/rates/USD`,
    /// `/blocks/*/id` for `/blocks/[kind=banner]/id`.
    ///
    /// - Returns: the path that was found, with what was seen there; nil when nothing was.
    /// - Complexity: O(2^n) for n tokens of which the profile knows neither; in practice O(tokens).
    package func statistics(of path: String) -> (path: String, statistics: PathStatistics)? {
        if let statistics = paths[path] { return (path, statistics) }
        let tokens = JSONPointer.escapedTokens(path)
        return find(tokens, below: "")
    }

    private func find(_ tokens: ArraySlice<Substring>, below base: String) -> (String, PathStatistics)? {
        guard let token = tokens.first else { return paths[base].map { (base, $0) } }
        let names = token == "*" ? ["*"] : [String(token), "*"]
        for name in names {
            let path = base + "/" + name
            if let found = find(tokens.dropFirst(), below: path) { return found }
        }
        return nil
    }

    /// The paths one token below a path, in no order.
    func children(of parent: Substring) -> [(String, PathStatistics)] {
        paths.compactMap { path, statistics in
            ProfilePath.split(path)?.parent == parent ? (path, statistics) : nil
        }
    }

    /// How many objects could have had the member at a path and had it not; 0 for elements, branches and the root.
    package func absent(_ path: String) -> Int {
        guard let (parent, token) = ProfilePath.split(path), !ProfilePath.isEach(token) else { return 0 }
        return max(0, (paths[String(parent)]?.count(.object) ?? 0) - (paths[path]?.seen ?? 0))
    }

    /// Adds what was seen in other samples.
    ///
    /// - Complexity: O(paths of `other`).
    package mutating func join(_ other: Profile) {
        sampleCount += other.sampleCount
        paths.merge(other.paths) { known, new in
            var joined = known
            joined.add(new)
            return joined
        }
        findDiscriminators()
    }
}

extension Profile {
    /// What was seen in the samples of a shape.
    ///
    /// - Complexity: O(places).
    package init(_ shape: Shape) { self.init(shape, maps: []) }

    /// The members of objects at `maps` share a path.
    init(_ shape: Shape, maps: Set<Int>) {
        var builder = ProfileBuilder(shape, maps)
        builder.add([Shape.root], at: "")
        self.init(sampleCount: shape.sampleCount, paths: builder.paths)
    }
}

/// Spells the places of a shape as paths.
private struct ProfileBuilder {
    private let shape: Shape
    private let maps: Set<Int>
    private(set) var paths: [String: PathStatistics] = [:]

    init(_ shape: Shape, _ maps: Set<Int>) {
        self.shape = shape
        self.maps = maps
    }

    /// Adds places that share a path, and what is below them.
    mutating func add(_ nodes: [Int], at path: String) {
        var statistics = PathStatistics()
        for node in nodes { statistics.add(shape.statistics(of: node)) }
        // A member may be called `*`, too.
        if statistics.seen > 0 { paths[path, default: PathStatistics()].add(statistics) }
        addBranches(of: nodes, at: path)
        addMembers(of: nodes.filter { !maps.contains($0) }, at: path)
        let values = nodes.filter(maps.contains).flatMap { shape.memberNumbers(of: $0) }
        let each =
            nodes.map { Int(shape.nodes[$0].each) }.filter { $0 >= 0 }
            + values.map { Int(shape.members[$0].node) }
        if !each.isEmpty { add(each, at: path + "/*") }
    }

    private mutating func addMembers(of nodes: [Int], at path: String) {
        let numbers = nodes.flatMap { shape.memberNumbers(of: $0) }
        let groups = Dictionary(grouping: numbers) { shape.memberNames[$0] }
        for (name, numbers) in groups {
            add(numbers.map { Int(shape.members[$0].node) }, at: path + "/" + JSONPointer.escape(name))
        }
    }

    private mutating func addBranches(of nodes: [Int], at path: String) {
        for node in nodes where shape.nodes[node].discriminator >= 0 {
            let member = shape.discriminators[Int(shape.nodes[node].discriminator)]
            // In a path, a branch of elements stands in the place of `*`.
            let base = path.hasSuffix("/*") ? String(path.dropLast(2)) : path
            for number in shape.branchNumbers(of: node) {
                let token = JSONPointer.escape(ProfilePath.branchToken(member, shape.branchTexts[number]))
                add([Int(shape.branches[number].node)], at: base + "/" + token)
            }
        }
    }
}
