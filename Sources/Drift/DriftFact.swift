import JSONCore
import JSONSchema

/// What is wrong or new at one place, in the words of drift.
struct DriftFact {
    var kind: FindingKind
    var severity: Severity

    /// Where; for a missing member the object that lacks it.
    let value: JSONValue

    /// The name of a missing member.
    var member: String?

    /// A value that makes a finding of its own.
    var distinct: String?

    /// Whether the value is there in another form, so that it is no chance that it is missing.
    var isReplaced = false

    /// What may help beyond what the source says.
    private var ownHint: String?
    private let source: Source

    private enum Source {
        case violation(Violation)
        case note(SchemaNote)
        case words(expected: String, found: String)
    }
}

// The words are made when somebody asks for them: most facts are one more of many, and only counted.
extension DriftFact {
    init(
        kind: FindingKind,
        severity: Severity,
        value: JSONValue,
        distinct: String? = nil,
        expected: String,
        found: String,
        hint: String? = nil
    ) {
        (self.kind, self.severity, self.value, self.distinct) = (kind, severity, value, distinct)
        ownHint = hint
        source = .words(expected: expected, found: found)
    }

    /// What it was made from, where a schema was violated.
    var violation: Violation? { if case .violation(let violation) = source { violation } else { nil } }

    var expected: String {
        switch source {
        case .violation(let violation): Self.expectation(of: violation)
        case .note(let note): note.kind.expected
        case .words(let expected, _): expected
        }
    }

    var found: String {
        switch source {
        case .violation(let violation): Self.finding(of: violation)
        case .note(let note): note.found
        case .words(_, let found): found
        }
    }

    /// What may help.
    var hint: String? {
        get { if ownHint == nil, case .note(let note) = source { note.kind.hint } else { ownHint } }
        set { ownHint = newValue }
    }
}

extension DriftFact {
    /// What is said, and of which value.
    struct Subject: Hashable {
        let kind: FindingKind
        let index: Int
        let member: String?
    }

    var subject: Subject { Subject(kind: kind, index: value.index, member: member) }

    /// What is wrong by a schema: what stands at the end of a way through alternatives of which one came closest.
    static func all(of violation: Violation) -> [DriftFact] {
        if violation.causes.isEmpty || violation.kind.isAboutName { return [DriftFact(violation)] }
        return violation.causes.flatMap(all)
    }

    private init(_ violation: Violation) {
        let value = violation.value
        self.value = value
        source = .violation(violation)
        switch violation.kind {
        case .type(let types, let type):
            kind = Self.kindOfChange(from: types, to: type)
            severity = kind == .firstSeen ? .warning : .breaking
        case .required(let name), .dependentRequired(_, let name):
            (kind, severity, member) = (.fieldMissing, .breaking, name)
        case .additionalProperty: (kind, severity) = (.fieldAdded, .breaking)
        case .enumeration(let text), .constant(let text), .unknownKind(let text):
            severity = .breaking
            let others = Self.kinds(in: text, besides: value)
            kind = others.isEmpty ? .added(violation.kind) : Self.kindOfChange(from: others, to: value.kind)
            distinct = others.isEmpty ? value.shortText : nil
        case .lookalike:
            (kind, severity) = (.valueAdded, .breaking)
            distinct = value.shortText
        case .format: (kind, severity) = (.formatChanged, .breaking)
        // Nothing is known to be wrong, and nothing to be right.
        case .limit: (kind, severity) = (.undecided, .warning)
        default: (kind, severity) = (.constraintViolated, .breaking)
        }
    }

    /// Of alternatives that are equally close, what each misses first.
    private static func expectation(of violation: Violation) -> String {
        guard violation.closest.count > 1 else { return violation.kind.expected }
        let missed = violation.closest.compactMap { $0.violations.first?.kind.expected }
        return missed.joined(separator: ", or ")
    }

    private static func finding(of violation: Violation) -> String {
        switch violation.kind {
        case .additionalProperty: violation.value.kind.withArticle
        case .enumeration, .constant, .unknownKind, .lookalike: violation.value.shortText
        case .limit(let limit): "\(limit)"
        default: violation.kind.found ?? violation.value.shortText
        }
    }

