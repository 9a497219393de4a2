internal import JSONCore

extension Explainer {
    /// Says why no branch of `anyOf` or `oneOf` accepts a value, by the branches that came closest.
    ///
    /// Where a member chooses between the branches, its value decides; where every branch wants another type, the types are
    /// all there is to say.
    mutating func reportFailure(
        of nodes: TableSlice,
        _ kind: Violation.Kind,
        _ keyword: Keyword,
        _ id: NodeID,
        _ index: Int
    ) {
        guard units == nil else {
            report(kind, keyword, of: id, at: index)
            return recordEach(nodes, through: keyword, index)
        }
        switch choice(among: nodes, of: id, index) {
        case .open: reportClosest(Array(0..<Int(nodes.count)), of: nodes, kind, keyword, id, index)
        case .branches(let chosen): reportClosest(chosen, of: nodes, kind, keyword, id, index)
        case .unknown(let member, let known):
            valueDepth += 1
            report(.unknownKind(known: known), keyword, of: id, at: member)
            valueDepth -= 1
        }
    }

    /// The one branch that a value is meant for which none accepts; nil where that cannot be told.
    mutating func meantBranch(
        of nodes: TableSlice,
        _ keyword: Keyword,
        _ id: NodeID,
        _ index: Int
    ) -> NodeID? {
        let chosen: [Int]
        switch choice(among: nodes, of: id, index) {
        case .open:
            let tag = tape.tag(at: index)
            chosen = (0..<Int(nodes.count)).filter {
                allows(tag: tag, tables.children[Int(nodes.start) + $0])
            }
        case .branches(let positions): chosen = positions
        case .unknown: return nil
        }
        let meant =
            chosen.count > 1
            ? closest(among: chosen, of: nodes, keyword, index).branches.map(\.position) : chosen
        return meant.count == 1 ? tables.children[Int(nodes.start) + meant[0]] : nil
    }

    private mutating func reportClosest(
        _ positions: [Int],
        of nodes: TableSlice,
        _ kind: Violation.Kind,
        _ keyword: Keyword,
        _ id: NodeID,
        _ index: Int
    ) {
        let closest = closest(among: positions, of: nodes, keyword, index)
        if let types = closest.missedTypes {
            report(.type(expected: types, found: self.kind(at: index)), keyword, of: id, at: index)
        } else {
            report(kind, keyword, of: id, at: index, closest: closest.branches)
        }
    }

    private mutating func closest(
        among positions: [Int],
        of nodes: TableSlice,
        _ keyword: Keyword,
        _ index: Int
    ) -> ClosestBranches {
        var closest = ClosestBranches(to: index, depth: valueDepth, limit: limits.maxClosestBranches)
        for position in positions {
            let node = tables.children[Int(nodes.start) + position]
            let said = aside(node, index, through: keyword, .position(position))
            // How close a branch came cannot be told when it was cut short.
            guard !said.isTruncated || closest.branches.isEmpty else { continue }
            closest.add(FailedBranch(position: position, violations: said.violations))
        }
        return closest
    }
}

/// The branches that came closest to accepting a value, out of those that failed.
private struct ClosestBranches {
    private let index: Int
    private let depth: Int
    private let limit: Int
    private var closeness: Closeness?
    private var types: [String]? = []

    /// Equally close ones that differ in what they say, up to the limit.
    private(set) var branches: [FailedBranch] = []

    init(to index: Int, depth: Int, limit: Int) {
        self.index = index
        self.depth = depth
        self.limit = limit
    }

    /// The types that the branches want, if the type is what is wrong by every one of them.
    var missedTypes: [String]? { types?.isEmpty == true ? nil : types }

    mutating func add(_ branch: FailedBranch) {
        guard !branch.violations.isEmpty else {
            // A limit cut them off.
            types = nil
            return
        }
        addTypes(branch)
        let other = Closeness(branch.violations, at: index, depth: depth)
        guard let closeness, other <= closeness else {
            closeness = other
            branches = [branch]
            return
        }
        guard other == closeness, branches.count < limit else { return }
        let reasons = branch.violations.flatMap(\.reasons)
        if !branches.contains(where: { $0.violations.flatMap(\.reasons) == reasons }) {
            branches.append(branch)
        }
    }

    private mutating func addTypes(_ branch: FailedBranch) {
        for violation in branch.violations {
            switch violation.kind {
            case .falseSchema where violation.value.index == index: break
            case .type(let expected, _) where violation.value.index == index:
                for type in expected where types?.contains(type) == false { types?.append(type) }
            default: types = nil
            }
        }
    }
}

/// How close a branch came: by its type, then by the members that choose a branch, then by how deep it got.
private struct Closeness: Comparable {
    let hasType: Bool
    let wrongChoices: Int
    let depth: Int
    let violations: Int

    init(_ violations: [Violation], at index: Int, depth: Int) {
        hasType = !violations.contains { $0.value.index == index && $0.isTypeMismatch }
        wrongChoices = violations.count { $0.depth == depth + 1 && $0.isWrongChoice }
        self.depth = violations.map(\.depth).max() ?? 0
        self.violations = violations.count
    }

    static func < (left: Closeness, right: Closeness) -> Bool {
        if left.hasType != right.hasType { return right.hasType }
        if left.wrongChoices != right.wrongChoices { return left.wrongChoices > right.wrongChoices }
        return left.depth == right.depth ? left.violations > right.violations : left.depth < right.depth
    }
}

/// One thing that is wrong, whichever branch says it.
private struct Reason: Equatable {
    let index: Int
    let kind: Violation.Kind
}

extension Violation {
    fileprivate var reasons: [Reason] {
        causes.isEmpty ? [Reason(index: value.index, kind: kind)] : causes.flatMap(\.reasons)
    }

    fileprivate var isTypeMismatch: Bool {
        switch kind {
        case .type, .falseSchema: true
        default: false
        }
    }

    fileprivate var isWrongChoice: Bool {
        switch kind {
        case .constant, .enumeration, .unknownKind, .lookalike: true
        default: false
        }
    }
}
