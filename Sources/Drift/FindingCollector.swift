package import JSONCore

/// Where a value stands: the value itself, and its path as findings spell it.
package struct Place: Sendable {
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
    private var groups: [Group] = []
    private var groupNumbers: [Key: Int] = [:]

    /// The values seen at each base path, which tell how many could have shown a finding.
    private var bases: [String: [JSONValue]] = [:]

    private static let placesKept = 3

    private struct Key: Hashable {
        let kind: FindingKind
        let path: String
        let value: String?
    }

    private struct Group {
        var finding: Finding
        let basePath: String
        /// From the base to the values that could show the finding.
        let candidates: [PatternStep]
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
    ///   - value: where it was found; for a missing member, the object that lacks it.
    ///   - place: the base of the finding's path.
    ///   - member: the name of a missing member.
    ///   - distinct: a value that makes a finding of its own, such as a new kind.
    ///   - of: how many could have shown it, where counting the siblings does not tell.
    package mutating func add(
        _ kind: FindingKind, _ severity: Severity, at value: JSONValue, below place: Place, member: String? = nil,
        distinct: String? = nil, expected: String? = nil, found: String? = nil, of: Int? = nil
    ) {
        let steps = value.steps(from: place.value.index).map(PatternStep.init)
        let pattern = steps + (member.map { [.name($0)] } ?? [])
        let path = place.path + pattern.map(\.text).joined()
        let key = Key(kind: kind, path: path, value: distinct)
        let number = groupNumbers[key] ?? groups.count
        if number == groups.count {
            groupNumbers[key] = number
            let finding = Finding(
                kind: kind, severity: severity, path: path, endpoint: endpoint, value: distinct, expected: expected,
                found: found)
            groups.append(
                Group(finding: finding, basePath: place.path, candidates: PatternStep.candidates(pattern), of: of))
        }
        groups[number].finding.count += 1
        groups[number].finding.severity = max(groups[number].finding.severity, severity)
        if groups[number].finding.places.count < Self.placesKept {
            groups[number].finding.places.append(concretePlace(of: value, member: member))
        }
        if groups[number].finding.sample == nil, member == nil { groups[number].finding.sample = value.shortText }
    }

    private func concretePlace(of value: JSONValue, member: String?) -> Finding.Place {
        let pointer = member.map { value.pointer.appending($0) } ?? value.pointer
        let location = value.location
        return Finding.Place(
            input: input, pointer: pointer.description, line: location.line, column: location.column)
    }

    /// All findings: the worst first, otherwise in the order in which they were met.
    package var findings: [Finding] {
        let counted = groups.map { group in
            var finding = group.finding
            finding.of = group.of ?? max(finding.count, candidateCount(group))
            return finding
        }
        return Severity.allCases.reversed().flatMap { severity in counted.filter { $0.severity == severity } }
    }

    private func candidateCount(_ group: Group) -> Int {
        (bases[group.basePath] ?? []).reduce(0) { $0 + PatternStep.count(group.candidates[...], in: $1) }
    }
}

/// A step of a finding's path: any element of an array, or one member.
private enum PatternStep: Hashable, Sendable {
    case name(String)
    case each

    init(_ step: PathStep) {
        switch step {
        case .name(let name): self = .name(name)
        case .position: self = .each
        }
    }

    var text: String {
        switch self {
        case .name(let name): "/" + JSONPointer.escape(name)
        case .each: "/*"
        }
    }

    /// From the pattern of a finding to that of the values which could show it: the elements of an array, or the
    /// objects that have or lack a member.
    static func candidates(_ pattern: [PatternStep]) -> [PatternStep] {
        pattern.last == .each ? pattern : Array(pattern.dropLast())
    }

    /// How many values stand at the end of the steps.
    static func count(_ steps: ArraySlice<PatternStep>, in value: JSONValue) -> Int {
        guard let step = steps.first else { return 1 }
        switch step {
        case .name(let name): return value[name].map { count(steps.dropFirst(), in: $0) } ?? 0
        case .each: return value.elements.reduce(0) { $0 + count(steps.dropFirst(), in: $1) }
        }
    }
}

extension JSONValue {
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