    /// The kinds of the values that a text lists, where a value is of none of them; else none.
    private static func kinds(in text: String, besides value: JSONValue) -> [String] {
        // A text that was shortened lists nothing.
        guard let root = try? JSONDocument(text).root else { return [] }
        let kinds = (root.kind == .array ? root.elements.map(\.kind) : [root.kind]).map {
            $0.isNumber ? .number : $0
        }
        let own = value.kind.isNumber ? .number : value.kind
        return kinds.contains(own) ? [] : kinds.map(\.rawValue)
    }

    private static func kindOfChange(from expected: [String], to found: JSONKind) -> FindingKind {
        if found == .null { return .nullIntroduced }
        if expected == [JSONKind.null.rawValue] { return .firstSeen }
        let isContainer = { (type: String) in type == "object" || type == "array" }
        let toScalar = !isContainer(found.rawValue)
        return toScalar && !expected.filter({ $0 != "null" }).allSatisfy(isContainer)
            ? .typeChanged : .shapeChanged
    }
}

extension DriftFact {
    /// What conforms and is worth knowing.
    init(_ note: SchemaNote) {
        value = note.value
        source = .note(note)
        switch note.kind {
        case .unknownValue:
            (kind, severity) = (value.isNull ? .nullIntroduced : .valueAdded, .warning)
            distinct = value.isNull ? nil : value.shortText
        case .unknownMember: (kind, severity) = (.fieldAdded, .info)
        case .unknownVariant:
            (kind, severity) = (.kindAdded, .warning)
            distinct = value.shortText
        case .integerOutOfRange: (kind, severity) = (.integerOutOfRange, .breaking)
        case .integerAsDecimal: (kind, severity) = (.lexicalChange, .info)
        case .precisionLost: (kind, severity) = (.precisionLost, .warning)
        // Whoever sends the twin knows why.
        case .roundedInteger: (kind, severity) = (.precisionLost, .info)
        case .otherFormat: (kind, severity) = (.formatChanged, .warning)
        }
    }
}

extension SchemaNote {
    fileprivate var found: String {
        switch kind {
        case .unknownMember: value.kind.withArticle
        case .otherFormat where value.string == "": "an empty text"
        default: value.shortText
        }
    }
}

extension SchemaNote.Kind {
    fileprivate var expected: String {
        switch self {
        case .unknownValue: "a known value"
        case .unknownMember: "no such field"
        case .unknownVariant: "a known kind"
        case .integerOutOfRange(let range): range.words
        case .integerAsDecimal: "an integer without fraction and exponent"
        case .precisionLost: "a number that a double keeps"
        case .roundedInteger(let twin): "the digits of \(JSONText.quoted(twin)) beside it"
        case .otherFormat(let name): "text of the format \(name)"
        }
    }

    fileprivate var hint: String? {
        guard case .roundedInteger(let twin) = self else { return nil }
        return "it may have been through a double; \(JSONText.quoted(twin)) has all digits"
    }
}

extension FindingKind {
    /// A new value, or a new kind where the value tells kinds apart.
    fileprivate static func added(_ kind: Violation.Kind) -> FindingKind {
        if case .unknownKind = kind { .kindAdded } else { .valueAdded }
    }
}

extension Violation.Kind {
    fileprivate var isAboutName: Bool { if case .propertyName = self { true } else { false } }
}

extension IntegerRange {
    fileprivate var words: String {
        switch self {
        case .int32, .int64: "a signed integer of \(self == .int32 ? 32 : 64) bits"
        case .uint32, .uint64: "an unsigned integer of \(self == .uint32 ? 32 : 64) bits"
        case .unlimited: "an integer"
        }
    }
}

extension JSONKind {
    fileprivate var isNumber: Bool { self == .integer || self == .number }

    /// `a string`, `an object`.
    package var withArticle: String {
        switch self {
        case .null: "null"
        case .boolean: "a boolean"
        case .integer: "an integer"
        case .number: "a number"
        case .string: "a string"
        case .array: "an array"
        case .object: "an object"
        }
    }
}
