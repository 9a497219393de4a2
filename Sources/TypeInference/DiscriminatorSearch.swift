internal import JSONCore

/// Finds the lists of objects that a member tells apart: `blockCode`, `type`, `kind`.
///
/// The evidence is that the member's value predicts what else an object has. What is predicted is counted as bits: how
/// surprising the presence of every other place is, in all objects together and in those of one value. See `docs/inference.md`.
struct DiscriminatorSearch {
    private let places: Places
    private let shape: Shape

    /// The members that may tell objects apart.
    private var candidates: ContiguousArray<Candidate> = []

    /// The numbers of the candidates whose values stand at a place, by the place; -1 for none.
    private var candidateNumbers: ContiguousArray<Int32>

    /// Whether the objects at a place may be told apart.
    private var isCandidate: ContiguousArray<Bool>

    /// Whether something to look at is at a place or below it.
    private var leads: ContiguousArray<Bool>

    private var features = KindFeatures()
    private var valueTexts = OwnedTexts()

    /// The features that were met, by place, kind and surroundings: see ``feature(_:at:below:isElement:)``; -1 for none.
    private var known: ContiguousArray<Int32> = []

    /// For each feature, the last object that had it.
    private var lastObjects: [Int] = []
    private var objectCount = 0

    /// What the object at hand has.
    private var found: [Int] = []

    private struct Candidate {
        /// The type whose objects may be told apart, and the number of the member's name.
        let root: Int
        let name: Int

        /// Whether it is called as such members are.
        let isNamedSo: Bool
        var observation = KindObservation()
    }

    /// What is pinned to be told apart by some member, or not, is not looked at.
    init(_ places: Places, maps: Set<Int>, except decided: Set<Int>) {
        self.places = places
        shape = places.shape
        candidateNumbers = ContiguousArray(repeating: -1, count: shape.nodes.count)
        isCandidate = ContiguousArray(repeating: false, count: shape.nodes.count)
        leads = isCandidate
        for root in shape.nodes.indices where places.root(of: root) == root && !maps.contains(root) {
            if !places.nodes(of: root).contains(where: decided.contains) { addCandidates(for: root) }
        }
        guard !candidates.isEmpty else { return }
        _ = markLeads(Shape.root)
        known = ContiguousArray(repeating: -1, count: shape.nodes.count << Self.kindBits)
    }

    /// Whether there is anything to observe.
    var isWorthAPass: Bool { !candidates.isEmpty }

    /// The name of the member that tells the objects of a type apart, by its root.
    var membersByRoot: [Int: String] {
        let telling = candidates.filter {
            $0.observation.tellsApart(isNamedSo: $0.isNamedSo, features)
        }
        return Dictionary(grouping: telling, by: \.root).compactMapValues { rivals in
            let scores = rivals.map { ($0.name, $0.observation.score(isNamedSo: $0.isNamedSo, features)) }
            let best = scores.max { left, right in
                left.1 == right.1 ? places.names.precedes(right.0, left.0) : left.1 < right.1
            }
            return best.map { places.name($0.0) }
        }
    }

    // MARK: Candidates

    /// Strings that are always there, and of some few values, in objects of which something comes and goes.
    private mutating func addCandidates(for root: Int) {
        let count = places.counts(of: root).objects
        guard count > 1, places.branches(of: root) == nil else { return }
        let members = places.members(of: root)
        guard members.contains(where: { varies($0, in: count) }) else { return }
        for member in members {
            if let candidate = candidate(member, of: root, count) { add(candidate) }
        }
    }

    private mutating func add(_ candidate: Candidate) {
        for node in places.nodes(of: candidate.root) {
            isCandidate[node] = true
            for member in places.memberLinks(of: node) where member.name == candidate.name {
                candidateNumbers[member.node] = Int32(candidates.count)
            }
        }
        candidates.append(candidate)
    }

