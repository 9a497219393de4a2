package import JSONCore

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
    private let endpoint: String
    private let rules: SeverityRules
    private var input = ""
    private var paths = FindingPaths()
    private var groups: [Group] = []
    private var groupNumbers: [Key: Int] = [:]

    /// The values that could show findings, not yet counted: without a finding nobody asks how many there were.
    private var uncounted: [Place] = []
    private var counts = CandidateCounts()

    private static let placesKept = 3

    private struct Key: Hashable {
        let kind: FindingKind
        let path: Int
        let distinct: String?
    }

    private struct Group {
        var finding: Finding

        /// The path of those that could have shown it.
        let candidates: Int
    }

    package init(endpoint: String, rules: SeverityRules = SeverityRules()) {
        self.endpoint = endpoint
        self.rules = rules
    }

    /// What follows belongs to this input.
    package mutating func begin(input: String) { self.input = input }

    /// Counts a value among those that could show findings below its path.
    package mutating func observe(_ place: Place) { uncounted.append(place) }

    /// Counts what was observed and lets the documents go.
    ///
    /// - Complexity: O(documents since the last call).
    package mutating func settle() {
        for place in uncounted { counts.add(place.value, at: place.path) }
        uncounted = []
        paths.forgetPlace()
    }

    /// Adds what another collector found in the inputs that come after this one's.
    ///
    /// - Complexity: O(findings and distinct paths of `other`).
    package mutating func append(_ other: consuming FindingCollector) {
        settle()
        other.settle()
        counts.add(other.counts)
        for (key, number) in other.groupNumbers.sorted(by: { $0.value < $1.value }) {
            let (base, steps) = other.paths.steps(to: key.path)
            let path = paths.node(at: steps, below: base)
            add(
                other.groups[number],
                Key(kind: key.kind, path: path, distinct: key.distinct),
                from: other.paths
            )
        }
    }

    private mutating func add(_ group: Group, _ key: Key, from paths: FindingPaths) {
        guard let number = groupNumbers[key] else {
            let (base, steps) = paths.steps(to: group.candidates)
            groupNumbers[key] = groups.count
            groups.append(
                Group(finding: group.finding, candidates: self.paths.node(at: steps, below: base))
            )
            return
        }
        groups[number].finding.add(group.finding, placesKept: Self.placesKept)
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
    ///   - expected: what the contract says, in a few words.
    ///   - found: what stands there, in a few words.
    ///   - hint: what may help.
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
        expected: String? = nil,
        found: String? = nil,
        hint: String? = nil,
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
            groupNumbers[key] ?? makeGroup(key, severity, expected: expected, found: found, among: among)
        groups[number].finding.count += 1
        groups[number].finding.severity = max(groups[number].finding.severity, severity)
        if groups[number].finding.hint == nil { groups[number].finding.hint = hint }
        guard groups[number].finding.places.count < Self.placesKept else { return severity }
        groups[number].finding.places.append(concretePlace(of: value, member: member))
        if groups[number].finding.sample == nil, member == nil, value.isScalar {
            groups[number].finding.sample = value.shortText
        }
        return severity
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
            Finding.Place(input: input, pointer: "", line: location.line, column: location.column)
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

    private func concretePlace(of value: JSONValue, member: String?) -> Finding.Place {
        let pointer = member.map { value.pointer.appending($0) } ?? value.pointer
        let location = value.location
        return Finding.Place(
            input: input,
            pointer: pointer.description,
            line: location.line,
            column: location.column
        )
    }

    /// All findings: the worst first, otherwise in the order in which they were met.
    ///
    /// - Complexity: that of ``settle()``, unless there are none.
    package var findings: [Finding] {
        guard !groups.isEmpty else { return [] }
        var settled = self
        settled.settle()
        let counted = groups.map { group in
            var finding = group.finding
            let (base, steps) = paths.steps(to: group.candidates)
            finding.of = max(finding.count, settled.counts.count(of: steps, below: base))
            return finding
        }
        return Severity.allCases.reversed().flatMap { severity in counted.filter { $0.severity == severity } }
    }
}

extension Finding {
    /// Adds the occurrences of a finding of later inputs.
    fileprivate mutating func add(_ later: Finding, placesKept: Int) {
        count += later.count
        severity = max(severity, later.severity)
        places += later.places.prefix(placesKept - places.count)
        if sample == nil { sample = later.sample }
        if hint == nil { hint = later.hint }
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
