import JSONCore

/// Compares values with what samples showed at their paths: what no schema forbids and yet is new.
struct SampleComparison: Sendable {
    /// One way in which a value differs from all samples.
    struct Departure {
        let kind: FindingKind
        let value: JSONValue
        let expected: String
        let found: String

        /// The node of its place, or of what it is in.
        let node: Int

        /// The step from there; empty where the node is the place.
        var step = ""
    }

    /// Objects without a member that all samples had.
    struct Absence: Sendable {
        var count = 0
        var places: [Finding.Place] = []
    }

    let samples: SampleTree

    /// Values met at each node, and objects among them.
    private(set) var values: [Int]
    private(set) var objects: [Int]

    /// By the node of the member.
    private(set) var absences: [Int: Absence] = [:]

    private static let placesKept = 3

    init(_ samples: SampleTree) {
        self.samples = samples
        values = Array(repeating: 0, count: samples.nodes.count)
        objects = values
    }

    /// Compares a value that stands where the samples stood, but for what is volatile in it.
    ///
    /// - Complexity: O(value).
    /// - Returns: what differs, in the order of the text.
    mutating func compare(_ root: JSONValue, without volatile: VolatilePlaces, input: String) -> [Departure] {
        // The tape is the document's memory.
        defer { extendLifetime(root.document) }
        var walk = unsafe Walk(root.document, root.document.unownedTape, volatile, input)
        compare(root.index, at: 0, &walk)
        return walk.departures.filter { !volatile.contains($0.value) }
    }

    /// Adds what other documents came to.
    mutating func add(_ later: SampleComparison) {
        for node in values.indices {
            values[node] += later.values[node]
            objects[node] += later.objects[node]
        }
        absences.merge(later.absences) { known, new in
            let places = known.places + new.places.prefix(Self.placesKept - known.places.count)
            return Absence(count: known.count + new.count, places: places)
        }
    }

    /// What one value needs on the way.
    struct Walk {
        let document: JSONDocument
        let tape: Tape
        let volatile: VolatilePlaces
        let input: String
        var departures: [Departure] = []

        init(_ document: JSONDocument, _ tape: Tape, _ volatile: VolatilePlaces, _ input: String) {
            self.document = document
            self.tape = tape
            self.volatile = volatile
            self.input = input
        }
    }

    // MARK: The walk

    private mutating func compare(_ index: Int, at node: Int, _ walk: inout Walk) {
        values[node] += 1
        switch walk.tape.tag(at: index) {
        case TapeTag.object: compareObject(index, at: node, &walk)
        case TapeTag.array: compareArray(index, at: node, &walk)
        case TapeTag.null: compareNull(index, at: node, &walk)
        case TapeTag.double where samples.nodes[node].hasOnlyIntegers: compareDecimal(index, at: node, &walk)
        case TapeTag.int where samples.nodes[node].clock != nil: compareClock(index, at: node, &walk)
        case TapeTag.string where samples.nodes[node].seconds != .unknown: compareTime(index, at: node, &walk)
        default: break
        }
    }

    private mutating func compareObject(_ object: Int, at node: Int, _ walk: inout Walk) {
        objects[node] += 1
        let end = walk.tape.closingIndex(of: object)
        var constants = 0
        var expected = 0
        var key = object + 1
        while key < end {
            if let number = member(walk.tape.utf8(at: key), of: node, &expected) {
                let member = samples.nodes[node].members[number]
                constants += member.isConstant ? 1 : 0
                compare(key + 1, at: member.node, &walk)
            } else if samples.nodes[node].each != 0 {
                compareElement(key + 1, of: node, &walk)
            }
            key = walk.tape.indexAfter(key + 1)
        }
        if constants < samples.nodes[node].constantMembers { noteAbsences(object, at: node, walk) }
    }

    /// The member's number; objects of one place mostly name their members in one order, so that the next is `expected`.
    private func member(_ name: UTF8View, of node: Int, _ expected: inout Int) -> Int? {
        let count = samples.nodes[node].members.count
        for step in 0..<count {
            let number = expected + step < count ? expected + step : expected + step - count
            guard name == samples.nodes[node].members[number].name else { continue }
            expected = number + 1
            return number
        }
        return nil
    }

    private mutating func compareArray(_ array: Int, at node: Int, _ walk: inout Walk) {
        let count = walk.tape.count(of: array)
        switch samples.nodes[node].arrays {
        case .neverEmpty where count == 0:
            walk.add(.emptySection, array, node, "a list that is never empty", "no items")
        case .alwaysEmpty where count > 0:
            walk.add(.firstSeen, array + 1, node, "a list that is always empty", "its first item", step: "/*")
        default: break
        }
        let end = walk.tape.closingIndex(of: array)
        var element = array + 1
        while element < end {
            compareElement(element, of: node, &walk)
            element = walk.tape.indexAfter(element)
        }
        if let identity = samples.nodes[node].identity {
            noteRepetitions(of: identity, array, at: node, &walk)
        }
    }

