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
package struct FindingCollector: Sendable {
    private let endpoint: String
    private var input = ""
    private var paths = FindingPaths()
    private var groups: [Group] = []
    private var groupNumbers: [Key: Int] = [:]

    /// The values seen at each base path, which tell how many could have shown a finding.
    private var bases: [String: [JSONValue]] = [:]

    private static let placesKept = 3

    private struct Key: Hashable {
        let kind: FindingKind
        let path: Int
        let distinct: String?
    }

    private struct Group {
        var finding: Finding
        let path: Int
        let of: Int?
    }

    package init(endpoint: String) { self.endpoint = endpoint }

    /// What follows belongs to this input.
    package mutating func begin(input: String) { self.input = input }

    /// Counts a value among those that could show findings below its path.
    package mutating func observe(_ place: Place) { bases[place.path, default: []].append(place.value) }

    /// Adds one occurrence.
    ///
    /// - Parameters:
    ///   - kind: what kind of drift.
    ///   - severity: how bad; a finding keeps the worst.
    ///   - value: where it was found; for a missing member, the object that lacks it.
    ///   - place: the base of the finding's path.
    ///   - member: the name of a missing member.
    ///   - distinct: a value that makes a finding of its own, such as a new kind.
    ///   - expected: what the contract says, in a few words.
    ///   - found: what stands there, in a few words.
    ///   - of: how many could have shown it, where counting the siblings does not tell.
    package mutating func add(
        _ kind: FindingKind,
        _ severity: Severity,
        at value: JSONValue,
        below place: Place,
        member: String? = nil,
        distinct: String? = nil,
        expected: String? = nil,
        found: String? = nil,
        of: Int? = nil
    ) {
        var path = paths.node(of: value, below: place)
        if let member { path = paths.child(of: path, .name(member)) }
        let key = Key(kind: kind, path: path, distinct: distinct)
        let number = groupNumbers[key] ?? makeGroup(key, severity, expected: expected, found: found, of: of)
        groups[number].finding.count += 1
        groups[number].finding.severity = max(groups[number].finding.severity, severity)
        guard groups[number].finding.places.count < Self.placesKept else { return }
        groups[number].finding.places.append(concretePlace(of: value, member: member))
        if groups[number].finding.sample == nil, member == nil, value.isScalar {
            groups[number].finding.sample = value.shortText
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
        let key = Key(kind: kind, path: paths.base(""), distinct: expected)
        let number = groupNumbers[key] ?? makeGroup(key, severity, expected: expected, found: found, of: nil)
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
        of: Int?
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
        groups.append(Group(finding: finding, path: key.path, of: of))
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
    package var findings: [Finding] {
        let counted = groups.map { group in
            var finding = group.finding
            finding.of = max(finding.count, group.of ?? paths.candidateCount(of: group.path, in: bases))
            return finding
        }
        return Severity.allCases.reversed().flatMap { severity in counted.filter { $0.severity == severity } }
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
