package import JSONCore
package import JSONSchema

/// Where a value stands: the value itself, and its path as findings spell it.
package struct Place: Sendable {
    /// The value at the place.
    package let value: JSONValue

    /// `/data/blocks/[blockCode=HOMEPAGE_BANNER]`; empty for the root of a response.
    package let path: String

    package init(_ value: JSONValue, path: String = "") {
        self.value = value
        self.path = path
    }
}

/// Groups what is found in the responses of one endpoint: one finding for each kind, path and value.
///
/// It holds the documents it was given until ``settle()``; then only what is reported of them.
package struct FindingCollector: Sendable {
    let endpoint: String
    let rules: SeverityRules
    private var input = ""
    var paths = FindingPaths()
    var groups: [Group] = []
    var groupNumbers: [Key: Int] = [:]

    /// What differs from the contract's samples; nil without a profile.
    var comparison: SampleComparison?

    /// What was found in the document at hand, so that nothing is said twice of a value.
    private var reported: Set<Reported> = []

    /// The values that could show findings, not yet counted: without a finding nobody asks how many there were.
    private var uncounted: [Place] = []
    var counts = CandidateCounts()

    static let placesKept = 3

    struct Key: Hashable {
        let kind: FindingKind
        let path: Int
        let distinct: String?
    }

    private struct Reported: Hashable {
        let kind: FindingKind
        let index: Int
    }

    struct Group {
        var finding: Finding

        /// The path of those that could have shown it.
        let candidates: Int

        /// The node of the samples' tree, for a finding that comes from there.
        var sampleNode: Int?

        /// Whether what is missing is there in another form.
        var isReplaced = false

        /// Whether no schema says it.
        var isDeparture: Bool { sampleNode != nil && finding.severity == .info }
    }

    /// A collector without findings.
    ///
    /// - Parameters:
    ///   - endpoint: whose responses they are; empty for a check by a schema alone.
    ///   - rules: how severe findings are.
    ///   - samples: what responses are compared with; rules that few samples made weigh less then.
    ///   - places: where kinds of objects are told apart in paths, seen from the response.
    package init(
        endpoint: String,
        rules: SeverityRules = SeverityRules(),
        samples: SampleTree? = nil,
        telling places: [DiscriminatedPlace] = []
    ) {
        self.endpoint = endpoint
        self.rules = rules
        paths.tellApart(places)
        counts.tellApart(places)
        comparison = samples.map(SampleComparison.init)
    }

    /// What follows belongs to this input.
    package mutating func begin(input: String) { self.input = input }

    /// Counts a value among those that could show findings below its path.
    package mutating func observe(_ place: Place) { uncounted.append(place) }

    /// Compares a response with the samples of its contract, once its schemas have said what they have to say.
    ///
    /// What is volatile is passed over.
    package mutating func compare(_ root: JSONValue, without volatile: VolatilePlaces = VolatilePlaces()) {
        defer { reported = [] }
        guard let samples = comparison?.samples,
            let departures = comparison?.compare(root, without: volatile, input: input)
        else { return }
        for departure in departures
        where !reported.contains(Reported(kind: departure.kind, index: departure.value.index)) {
            let path = paths.node(spelled: samples.nodes[departure.node].path + departure.step)
            add(departure, Key(kind: departure.kind, path: path, distinct: nil))
        }
    }

    private mutating func add(_ departure: SampleComparison.Departure, _ key: Key) {
        // What it weighs is known when all have been counted.
        let severity = rules.severity(of: departure.kind, forReaders: .info)
        guard let number = groupNumbers[key] else {
            let new = makeGroup(key, severity, expected: departure.expected, found: departure.found)
            groups[new].sampleNode = departure.node
            return count(departure.value, severity, in: new)
        }
        count(departure.value, severity, in: number)
    }

    /// Counts what was observed and lets the documents go.
    ///
    /// - Complexity: O(documents since the last call).
    package mutating func settle() {
        for place in uncounted { counts.add(place.value, at: place.path) }
        uncounted.removeAll(keepingCapacity: true)
        paths.forgetPlace()
    }

    /// Adds one occurrence.
    ///
    /// - Parameters:
    ///   - kind: what kind of drift.
    ///   - severity: how bad for readers; a finding keeps the worst.
    ///   - value: where it was found; for a missing member, the object that lacks it.
    ///   - place: the base of the finding's path.
    ///   - member: the name of a missing member.
    ///   - distinct: a value that makes a finding of its own, such as a new kind.
    ///   - expected: what the contract says, in a few words; asked for when a finding is new, and so is `found`.
    ///   - found: what stands there, in a few words.
    ///   - hint: what may help; asked for until there is one.
    ///   - isReplaced: whether what is missing is there in another form, so that few samples make it no less of a change.
    ///   - candidates: which values of the response could have shown it, `*` being every position, where those are not the
    ///     siblings of `value`.
    /// - Returns: how bad it is, by the rules.
    @discardableResult
    package mutating func add(
        _ kind: FindingKind,
        _ severity: Severity,
        at value: JSONValue,
        below place: Place,
        member: String? = nil,
        distinct: String? = nil,
        expected: @autoclosure () -> String? = nil,
        found: @autoclosure () -> String? = nil,
        hint: @autoclosure () -> String? = nil,
        isReplaced: Bool = false,
        among candidates: JSONPointer? = nil
    ) -> Severity {
        let severity = rules.severity(of: kind, forReaders: severity)
        var path = paths.node(of: value, below: place)
        if let member { path = paths.child(of: path, .name(member)) }
        let key = Key(kind: kind, path: path, distinct: distinct)
        let among = candidates.map { pattern in
            paths.node(at: pattern.tokens.map { $0 == "*" ? .each : .name($0) }, below: "")
        }
        let number =
            groupNumbers[key] ?? makeGroup(key, severity, expected: expected(), found: found(), among: among)
        if groups[number].finding.hint == nil { groups[number].finding.hint = hint() }
        if isReplaced { groups[number].isReplaced = true }
        if comparison != nil { reported.insert(Reported(kind: kind, index: value.index)) }
        count(value, member: member, severity, in: number)
        return severity
    }

    private mutating func count(
        _ value: JSONValue,
        member: String? = nil,
        _ severity: Severity,
        in group: Int
    ) {
        groups[group].finding.count += 1
        groups[group].finding.severity = max(groups[group].finding.severity, severity)
        guard groups[group].finding.places.count < Self.placesKept else { return }
        groups[group].finding.places.append(Finding.Place(of: value, member: member, in: input))
        if groups[group].finding.sample == nil, member == nil, value.isScalar {
            groups[group].finding.sample = value.shortText
        }
    }

    /// Adds one occurrence that is about a response as a whole, or about a byte of its text.
    package mutating func add(
        _ kind: FindingKind,
        _ severity: Severity,
        expected: String,
        found: String,
        at offset: Int? = nil,
        of document: JSONDocument? = nil
    ) {
        let severity = rules.severity(of: kind, forReaders: severity)
        let key = Key(kind: kind, path: paths.base(""), distinct: expected)
        let number = groupNumbers[key] ?? makeGroup(key, severity, expected: expected, found: found)
        groups[number].finding.count += 1
        guard let offset, let document, groups[number].finding.places.count < Self.placesKept else { return }
        let location = document.location(ofByte: offset)
        groups[number].finding.places.append(
            Finding.Place(
                input: input,
                pointer: "",
                line: location.line,
                column: location.column,
                characterColumn: document.characterColumn(ofByte: offset)
            )
        )
    }

    private mutating func makeGroup(
        _ key: Key,
        _ severity: Severity,
        expected: String?,
        found: String?,
        among candidates: Int? = nil
    ) -> Int {
        let finding = Finding(
            kind: key.kind,
            severity: severity,
            path: paths.text(of: key.path),
            endpoint: endpoint,
            value: key.distinct,
            expected: expected,
            found: found
        )
        groupNumbers[key] = groups.count
        groups.append(Group(finding: finding, candidates: candidates ?? key.path))
        return groups.count - 1
    }
}

extension Finding.Place {
    /// Where a value stands, or would stand as the member of an object.
    init(of value: JSONValue, member: String? = nil, in input: String) {
        let pointer = member.map { value.pointer.appending($0) } ?? value.pointer
        let location = value.location
        self.init(
            input: input,
            pointer: pointer.description,
            line: location.line,
            column: location.column,
            characterColumn: value.document.characterColumn(ofByte: value.byteOffset)
        )
    }
}

extension JSONValue {
    fileprivate var isScalar: Bool { kind != .array && kind != .object }

    /// The value for a message: a scalar's text cut after 60 characters, a container by its size.
    package var shortText: String {
        switch kind {
        case .array: return "an array of \(count)"
        case .object: return "an object of \(count)"
        default:
            let text = JSONText(self, form: .received).string
            return text.count > 60 ? text.prefix(60) + "…" : text
        }
    }
}
