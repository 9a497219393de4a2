package import Drift
package import JSONCore

/// Says where a `JSONDecoder` would throw if it decoded responses as a model, and what the model makes no use of.
///
/// A decoder stops where it throws first; here all places are told.
package struct ModelCheck: Sendable {
    private let model: SwiftModel
    private let decoding: ScalarDecoding
    private var collector: FindingCollector

    /// The declarations of optional properties that were absent or null somewhere.
    private var omitted: Set<String> = []

    /// What the decoder makes of names, where it changes them.
    private var shownNames: [String: String] = [:]
    private let changesNames: Bool

    /// A check that has seen nothing yet.
    package init(_ model: SwiftModel, _ strategies: DecodingStrategies, rules: SeverityRules) {
        self.model = model
        decoding = ScalarDecoding(strategies)
        changesNames = strategies.keys != .useDefaultKeys
        collector = FindingCollector(endpoint: "", rules: rules)
    }

    /// The deepest nesting that a `JSONDecoder` reads.
    package static let maxDepth = 512

    /// Adds a response.
    package mutating func add(_ document: JSONDocument, input: String) {
        collector.begin(input: input)
        collector.add(document.notices, of: document)
        collector.observe(Place(document.root))
        check(document.root, as: model.root, for: model.rootName)
    }

    /// Whether the model reads null as a whole.
    package var takesNull: Bool {
        switch model.root {
        case .optional, .notFollowed: true
        case .declared(let number): model.types[number].takesAnything
        default: false
        }
    }

    /// Lets the documents go; see ``FindingCollector/settle()``.
    package mutating func settle() { collector.settle() }

    /// Adds what was found in the responses that come after this one's.
    package mutating func append(_ other: consuming ModelCheck) {
        omitted.formUnion(other.omitted)
        collector.append(other.collector)
    }

    /// The worst first.
    package var findings: [Finding] {
        collector.findings.filter { finding in
            finding.kind != .neverAbsent || finding.expected.map { !omitted.contains($0) } ?? true
        }
    }

    // MARK: Values

    /// Checks a value that a property or an element of it is read from; messages name it by `subject`.
    private mutating func check(_ value: JSONValue, as type: ModelType, for subject: String) {
        switch type {
        case .scalar(let scalar): check(value, as: scalar, for: subject)
        case .optional(let wrapped):
            if !value.isNull { check(value, as: wrapped, for: subject) }
        case .list(let element):
            guard takes(value, .array, "a list", for: subject) else { return }
            for item in value.elements { check(item, as: element, for: subject) }
        case .map(let keys, let element):
            guard takes(value, .object, "an object", for: subject) else { return }
            for member in value.members {
                check(member.name.string, against: keys, of: member.value, for: subject)
                check(member.value, as: element, for: subject)
            }
        case .pairs(let key, let element): checkPairs(value, key, element, for: subject)
        case .declared(let number): check(value, as: model.types[number], for: subject)
        case .notFollowed(let who): add(.notFollowed, .info, value, "what \(who) takes, for \(subject)")
        }
    }

    /// - Returns: whether it is taken.
    @discardableResult
    private mutating func check(_ value: JSONValue, as scalar: Scalar, for subject: String) -> Bool {
        var expected: String { "\(scalar.rawValue) for \(subject)" }
        guard decoding.isOfKind(scalar, value) else {
            let isContainer = value.kind == .object || value.kind == .array
            addMismatch(value, isContainer ? .shapeChanged : .typeChanged, expected)
            return false
        }
        if decoding.takes(value, as: scalar) { return true }
        let kind: FindingKind =
            value.kind == .string
            ? .formatChanged : scalar.isInteger && value.kind == .integer ? .integerOutOfRange : .typeChanged
        add(kind, .breaking, value, expected, found: value.shortText)
        return false
    }

    private mutating func check(
        _ key: String,
        against keys: MapKeys,
        of value: JSONValue,
        for subject: String
    ) {
        let (isTaken, wanted) =
            switch keys {
            case .texts: (true, "")
            case .integers: (Int(shown(key)) != nil, "an integer as key")
            case .values(let values): (values.contains(key: shown(key)), "one of its cases as key")
            }
        guard !isTaken else { return }
        add(
            .constraintViolated,
            .breaking,
            value,
            "\(wanted) for \(subject)",
            found: "the key \(JSONText.quoted(key))"
        )
    }

    private mutating func checkPairs(
        _ value: JSONValue,
        _ key: ModelType,
        _ element: ModelType,
        for subject: String
    ) {
        guard takes(value, .array, "a list of keys and values in turn", for: subject) else { return }
        if !value.count.isMultiple(of: 2) {
            add(.constraintViolated, .breaking, value, "as many values as keys for \(subject)")
        }
        for (position, item) in value.elements.enumerated() {
            check(item, as: position.isMultiple(of: 2) ? key : element, for: subject)
        }
    }

    // MARK: Declared types

    private mutating func check(_ value: JSONValue, as type: DeclaredType, for subject: String) {
        switch type.form {
        case .record(let properties): checkRecord(value, properties, type, for: subject)
        case .nothing: break
        case .raw(let values): checkRaw(value, values, type, for: subject)
        case .alternatives(let alternatives): checkAlternatives(value, alternatives, type, for: subject)
        case .notFollowed(let who): add(.notFollowed, .info, value, "what \(who) takes, for \(subject)")
        }
    }

    private mutating func checkRecord(
        _ value: JSONValue,
        _ properties: [Property],
        _ type: DeclaredType,
        for subject: String
    ) {
        guard takes(value, .object, "an object", for: subject) else { return }
        for property in properties { check(property, of: value) }
        addIgnored(value, known: properties.map(\.key), by: type)
    }

    private mutating func checkRaw(
        _ value: JSONValue,
        _ values: RawValues,
        _ type: DeclaredType,
        for subject: String
    ) {
        guard check(value, as: values.scalar, for: subject) else { return }
        if values.isChosenByCode {
            add(.notFollowed, .info, value, "what the init(rawValue:) of \(type.label) takes")
        }
        guard !decoding.takes(value, as: values) else { return }
        let text = value.shortText
        add(.valueAdded, .breaking, value, "a case of \(type.label)", found: text, distinct: text)
    }

    private mutating func checkAlternatives(
        _ value: JSONValue,
        _ alternatives: [Alternative],
        _ type: DeclaredType,
        for subject: String
    ) {
        guard takes(value, .object, "an object", for: subject) else { return }
        let present = alternatives.filter { member($0.key, of: value) != nil }
        guard present.count == 1, let payload = member(present[0].key, of: value) else {
            let names = value.members.map { JSONText.quoted($0.name.string) }.joined(separator: ", ")
            let found = present.isEmpty ? names.isEmpty ? "none" : "\(names)" : "\(present.count) of them"
            let kind: FindingKind = present.isEmpty && value.count > 0 ? .kindAdded : .constraintViolated
            add(kind, .breaking, value, "one case of \(type.label) as key", found: found, distinct: found)
            return
        }
        guard takes(payload, .object, "an object", for: subject) else { return }
        for property in present[0].payload { check(property, of: payload) }
        addIgnored(payload, known: present[0].payload.map(\.key), by: type)
    }

    private mutating func check(_ property: Property, of object: JSONValue) {
        let value = member(property.key, of: object)
        guard property.isOptional else {
            guard let value else { return addMissing(property, object) }
            return check(value, as: property.type, for: property.label)
        }
        guard let value, !value.isNull else {
            omitted.insert(property.declaration)
            return
        }
        if !omitted.contains(property.declaration) { addPresent(property, value) }
        check(value, as: property.type, for: property.label)
    }

    /// The member that a decoder finds for a key: keys are texts to it, equal however their accents are encoded.
    private mutating func member(_ key: String, of object: JSONValue) -> JSONValue? {
        if !changesNames, key.utf8.allSatisfy({ $0 < 0x80 }) { return object[key] }
        for member in object.members where shown(member.name.string) == key { return member.value }
        return nil
    }

    private mutating func shown(_ name: String) -> String {
        guard changesNames else { return name }
        if let known = shownNames[name] { return known }
        let shown = decoding.shown(name)
        shownNames[name] = shown
        return shown
    }
}

