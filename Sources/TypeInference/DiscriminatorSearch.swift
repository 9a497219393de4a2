internal import JSONCore

/// Finds the lists of objects that a member tells apart: `blockCode`, `type`, `kind`.
///
/// The evidence is that the member's value predicts what else an object has. What is predicted is counted as bits: how
/// surprising the presence of every other place is, in all objects together and in those of one value. See `docs/inference.md`.
struct DiscriminatorSearch {
    private let places: Places
    private let shape: Shape

    /// The types whose objects may be told apart, with the members that may do so.
    private var candidates: [Int: [Candidate]] = [:]

    /// Whether something to look at is at a place or below it.
    private var leads: [Bool]

    private var observations: [Int: [Candidate: KindObservation]] = [:]

    struct Candidate: Hashable {
        /// The number of the member's name.
        let name: Int

        /// Whether it is called as such members are.
        let isNamedSo: Bool
    }

    /// What is pinned to be told apart by some member, or not, is not looked at.
    init(_ places: Places, maps: Set<Int>, except decided: Set<Int>) {
        self.places = places
        shape = places.shape
        leads = Array(repeating: false, count: places.shape.nodes.count)
        for root in shape.nodes.indices where places.root(of: root) == root && !maps.contains(root) {
            let isDecided = places.nodes(of: root).contains { decided.contains($0) }
            let found = isDecided ? [] : candidates(for: root)
            if !found.isEmpty { candidates[root] = found }
        }
        if !candidates.isEmpty { _ = markLeads(Shape.root) }
    }

    /// Whether there is anything to observe.
    var isWorthAPass: Bool { !candidates.isEmpty }

    /// The name of the member that tells the objects of a type apart, by its root.
    var found: [Int: String] {
        observations.compactMapValues { byCandidate in
            let best = byCandidate.filter { $0.value.tellsApart(isNamedSo: $0.key.isNamedSo) }.max {
                left,
                right in
                let (first, second) = (
                    left.value.score(left.key.isNamedSo), right.value.score(right.key.isNamedSo)
                )
                return first == second ? places.names.precedes(right.key.name, left.key.name) : first < second
            }
            return best.map { places.name($0.key.name) }
        }
    }

    // MARK: Candidates

    /// Strings that are always there, and of some few values, in objects of which something comes and goes.
    private func candidates(for root: Int) -> [Candidate] {
        let count = places.counts(of: root).objects
        guard count > 1, places.branches(of: root) == nil else { return [] }
        let members = places.members(of: root)
        guard members.contains(where: { varies($0, in: count) }) else { return [] }
        return members.compactMap { member in
            let counts = member.site.counts
            guard counts.strings == count, counts.seen == count else { return nil }
            let isNamedSo = KindName.isOne(places.name(member.name))
            return isValuedSo(member.site.root, count, isNamedSo)
                ? Candidate(name: member.name, isNamedSo: isNamedSo) : nil
        }
    }

    /// Whether a member, or something below it, is not always the same.
    private func varies(_ member: Places.Member, in count: Int) -> Bool {
        member.seen < count || KindMask(member.site.counts).essential.count > 1
            || member.site.counts.objects > 1
            || member.site.counts.arrays > 1
    }

    private func isValuedSo(_ root: Int, _ count: Int, _ isNamedSo: Bool) -> Bool {
        let evidence = TextEvidence(places, root)
        guard let least = evidence.leastDistinct, least <= count, isNamedSo || least * 3 <= count,
            let values = evidence.values, values.count > 1
        else { return false }
        // With a value for each object, it is an identifier, but for a few objects under a telling name.
        guard isNamedSo ? values.count < count || count <= 8 : values.count * 3 <= count else { return false }
        return values.allSatisfy { KindName.isValue($0.text) }
    }

    private mutating func markLeads(_ node: Int) -> Bool {
        var isLead = candidates[places.root(of: node)] != nil
        let children =
            places.memberLinks(of: node).map(\.node)
            + shape.branchNumbers(of: node).map { Int(shape.branches[$0].node) }
            + (shape.nodes[node].each < 0 ? [] : [Int(shape.nodes[node].each)])
        for child in children where markLeads(child) { isLead = true }
        leads[node] = isLead
        return isLead
    }

