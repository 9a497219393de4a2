package import JSONCore
package import JSONSchema

extension FindingCollector {
    /// Adds what a schema says of a value, in the words of drift.
    ///
    /// - Parameters:
    ///   - explanation: what the schema says.
    ///   - place: the value, the base of the findings' paths.
    ///   - isWanted: which notes are added; violations all are.
    /// - Returns: the worst of it, nil when there was nothing.
    @discardableResult
    package mutating func add(
        _ explanation: Explanation,
        below place: Place,
        where isWanted: (SchemaNote) -> Bool = { _ in true }
    ) -> Severity? {
        for violation in explanation.violations { add(violation, below: place) }
        let notes = explanation.notes.filter(isWanted)
        for note in notes { add(note, below: place) }
        return explanation.violations.isEmpty ? notes.map(\.severity).max() : .breaking
    }

    /// Adds what a parser accepted although it is doubtful.
    package mutating func add(_ notices: [JSONNotice], of document: JSONDocument) {
        for notice in notices { add(notice, document) }
    }

    private mutating func add(_ notice: JSONNotice, _ document: JSONDocument) {
        let fact = NoticeFact(notice)
        add(
            fact.kind,
            fact.severity,
            expected: fact.expected,
            found: fact.found,
            at: fact.offset,
            of: document
        )
    }

    private mutating func add(_ violation: Violation, below place: Place) {
        if violation.causes.isEmpty || violation.kind.isAboutName {
            let fact = DriftFact(violation)
            add(
                fact.kind,
                .breaking,
                at: violation.value,
                below: place,
                member: fact.member,
                distinct: fact.distinct,
                expected: fact.expected,
                found: fact.found
            )
        } else {
            // The branch that came closest says it better than "none of 4 alternatives fits".
            for cause in violation.causes { add(cause, below: place) }
        }
    }

    private mutating func add(_ note: SchemaNote, below place: Place) {
        switch note.kind {
        case .unknownValue:
            let value = note.value.shortText
            add(
                .valueAdded,
                note.severity,
                at: note.value,
                below: place,
                distinct: value,
                expected: "a known value",
                found: value
            )
        case .unknownMember:
            add(
                .fieldAdded,
                note.severity,
                at: note.value,
                below: place,
                expected: "no such field",
                found: note.value.kind.withArticle
            )
        }
    }
}

extension SchemaNote {
    fileprivate var severity: Severity {
        switch kind {
        case .unknownValue: .warning
        case .unknownMember: .info
        }
    }
}

/// What a parser accepted although it is doubtful, in the words of drift.
private struct NoticeFact {
    let kind: FindingKind
    var severity = Severity.info
    let expected: String
    let found: String
    var offset = 0

    init(_ notice: JSONNotice) {
        switch notice {
        case .byteOrderMark:
            kind = .byteOrderMark
            (expected, found) = ("JSON", "a UTF-8 byte order mark before it; it was ignored")
        case .duplicateKey(let place):
            kind = .duplicateKey
            severity = .warning
            (expected, found) = ("each member once", "a member's name a second time; the last one counts")
            offset = place
        case .loneSurrogate(let place):
            kind = .replacedCharacter
            (expected, found) = ("Unicode text", "half a surrogate pair; readers get U+FFFD")
            offset = place
        case .nullCharacter(let place):
            kind = .replacedCharacter
            (expected, found) = ("text without U+0000", "U+0000; readers get U+FFFD")
            offset = place
        }
    }
}

/// A violation of a schema in the words of drift.
private struct DriftFact {
    let kind: FindingKind
    var member: String?
    var distinct: String?
    let expected: String?
    let found: String?

    init(_ violation: Violation) {
        let isNull = violation.value.isNull
        expected = Self.expectation(of: violation)
        switch violation.kind {
        case .type(let types, let type):
            kind = isNull ? .nullIntroduced : Self.kindOfChange(from: types, to: type)
            found = violation.kind.found
        case .required(let name), .dependentRequired(_, let name):
            kind = .fieldMissing
            member = name
            found = violation.kind.found
        case .additionalProperty:
            kind = .fieldAdded
            found = violation.value.kind.withArticle
        case .enumeration, .constant, .lookalike:
            kind = isNull ? .nullIntroduced : .valueAdded
            distinct = violation.value.shortText
            found = violation.value.shortText
        default:
            kind = .constraintViolated
            found = violation.kind.found ?? violation.value.shortText
        }
    }

    /// Of alternatives that are equally close, what each misses first.
    private static func expectation(of violation: Violation) -> String {
        guard violation.closest.count > 1 else { return violation.kind.expected }
        let missed = violation.closest.compactMap { $0.violations.first?.kind.expected }
        return missed.joined(separator: ", or ")
    }

    private static func kindOfChange(from expected: [String], to found: JSONKind) -> FindingKind {
        let isContainer = { (type: String) in type == "object" || type == "array" }
        let toScalar = !isContainer(found.rawValue)
        return toScalar && !expected.filter({ $0 != "null" }).allSatisfy(isContainer)
            ? .typeChanged : .shapeChanged
    }
}

extension Violation.Kind {
    fileprivate var isAboutName: Bool { if case .propertyName = self { true } else { false } }
}

extension JSONKind {
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
