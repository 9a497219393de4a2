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
    private var features = KindFeatures()
    private var valueTexts = OwnedTexts()

    /// The features that were met, by place, kind and surroundings: see ``feature(_:at:below:isElement:)``; -1 for none.
    private var known: ContiguousArray<Int32> = []

    /// For each feature, the last object that had it.
    private var lastObjects: [Int] = []
    private var objectCount = 0

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
        guard !candidates.isEmpty else { return }
        _ = markLeads(Shape.root)
        known = ContiguousArray(repeating: -1, count: shape.nodes.count << Self.kindBits)
    }

    /// Whether there is anything to observe.
    var isWorthAPass: Bool { !candidates.isEmpty }

    /// The name of the member that tells the objects of a type apart, by its root.
    var found: [Int: String] {
        observations.compactMapValues { byCandidate in
            let scores = byCandidate.compactMap { candidate, observation in
                observation.tellsApart(isNamedSo: candidate.isNamedSo, features)
                    ? (candidate.name, observation.score(isNamedSo: candidate.isNamedSo, features)) : nil
            }
            let best = scores.max { left, right in
                left.1 == right.1 ? places.names.precedes(right.0, left.0) : left.1 < right.1
            }
            return best.map { places.name($0.0) }
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
        objectCount += 1
        var found: [Int] = []
        collect(object, tape, at: node, below: KindFeatures.object, depth: 0, &found)
        let root = places.root(of: node)
        var key = object + 1
        let end = tape.closingIndex(of: object)
        while key < end {
            if tape.tag(at: key + 1) == TapeTag.string,
                let name = places.names.known(tape.utf8(at: key), ownedBy: 0),
                let candidate = candidates.first(where: { $0.name == name })
            {
                let value = valueTexts.number(of: tape.utf8(at: key + 1), ownedBy: 0)
                observations[root, default: [:]][candidate, default: KindObservation()].add(found, of: value)
            }
            key = tape.indexAfter(key + 1)
        }
    }

    /// What an object has, down to a few levels: the types of its places, with the kinds of values there.
    private mutating func collect(
        _ index: Int,
        _ tape: Tape,
        at node: Int,
        below parent: Int,
        depth: Int,
        _ found: inout [Int]
    ) {
        guard depth < 5, found.count < 400 else { return }
        if tape.tag(at: index) == TapeTag.array {
            guard shape.nodes[node].each >= 0 else { return }
            let each = Int(shape.nodes[node].each)
            var element = index + 1
            let end = tape.closingIndex(of: index)
            while element < end {
                let feature = feature(tape.tag(at: element), at: each, below: parent, isElement: true)
                collect(feature, element, tape, at: each, depth: depth, &found)
                element = tape.indexAfter(element)
            }
        } else if tape.tag(at: index) == TapeTag.object {
            let place = shape.branchNode(of: index, tape, at: node)
            shape.forEachMember(of: index, tape, at: place) { value, member in
                let feature = feature(tape.tag(at: value), at: member, below: parent, isElement: false)
                collect(feature, value, tape, at: member, depth: depth, &found)
            }
        }
    }

    private mutating func collect(
        _ feature: Int?,
        _ index: Int,
        _ tape: Tape,
        at node: Int,
        depth: Int,
        _ found: inout [Int]
    ) {
        guard let feature else { return }
        if lastObjects[feature] != objectCount {
            lastObjects[feature] = objectCount
            found.append(feature)
        }
        collect(index, tape, at: node, below: features.place(of: feature), depth: depth + 1, &found)
    }

    /// Each place has room for this many bits of a kind and what is around it.
    private static let kindBits = 5

    /// The number of what a value is at a place; nil for null, which is an absence.
    ///
    /// The place around is another only if it is the object itself, or a list instead of an object.
    private mutating func feature(_ tag: UInt8, at node: Int, below parent: Int, isElement: Bool) -> Int? {
        // How a number is written is a chance.
        let kind = KindMask(tag).essential
        guard kind.bits != 0 else { return nil }
        let around = (isElement ? 2 : 0) + (parent == KindFeatures.object ? 1 : 0)
        let slot = node << Self.kindBits + kind.bits.trailingZeroBitCount << 2 + around
        if known[slot] < 0 {
            known[slot] = Int32(features.number(of: places.root(of: node), kind, below: parent))
            if lastObjects.count < features.count { lastObjects.append(0) }
        }
        return Int(known[slot])
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
