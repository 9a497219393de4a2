package import JSONCore
package import JSONSchema

extension FindingCollector {
    /// Adds what a schema says of a value, in the words of drift, with what may explain it.
    ///
    /// - Parameters:
    ///   - explanation: what the schema says.
    ///   - schema: the schema.
    ///   - place: the value, the base of the findings' paths.
    ///   - isWanted: which notes are added; violations all are.
    /// - Returns: the worst of it, nil when there was nothing. What a schema lets pass is a warning at most unless a policy says
    ///   otherwise, whatever its finding is to typed readers; what is undecided is breaking.
    @discardableResult
    package mutating func add(
        _ explanation: Explanation,
        by schema: CompiledSchema,
        below place: Place,
        where isWanted: (SchemaNote) -> Bool = { _ in true }
    ) -> Severity? {
        let notes = explanation.notes.filter(isWanted).map { DriftFact($0) }
        guard !explanation.violations.isEmpty else { return add(notes.namingKinds(), below: place) }
        let violations = explanation.violations.flatMap(DriftFact.all)
        let told = Set(violations.map(\.subject))
        // What is wrong with a value is not worth noting once more.
        var facts = (violations + notes.filter { !told.contains($0.subject) }).namingKinds()
        var explained = facts
        let hints = HintFinder(facts, schema).hints(for: &explained)
        if let envelope = ReplacedEnvelope(explained, of: place.value) {
            envelope.explain(&facts)
            facts.insert(envelope.fact, at: 0)
        } else {
            facts = explained + hints
        }
        let worst = add(facts, below: place)
        return facts.contains { $0.kind == .undecided } ? .breaking : worst
    }

    /// - Returns: the worst of them.
    private mutating func add(_ facts: [DriftFact], below place: Place) -> Severity? {
        facts.map { fact in
            let severity = add(fact, below: place)
            return fact.violation == nil && !rules.decide(fact.kind) ? min(severity, .warning) : severity
        }.max()
    }

    private mutating func add(_ fact: DriftFact, below place: Place) -> Severity {
        add(
            fact.kind,
            fact.severity,
            at: fact.value,
            below: place,
            member: fact.member,
            distinct: fact.distinct,
            expected: fact.expected,
            found: fact.found,
            hint: fact.hint,
            isReplaced: fact.isReplaced
        )
    }
}

extension FindingCollector {
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