    private func noteRepetitions(of name: [UInt8], _ array: Int, at node: Int, _ walk: inout Walk) {
        var seen: Set<String> = []
        let each = samples.nodes[node].each
        for element in JSONValue(document: walk.document, index: array).elements {
            guard let value = element[String(decoding: name, as: UTF8.self)], let identity = value.string,
                !seen.insert(identity).inserted
            else { continue }
            walk.add(.duplicateID, element.index, each, "an identity of its own", value.shortText)
        }
    }

    private mutating func compareElement(_ index: Int, of node: Int, _ walk: inout Walk) {
        if let variant = variant(of: index, at: node, walk.tape) { return compare(index, at: variant, &walk) }
        let each = samples.nodes[node].each
        if each != 0 { compare(index, at: each, &walk) }
    }

    /// The node of an object's kind, where the samples tell kinds apart.
    private func variant(of index: Int, at node: Int, _ tape: Tape) -> Int? {
        guard let discriminator = samples.nodes[node].discriminator, tape.tag(at: index) == TapeTag.object
        else {
            return nil
        }
        let end = tape.closingIndex(of: index)
        var key = index + 1
        while key < end {
            if tape.utf8(at: key) == discriminator {
                guard tape.tag(at: key + 1) == TapeTag.string else { return nil }
                return SampleTree.member(tape.utf8(at: key + 1).bytes, in: samples.nodes[node].variants)
            }
            key = tape.indexAfter(key + 1)
        }
        return nil
    }

    // MARK: Departures

    private func compareNull(_ index: Int, at node: Int, _ walk: inout Walk) {
        guard samples.nodes[node].seen > 0, samples.nodes[node].nulls == 0 else { return }
        walk.add(.nullIntroduced, index, node, "a value that never was null", "null")
    }

    /// A number with a fraction that is not zero has changed its type, which is a schema's to say.
    private func compareDecimal(_ index: Int, at node: Int, _ walk: inout Walk) {
        let value = walk.tape.double(at: index)
        guard value == value.rounded() else { return }
        let found = JSONValue(document: walk.document, index: index).shortText
        walk.add(.lexicalChange, index, node, "an integer without fraction and exponent", found)
    }

    /// A count of seconds that became one of milliseconds, or the reverse.
    private func compareClock(_ index: Int, at node: Int, _ walk: inout Walk) {
        guard let known = samples.nodes[node].clock, let found = SampleTree.Clock(walk.tape.int64(at: index)),
            found != known
        else { return }
        walk.add(
            .formatChanged,
            index,
            node,
            "a time in \(known.rawValue) since 1970",
            "one in \(found.rawValue)"
        )
    }

    private func compareTime(_ index: Int, at node: Int, _ walk: inout Walk) {
        let text = walk.tape.utf8(at: index)
        // Not a time at all is a schema's to say.
        guard text.count > 8, text.contains(UInt8(ascii: ":")) else { return }
        switch (samples.nodes[node].seconds, text.contains(UInt8(ascii: "."))) {
        case (.whole, true):
            walk.add(
                .lexicalChange,
                index,
                node,
                "a time in whole seconds",
                "one with a fraction of a second"
            )
        case (.fractional, false):
            walk.add(.formatChanged, index, node, "a time with a fraction of a second", "one without")
        default: break
        }
    }

    private mutating func noteAbsences(_ object: Int, at node: Int, _ walk: Walk) {
        let value = JSONValue(document: walk.document, index: object)
        for member in samples.nodes[node].members where member.isConstant {
            let name = String(decoding: member.name, as: UTF8.self)
            guard value[name] == nil, !walk.volatile.contains(value, member: name) else { continue }
            absences[member.node, default: Absence()].count += 1
            guard absences[member.node, default: Absence()].places.count < Self.placesKept else { continue }
            let place = Finding.Place(of: value, member: name, in: walk.input)
            absences[member.node]?.places.append(place)
        }
    }
}

extension SampleComparison.Walk {
    fileprivate mutating func add(
        _ kind: FindingKind,
        _ index: Int,
        _ node: Int,
        _ expected: String,
        _ found: String,
        step: String = ""
    ) {
        departures.append(
            SampleComparison.Departure(
                kind: kind,
                value: JSONValue(document: document, index: index),
                expected: expected,
                found: found,
                node: node,
                step: step
            )
        )
    }
}

extension UTF8View {
    fileprivate func contains(_ byte: UInt8) -> Bool {
        for offset in 0..<count where self[offset] == byte { return true }
        return false
    }
}

/// A member that the samples always had and that is gone by more than chance.
struct DroppedPresence {
    /// As findings spell it.
    let path: String
    let absence: SampleComparison.Absence

    /// The objects that could have had it.
    let objects: Int
}

extension SampleComparison {
    /// In the order of the samples' paths.
    var droppedPresences: [DroppedPresence] {
        samples.nodes.indices.flatMap { parent in
            samples.nodes[parent].members.compactMap { member -> DroppedPresence? in
                guard let absence = absences[member.node] else { return nil }
                let path = samples.nodes[member.node].path
                let total = objects[parent]
                let evidence = samples.profile.evidence(
                    for: .missing,
                    at: path,
                    count: absence.count,
                    of: total
                )
                guard evidence.weight == .change else { return nil }
                return DroppedPresence(path: path, absence: absence, objects: total)
            }
        }
    }
}