    // MARK: Observing

    /// Looks at the objects of a sample that may be told apart.
    mutating func observe(_ value: JSONValue) {
        defer { extendLifetime(value.document) }
        unsafe visit(value.index, value.document.unownedTape, at: Shape.root)
    }

    private mutating func visit(_ index: Int, _ tape: Tape, at node: Int) {
        guard leads[node] else { return }
        switch tape.tag(at: index) {
        case TapeTag.array:
            guard shape.nodes[node].each >= 0 else { return }
            var element = index + 1
            let end = tape.closingIndex(of: index)
            while element < end {
                visit(element, tape, at: Int(shape.nodes[node].each))
                element = tape.indexAfter(element)
            }
        case TapeTag.object:
            let place = shape.branchNode(of: index, tape, at: node)
            if let candidates = candidates[places.root(of: place)] {
                note(index, tape, at: place, candidates)
            }
            shape.forEachMember(of: index, tape, at: place) { visit($0, tape, at: $1) }
        default: break
        }
    }

    private mutating func note(_ object: Int, _ tape: Tape, at node: Int, _ candidates: [Candidate]) {
        var features: Set<KindObservation.Feature> = []
        collect(object, tape, at: node, parent: KindObservation.root, depth: 0, &features)
        var values: [Int: String] = [:]
        var key = object + 1
        let end = tape.closingIndex(of: object)
        while key < end {
            if tape.tag(at: key + 1) == TapeTag.string,
                let name = places.names.known(tape.utf8(at: key), ownedBy: 0)
            {
                if candidates.contains(where: { $0.name == name }) {
                    values[name] = tape.utf8(at: key + 1).string
                }
            }
            key = tape.indexAfter(key + 1)
        }
        let root = places.root(of: node)
        for candidate in candidates {
            guard let value = values[candidate.name] else { continue }
            observations[root, default: [:]][candidate, default: KindObservation()].add(features, of: value)
        }
    }

    /// What an object has, down to a few levels: the types of its places, with the kinds of values there.
    private func collect(
        _ index: Int,
        _ tape: Tape,
        at node: Int,
        parent: Int,
        depth: Int,
        _ features: inout Set<KindObservation.Feature>
    ) {
        guard depth < 5, features.count < 400 else { return }
        if tape.tag(at: index) == TapeTag.array {
            guard shape.nodes[node].each >= 0 else { return }
            var element = index + 1
            let end = tape.closingIndex(of: index)
            while element < end {
                let each = Int(shape.nodes[node].each)
                collectValue(element, tape, at: each, parent: parent, depth: depth, &features)
                element = tape.indexAfter(element)
            }
        } else if tape.tag(at: index) == TapeTag.object {
            let place = shape.branchNode(of: index, tape, at: node)
            shape.forEachMember(of: index, tape, at: place) {
                collectValue($0, tape, at: $1, parent: parent, depth: depth, &features)
            }
        }
    }

    private func collectValue(
        _ index: Int,
        _ tape: Tape,
        at node: Int,
        parent: Int,
        depth: Int,
        _ features: inout Set<KindObservation.Feature>
    ) {
        // Null is an absence, and how a number is written a chance.
        let kind = KindMask(tape.tag(at: index)).essential
        guard kind.bits != 0 else { return }
        let number = places.root(of: node) << 8 | Int(kind.bits)
        features.insert(KindObservation.Feature(number: number, parent: parent))
        collect(index, tape, at: node, parent: number, depth: depth + 1, &features)
    }
}

/// Names and values of members that tell objects apart.
enum KindName {
    private static let words: Set<String> = [
        "type", "kind", "code", "class", "event", "category", "variant", "typename", "op", "action", "format",
        "model",
        "shape", "layout", "template", "object", "entity", "tag",
    ]

    /// `type`, `blockCode`, `__typename`.
    static func isOne(_ name: String) -> Bool {
        DefinitionNames.words(of: name).last.map(words.contains) ?? false
    }

    /// A word, without blanks.
    static func isValue(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.count <= 48
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"),
                    UInt8(ascii: "."),
                    UInt8(ascii: ":"), UInt8(ascii: "/"), UInt8(ascii: "#"):
                    true
                default: false
                }
            }
    }
}
