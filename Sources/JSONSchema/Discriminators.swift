import JSONCore

/// A place where objects are of several kinds, by the value of a member (`x-discriminator`).
package struct DiscriminatedPlace: Equatable, Sendable {
    /// The tokens of its path: names, `*` for items, and `[kind=a]` for what is inside the objects of one kind.
    package let path: [String]

    /// The member that says the kind.
    package let member: String
}

extension CompiledSchema {
    /// The places that `x-discriminator` is about, in the order of the schema; of recursive schemas the outer ones.
    ///
    /// - Complexity: O(places that the schema describes), of which the first 20,000 are looked at.
    package var discriminatedPlaces: [DiscriminatedPlace] {
        guard !program.variants.isEmpty else { return [] }
        var search = DiscriminatorSearch(program)
        search.visit(program.root, [])
        return search.places
    }
}

/// A walk over what a schema describes.
private struct DiscriminatorSearch {
    private let program: Program
    private(set) var places: [DiscriminatedPlace] = []
    private var under: Set<NodeID> = []
    private var visits = 0

    private static let maxVisits = 20_000

    init(_ program: Program) { self.program = program }

    mutating func visit(_ start: NodeID, _ path: [String]) {
        visits += 1
        guard visits <= Self.maxVisits, start != .unasked, under.insert(start).inserted else { return }
        defer { under.remove(start) }
        let nodes = program.conjunction(start)
        for node in nodes {
            visitBranches(of: node, path)
            for member in program.describedMembers(of: node) { visit(member.node, path + [member.name]) }
            for item in program.itemNodes(of: node) { visit(item, path + ["*"]) }
        }
    }

    private mutating func visitBranches(of node: NodeID, _ path: [String]) {
        let branches = program.alternatives(of: [node])
        guard let variants = program.variants[node] else {
            for branch in branches { visit(branch, path) }
            return
        }
        places.append(DiscriminatedPlace(path: path, member: variants.discriminator))
        let base = path.last == "*" ? path.dropLast() : path[...]
        for branch in branches {
            for value in kinds(of: branch, variants.discriminator) {
                visit(branch, base + ["[\(variants.discriminator)=\(value)]"])
            }
        }
    }

    /// The values of the member that choose a branch.
    private func kinds(of branch: NodeID, _ member: String) -> [String] {
        program.conjunction(branch).flatMap(program.describedMembers).filter { $0.name == member }.flatMap {
            member in
            let schema = program.schema(member.node)
            let constant = schema[Keyword.const.name].map { [$0] } ?? []
            return (constant + (schema[Keyword.enum.name]?.elements.map { $0 } ?? [])).compactMap(\.string)
        }
    }
}
