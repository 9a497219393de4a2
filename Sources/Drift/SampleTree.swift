import JSONCore
package import TypeInference

/// What a profile says, as a tree: a walk over a value goes down it beside the value.
package struct SampleTree: Sendable {
    /// What samples showed at one place.
    struct Node: Sendable {
        /// The profile's path, with its last step as findings have it.
        let path: String

        /// Values, and of these null.
        var seen = 0
        var nulls = 0

        /// Objects that could have had the value and had it not.
        var absent = 0
        var arrays = Arrays.none
        var seconds = Seconds.unknown
        var clock: Clock?

        /// Whether all numbers were integers.
        var hasOnlyIntegers = false

        var members: [Member] = []

        /// Of elements; 0 for none, since the root is nobody's child.
        var each = 0

        /// The member that tells the kinds of objects apart, and the node of each kind.
        var discriminator: [UInt8]?
        var variants: [Member] = []

        /// How many members were in every object.
        var constantMembers = 0

        /// The member that tells the elements of an array apart.
        var identity: [UInt8]?
    }

    struct Member: Sendable {
        let name: [UInt8]
        let node: Int

        /// Whether no object was without it.
        var isConstant = false
    }

    /// How full arrays were.
    enum Arrays {
        case none, alwaysEmpty, neverEmpty, mixed
    }

    /// How times were written.
    enum Seconds {
        case unknown, whole, fractional
    }

    /// What integers count that all read as times since 1970.
    enum Clock: String {
        case seconds, milliseconds

        /// From 2000 to 2050.
        private static let years: Range<Int64> = 946_684_800..<2_524_608_000

        /// Nil for what is no time of these years.
        init?(_ time: Int64) {
            if Self.years.contains(time) {
                self = .seconds
            } else if Self.years.contains(time / 1000) {
                self = .milliseconds
            } else {
                return nil
            }
        }
    }

    private(set) var nodes = [Node(path: "")]

    /// What it was made of.
    let profile: Profile

    /// - Complexity: O(paths).
    package init(_ profile: Profile) {
        self.profile = profile
        for (path, statistics) in profile.sortedPaths { add(statistics, at: path) }
        for number in nodes.indices { countConstantMembers(of: number) }
        for number in nodes.indices { findIdentity(of: number) }
    }

    /// What identities are called.
    private static let identityNames = ["id", "_id", "uuid", "guid"].map { Array($0.utf8) }

    /// A member that all elements had, and no two texts of which were the same.
    private mutating func findIdentity(of number: Int) {
        for member in nodes[nodes[number].each].members
        where nodes[number].each != 0 && member.isConstant && Self.identityNames.contains(member.name) {
            let statistics = profile[nodes[member.node].path]
            let isRepeated = statistics?.values?.contains { $0.value > 1 } ?? false
            let isText = statistics?.count(.string) == statistics?.seen
            if isText, !isRepeated { nodes[number].identity = member.name }
        }
    }

    private mutating func add(_ statistics: PathStatistics, at path: String) {
        let node = JSONPointer.escapedTokens(path).reduce(0) { child(of: $0, String($1)) }
        nodes[node].seen = statistics.seen
        nodes[node].nulls = statistics.count(.null)
        nodes[node].absent = profile.absent(path)
        nodes[node].hasOnlyIntegers = statistics.count(.integer) > 0 && statistics.count(.number) == 0
        nodes[node].arrays = Arrays(statistics)
        nodes[node].seconds = Seconds(statistics)
        nodes[node].clock = Clock(statistics)
    }

    private mutating func child(of parent: Int, _ token: String) -> Int {
        if token == "*" {
            if nodes[parent].each == 0 { nodes[parent].each = append(below: parent, token) }
            return nodes[parent].each
        }
        guard let (member, value) = ProfilePath.branch(Self.unescaped(token)[...]) else {
            return Self.member(Self.name(token), in: nodes[parent].members)
                ?? appendMember(token, to: parent)
        }
        nodes[parent].discriminator = Array(member.utf8)
        if let known = Self.member(Array(value.utf8), in: nodes[parent].variants) { return known }
        let node = append(below: parent, token)
        nodes[parent].variants.append(Member(name: Array(value.utf8), node: node))
        return node
    }

    private mutating func appendMember(_ token: String, to parent: Int) -> Int {
        let node = append(below: parent, token)
        nodes[parent].members.append(Member(name: Self.name(token), node: node))
        return node
    }

    private mutating func append(below parent: Int, _ token: String) -> Int {
        nodes.append(Node(path: nodes[parent].path + "/" + token))
        return nodes.count - 1
    }

    private mutating func countConstantMembers(of number: Int) {
        for member in nodes[number].members.indices {
            let child = nodes[nodes[number].members[member].node]
            let isConstant = child.seen > 0 && child.absent == 0
            nodes[number].members[member].isConstant = isConstant
            nodes[number].constantMembers += isConstant ? 1 : 0
        }
    }

    static func member(_ name: [UInt8], in members: [Member]) -> Int? {
        members.first { $0.name == name }?.node
    }

    private static func name(_ token: String) -> [UInt8] { Array(unescaped(token).utf8) }

    private static func unescaped(_ token: String) -> String {
        JSONPointer("/" + token)?.tokens.first ?? token
    }
}

extension SampleTree {
    /// What the samples say about a finding's path.
    func facts(of path: String) -> SampleFacts? {
        guard let (known, statistics) = profile.statistics(of: path) else { return nil }
        let absent = profile.absent(known)
        return SampleFacts(seen: statistics.seen, null: statistics.count(.null), absent: absent)
    }
}

extension SampleTree.Arrays {
    fileprivate init(_ statistics: PathStatistics) {
        guard statistics.count(.array) > 0, !statistics.items.isEmpty else {
            self = .none
            return
        }
        self =
            statistics.items.minimum > 0 ? .neverEmpty : statistics.items.maximum == 0 ? .alwaysEmpty : .mixed
    }
}

extension SampleTree.Clock {
    /// Nil unless all values are integers that count the same.
    fileprivate init?(_ statistics: PathStatistics) {
        guard statistics.count(.integer) > 0, statistics.count(.number) == 0, let range = statistics.numbers,
            let least = Int64(range.minimum).flatMap(Self.init),
            let most = Int64(range.maximum).flatMap(Self.init),
            least == most
        else { return nil }
        self = least
    }
}

extension SampleTree.Seconds {
    fileprivate init(_ statistics: PathStatistics) {
        let times = statistics.votes(for: .dateTime) + statistics.votes(for: .time)
        guard times > 0, times == statistics.count(.string) else {
            self = .unknown
            return
        }
        self = statistics.fractions == 0 ? .whole : statistics.fractions == times ? .fractional : .unknown
    }
}