    /// Whether a member, or something below it, is not always the same.
    private func varies(_ member: Places.Member, in count: Int) -> Bool {
        member.seen < count || KindMask(member.site.counts).essential.count > 1
            || member.site.counts.objects > 1
            || member.site.counts.arrays > 1
    }

    /// Cheap questions first: nearly all strings are of many values.
    private func candidate(_ member: Places.Member, of root: Int, _ count: Int) -> Candidate? {
        let counts = member.site.counts
        guard counts.strings == count, counts.seen == count else { return nil }
        let evidence = TextEvidence(places, member.site.root)
        guard let least = evidence.leastDistinct, least <= count else { return nil }
        let isNamedSo = KindName.isOne(places.name(member.name))
        guard isNamedSo || least * 3 <= count, let values = evidence.values, values.count > 1 else {
            return nil
        }
        // With a value for each object, it is an identifier, but for a few objects under a telling name.
        guard isNamedSo ? values.count < count || count <= 8 : values.count * 3 <= count else { return nil }
        guard values.allSatisfy({ KindName.isValue($0.text) }) else { return nil }
        return Candidate(root: root, name: member.name, isNamedSo: isNamedSo)
    }

    private mutating func markLeads(_ node: Int) -> Bool {
        var isLead = isCandidate[node]
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
            if isCandidate[place] { note(index, tape, at: place) }
            var expected = Int(shape.nodes[place].firstMember)
            var key = index + 1
            let end = tape.closingIndex(of: index)
            while key < end {
                if let member = shape.memberNode(tape.utf8(at: key), of: place, &expected) {
                    visit(key + 1, tape, at: member)
                }
                key = tape.indexAfter(key + 1)
            }
        default: break
        }
    }

    private mutating func note(_ object: Int, _ tape: Tape, at node: Int) {
        objectCount += 1
        found.removeAll(keepingCapacity: true)
        collect(object, tape, at: node, below: KindFeatures.object, depth: 0)
        var expected = Int(shape.nodes[node].firstMember)
        var key = object + 1
        let end = tape.closingIndex(of: object)
        while key < end {
            if let member = shape.memberNode(tape.utf8(at: key), of: node, &expected),
                candidateNumbers[member] >= 0, tape.tag(at: key + 1) == TapeTag.string
            {
                let candidate = Int(candidateNumbers[member])
                let value = valueTexts.number(of: tape.utf8(at: key + 1), ownedBy: candidate)
                candidates[candidate].observation.add(found, of: value)
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
        depth: Int
    ) {
        guard depth < 5, found.count < 400 else { return }
        if tape.tag(at: index) == TapeTag.array {
            guard shape.nodes[node].each >= 0 else { return }
            let each = Int(shape.nodes[node].each)
            var element = index + 1
            let end = tape.closingIndex(of: index)
            while element < end {
                let feature = feature(tape.tag(at: element), at: each, below: parent, isElement: true)
                collect(feature, element, tape, at: each, depth: depth)
                element = tape.indexAfter(element)
            }
        } else if tape.tag(at: index) == TapeTag.object {
            let place = shape.branchNode(of: index, tape, at: node)
            var expected = Int(shape.nodes[place].firstMember)
            var key = index + 1
            let end = tape.closingIndex(of: index)
            while key < end {
                if let member = shape.memberNode(tape.utf8(at: key), of: place, &expected) {
                    let feature = feature(tape.tag(at: key + 1), at: member, below: parent, isElement: false)
                    collect(feature, key + 1, tape, at: member, depth: depth)
                }
                key = tape.indexAfter(key + 1)
            }
        }
    }

    private mutating func collect(
        _ feature: Int?,
        _ index: Int,
        _ tape: Tape,
        at node: Int,
        depth: Int
    ) {
        guard let feature else { return }
        if lastObjects[feature] != objectCount {
            lastObjects[feature] = objectCount
            found.append(feature)
        }
        collect(index, tape, at: node, below: features.place(of: feature), depth: depth + 1)
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
