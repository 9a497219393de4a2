/// Finds the changes between two schemas.
///
/// Both are walked side by side. What a change does is decided where it is found, by sets of values; where all values of one
/// side are values of the other anyway, nothing below can break anybody.
package struct SchemaComparison {
    var reasoner = Reasoner()
    private var known: [Reasoner.Pair: [SchemaChange]] = [:]
    /// The pairs that are being compared, with their depth.
    private var underWay: [Reasoner.Pair: Int] = [:]

    /// The least depth that schemas led back to: what was found below it is not all there is to say.
    private var lowestReturn = Int.max
    private var lastOrigin = 0

    /// What is deeper is compared as a whole.
    private static let maxDepth = 64

    /// A change is told at no more places; references can lead to one schema on ways without number.
    private static let maxPlaces = 256

    private init() {}

    /// The changes from one schema to another, in the order of the paths.
    ///
    /// A change in a schema that several places refer to is listed for each.
    ///
    /// - Complexity: O(old × new) for schemas without alternatives; limited.
    package static func changes(from old: SchemaSide, to new: SchemaSide) -> [ChangeGroup] {
        var comparison = SchemaComparison()
        return ChangeGroup.groups(of: comparison.changes(old.conjunction, new.conjunction))
    }

    /// The changes at and below two places, their steps seen from there.
    mutating func changes(_ old: Conjunction, _ new: Conjunction) -> [SchemaChange] {
        let pair = Reasoner.Pair(inner: old.resolved, outer: new.resolved)
        if let known = known[pair] { return known }
        guard !areIdentical(old, new) else { return [] }
        if let depth = underWay[pair] {
            lowestReturn = min(lowestReturn, depth)
            return []
        }
        let found = found(old, new, pair)
        let schema = new.nodes.first ?? old.nodes.first
        known[pair] = found.map { withOrigin($0, schema) }
        return known[pair] ?? []
    }

    private mutating func found(
        _ old: Conjunction,
        _ new: Conjunction,
        _ pair: Reasoner.Pair
    ) -> [SchemaChange] {
        let outerReturn = lowestReturn
        let depth = underWay.count
        lowestReturn = .max
        underWay[pair] = depth
        var found = depth < Self.maxDepth ? annotationChanges(old, new) + typeChanges(old, new) : []
        underWay[pair] = nil
        let readers = reasoner.isIncluded(new, in: old)
        let writers = reasoner.isIncluded(old, in: new)
        found.bound(by: readers, writers)
        let isWhole = lowestReturn >= depth
        if isWhole, let rest = unexplained(readers, writers, found) { found.append(rest) }
        lowestReturn = min(outerReturn, isWhole ? .max : lowestReturn)
        return found.limited(to: Self.maxPlaces)
    }

    private mutating func withOrigin(_ change: SchemaChange, _ schema: SchemaNode?) -> SchemaChange {
        guard change.origin == 0 else { return change }
        lastOrigin += 1
        var copy = change
        copy.origin = lastOrigin
        copy.schema = schema?.value
        return copy
    }

    /// What is allowed or refused and no change that was found says why.
    private func unexplained(
        _ readers: Inclusion,
        _ writers: Inclusion,
        _ found: [SchemaChange]
    ) -> SchemaChange? {
        let explaining = found.filter(\.kind.explainsSets)
        let readersLeft = readers != .included && explaining.allSatisfy { $0.readers == .none }
        let writersLeft = writers != .included && explaining.allSatisfy { $0.writers == .none }
        guard readersLeft || writersLeft else { return nil }
        let left = [readersLeft ? readers : nil, writersLeft ? writers : nil].compactMap(\.self)
        return SchemaChange(
            .constraintChanged,
            readers: readersLeft ? Effect(readers) : .none,
            writers: writersLeft ? Effect(writers) : .none,
            doubt: left.lazy.compactMap { if case .unclear(let doubt) = $0 { doubt } else { nil } }.first
        )
    }

    private func areIdentical(_ old: Conjunction, _ new: Conjunction) -> Bool {
        guard old.terms.count == new.terms.count else { return false }
        var sameness = Sameness(comparesAnnotations: true)
        return zip(old.terms, new.terms).allSatisfy { sameness.areSame($0, $1) }
    }
}

extension [SchemaChange] {
    /// Takes back what the whole refutes: who accepts all values of the whole is not broken by a part.
    fileprivate mutating func bound(by readers: Inclusion, _ writers: Inclusion) {
        for position in indices {
            self[position].readers.bound(by: readers)
            self[position].writers.bound(by: writers)
        }
    }
}

extension [SchemaChange] {
    fileprivate func limited(to maxPlaces: Int) -> [SchemaChange] {
        guard count > maxPlaces else { return self }
        var counts: [Int: Int] = [:]
        return filter { change in
            counts[change.origin, default: 0] += 1
            return change.origin == 0 || counts[change.origin, default: 0] <= maxPlaces
        }
    }
}

extension Effect {
    fileprivate mutating func bound(by inclusion: Inclusion) {
        if inclusion == .included, self > .notice { self = .none }
    }
}

extension Conjunction {
    /// The same set, where a schema only refers to another by that one.
    var resolved: Conjunction {
        Conjunction(
            terms.map { term in
                guard case .schema(let node) = term else { return term }
                return .schema(node.resolved)
            }
        )
    }
}

extension SchemaNode {
    fileprivate var resolved: SchemaNode {
        var node = self
        while node.keywords.filter(\.keyword.isAssertion).map(\.keyword) == [.ref], let target = node.target {
            node = target
        }
        return node
    }
}

/// A change, and every place it is at.
package struct ChangeGroup: Sendable {
    /// The change at the first of the places.
    package var change: SchemaChange

    /// As ``SchemaChange/path``, the first being that of ``change``.
    package var paths: [String]

    /// A change at one place.
    package init(_ change: SchemaChange) {
        self.change = change
        paths = [change.path]
    }

    /// Changes of one schema that are at several places become one.
    static func groups(of changes: [SchemaChange]) -> [ChangeGroup] {
        var groups: [ChangeGroup] = []
        var numbers: [Key: Int] = [:]
        for change in changes {
            let key = Key(origin: change.origin, readers: change.readers, writers: change.writers)
            if let number = numbers[key] {
                groups[number].paths.append(change.path)
            } else {
                numbers[key] = groups.count
                groups.append(ChangeGroup(change))
            }
        }
        return groups
    }

    private struct Key: Hashable {
        let origin: Int
        let readers: Effect
        let writers: Effect
    }
}
