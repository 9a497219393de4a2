/// Characters of one set, one after the other.
struct CharacterRun {
    let set: CodePointSet
    var least = 1
    /// `Int.max` where there is no limit.
    var most = 1

    /// The only text it matches, if that is one code point.
    var scalar: Unicode.Scalar? {
        guard least == 1, most == 1, set.ranges.count == 1 else { return nil }
        let range = set.ranges[0]
        return range.count == 1 ? Unicode.Scalar(range.lowerBound) : nil
    }
}

/// One way to match a simple pattern, see ``SimplePattern``.
struct SimpleBranch {
    /// What would make matching or compiling slow is not simple.
    private static let maxBranches = 32
    private static let maxRuns = 64
    private static let maxWidthAnywhere = 64

    private(set) var runs: [CharacterRun] = []
    private(set) var isAtStart = false
    private(set) var isAtEnd = false

    /// All ways to match, nil when the pattern is not simple.
    static func all(of root: PatternNode) -> [SimpleBranch]? {
        guard let ways = ways(root) else { return nil }
        let branches = ways.compactMap(SimpleBranch.init)
        return branches.count == ways.count ? branches : nil
    }

    /// In bytes.
    var maxLength: Int { runs.reduce(0) { $0.saturatingPlus($1.most.saturatingTimes(4)) } }

    // MARK: From the tree to ways

    private enum Element {
        case start
        case end
        case run(CharacterRun)
    }

    private static func ways(_ node: PatternNode) -> [[Element]]? {
        switch node {
        case .character(let scalar): [[.run(CharacterRun(set: CodePointSet(scalar)))]]
        case .set(let set): [[.run(CharacterRun(set: set))]]
        case .start: [[.start]]
        case .end: [[.end]]
        case .group(let body, _): ways(body)
        case .sequence(let parts): product(of: parts.map(ways))
        case .alternatives(let parts): joined(parts.map(ways))
        case .repetition(let body, let count): ways(body, count)
        case .properties, .wordBoundary, .reference, .look: nil
        }
    }

    private static func ways(_ body: PatternNode, _ count: PatternCount) -> [[Element]]? {
        guard let once = ways(body) else { return nil }
        if case .run(var run)? = once.first?.first, once.count == 1, once[0].count == 1,
            run.least == 1, run.most == 1
        {
            run.least = count.least
            run.most = count.most ?? .max
            return [[.run(run)]]
        }
        guard let most = count.most, most <= 4 else { return nil }
        return joined((count.least...most).map { product(of: Array(repeating: once, count: $0)) })
    }

    private static func joined(_ lists: [[[Element]]?]) -> [[Element]]? {
        let all = lists.compactMap(\.self).flatMap(\.self)
        return all.count > maxBranches || lists.contains { $0 == nil } ? nil : all
    }

    private static func product(of choices: [[[Element]]?]) -> [[Element]]? {
        var products: [[Element]] = [[]]
        for choice in choices {
            guard let choice, products.count * choice.count <= maxBranches else { return nil }
            products = products.flatMap { before in choice.map { before + $0 } }
            guard products.allSatisfy({ $0.count <= maxRuns }) else { return nil }
        }
        return products
    }

    // MARK: From a way to a branch

    /// Nil when steps might have to be taken back.
    private init?(_ way: [Element]) {
        for element in way {
            switch element {
            case .start where runs.isEmpty && !isAtEnd: isAtStart = true
            case .end: isAtEnd = true
            case .run(let run) where run.most == 0: break
            case .run(let run) where !isAtEnd: runs.append(run)
            default: return nil
            }
        }
        if !isAtStart { trimStart() }
        if !isAtEnd { trimEnd() }
        guard isDeterministic, isAtStart || maxLength <= 4 * Self.maxWidthAnywhere else { return nil }
    }

    /// What need not be there may be left out where the match may begin anywhere.
    private mutating func trimStart() {
        while let first = runs.first, first.least != first.most {
            runs[0].most = first.least
            if first.least == 0 { runs.removeFirst() }
        }
    }

    private mutating func trimEnd() {
        while let last = runs.last, last.least != last.most {
            runs[runs.count - 1].most = last.least
            if last.least == 0 { runs.removeLast() }
        }
    }

    private var isDeterministic: Bool {
        runs.indices.allSatisfy { index in
            runs[index].least == runs[index].most
                || followers(of: index).allSatisfy { $0.set.isDisjoint(with: runs[index].set) }
        }
    }

    /// The runs that may come directly behind one.
    private func followers(of index: Int) -> ArraySlice<CharacterRun> {
        let rest = runs[(index + 1)...]
        guard let certain = rest.firstIndex(where: { $0.least > 0 }) else { return rest }
        return rest[...certain]
    }
}