// MARK: - Findings

extension ModelCheck {
    /// Whether a value is a list, or an object whose names can be read, as it must be; else it is a finding.
    private mutating func takes(
        _ value: JSONValue,
        _ kind: JSONKind,
        _ words: String,
        for subject: String
    ) -> Bool {
        guard value.kind == kind else {
            addMismatch(value, .shapeChanged, "\(words) for \(subject)")
            return false
        }
        if kind == .array || decoding.readsNames(of: value) { return true }
        add(.formatChanged, .breaking, value, "names of whole characters for \(subject)")
        return false
    }

    private mutating func addMismatch(_ value: JSONValue, _ kind: FindingKind, _ expected: String) {
        add(value.isNull ? .nullIntroduced : kind, .breaking, value, expected)
    }

    private mutating func addMissing(_ property: Property, _ object: JSONValue) {
        collector.add(
            .fieldMissing,
            .breaking,
            at: object,
            below: Place(object.document.root),
            member: property.key,
            expected: property.declaration,
            found: "nothing"
        )
    }

    private mutating func addPresent(_ property: Property, _ value: JSONValue) {
        guard case .notFollowed = property.type else {
            return add(.neverAbsent, .info, value, property.declaration, found: "a value each time")
        }
    }

    private mutating func addIgnored(_ object: JSONValue, known keys: [String], by type: DeclaredType) {
        for member in object.members where !keys.contains(shown(member.name.string)) {
            add(.fieldAdded, .info, member.value, "no such field in \(type.label)")
        }
    }

    private mutating func add(
        _ kind: FindingKind,
        _ severity: Severity,
        _ value: JSONValue,
        _ expected: String,
        found: String? = nil,
        distinct: String? = nil
    ) {
        collector.add(
            kind,
            severity,
            at: value,
            below: Place(value.document.root),
            distinct: distinct,
            expected: expected,
            found: found ?? value.kind.withArticle
        )
    }
}

extension DeclaredType {
    fileprivate var takesAnything: Bool {
        switch form {
        case .nothing, .notFollowed: true
        case .record, .raw, .alternatives: false
        }
    }
}
