import JSONCore
import JSONSchema

/// Looks for what may explain the facts about one value: members that moved or go by another name, values that were wrapped.
///
/// A hint is never certain. It stands beside the facts, which stay what they are.
struct HintFinder {
    private let facts: [DriftFact]
    private let schema: CompiledSchema

    /// New members, each with the object that it is in.
    private let added: [(name: String, value: JSONValue, object: JSONValue)]

    /// Each takes a judgement or more; what is wrong in so many places is wrong altogether.
    private static let maxFacts = 200

    init(_ facts: [DriftFact], _ schema: CompiledSchema) {
        self.facts = facts
        self.schema = schema
        added = facts.filter { $0.kind == .fieldAdded }.prefix(Self.maxFacts).compactMap { fact in
            guard case (let object, .name(let name))? = fact.value.container else { return nil }
            return (name, fact.value, object)
        }
    }

    /// The hints, as facts of their own; the facts that they explain get the words, too.
    func hints(for explained: inout [DriftFact]) -> [DriftFact] {
        var hints: [DriftFact] = []
        var wrapped: Set<Int> = []
        for (number, fact) in facts.enumerated().prefix(Self.maxFacts) {
            guard let violation = fact.violation,
                let hint = hint(for: fact, violation, &wrapped)
            else { continue }
            explained[number].hint = hint.words
            explained[number].isReplaced = hint.isReplacement
            if let fact = hint.fact { hints.append(fact) }
        }
        return hints
    }

    private func hint(for fact: DriftFact, _ violation: Violation, _ wrapped: inout Set<Int>) -> Hint? {
        switch fact.kind {
        case .fieldMissing:
            guard let name = fact.member else { return nil }
            return hint(forMissing: name, fact, violation, &wrapped)
        case .typeChanged, .shapeChanged: return hint(forChanged: fact.value, violation)
        default: return nil
        }
    }

    // MARK: Missing members

    private func hint(
        forMissing name: String,
        _ fact: DriftFact,
        _ violation: Violation,
        _ wrapped: inout Set<Int>
    ) -> Hint? {
        let object = fact.value
        if let inner = added.first(where: { $0.object.index == object.index && isWhole($0.value, violation) })
        {
            let words = "it may stand in \(JSONText.quoted(inner.name)), which may be what was here"
            guard wrapped.insert(object.index).inserted else { return Hint(words: words).ofReplacement }
            return Hint(
                words: words,
                .valueWrapped,
                at: inner.value,
                expected: "the value itself",
                found: "it inside \(JSONText.quoted(inner.name))"
            ).ofReplacement
        }
        if let renamed = renamed(name, in: object, violation) { return Hint(renamed: name, to: renamed) }
        if let moved = moved(name, from: object, violation) { return Hint(moved: name, object, to: moved) }
        return nil
    }

    /// Whether an object is what the object around it was expected to be.
    private func isWhole(_ value: JSONValue, _ violation: Violation) -> Bool {
        value.kind == .object && value.count > 0 && schema.accepts(value, where: violation)
    }

    /// The new member of the same object that takes the place: the one of that name in another spelling, or the only one that
    /// would do, where it would do for no other.
    private func renamed(
        _ name: String,
        in object: JSONValue,
        _ violation: Violation
    ) -> (name: String, value: JSONValue)? {
        let beside = added.filter { $0.object.index == object.index }
        let fitting = beside.filter { schema.accepts($0.value, asMember: name, where: violation) }
        if let same = fitting.first(where: { $0.name.spelledAlike == name.spelledAlike }) {
            return (same.name, same.value)
        }
        let missing = facts.filter { $0.kind == .fieldMissing && $0.value.index == object.index }
        guard fitting.count == 1, let only = fitting.first else { return nil }
        let rivals = missing.filter { rival in
            guard let other = rival.member, other != name, let violation = rival.violation else {
                return false
            }
            return schema.accepts(only.value, asMember: other, where: violation)
        }
        return rivals.isEmpty ? (only.name, only.value) : nil
    }

    /// A new member of that name in another object.
    private func moved(_ name: String, from object: JSONValue, _ violation: Violation) -> JSONValue? {
        let elsewhere = added.filter { $0.name == name && $0.object.index != object.index }
        let fitting = elsewhere.filter { schema.accepts($0.value, asMember: name, where: violation) }
        // Inside the object that lacks it before all others.
        return
            (fitting.first { object.index < $0.value.index && $0.value.index < object.endIndex }
            ?? fitting.first)?
            .value
    }

    // MARK: Changed values

    private func hint(forChanged value: JSONValue, _ violation: Violation) -> Hint? {
        switch value.kind {
        case .object: wrapped(in: value, violation)
        case .array: listed(value, violation)
        case .string: written(value, violation) ?? unwrapped(value, violation)
        case .integer: rounded(value) ?? unwrapped(value, violation)
        default: unwrapped(value, violation)
        }
    }

    /// An integer in place of a text, of which a double may have changed the last digits.
    private func rounded(_ value: JSONValue) -> Hint? {
        guard value.int64.map({ $0.magnitude > 1 << 53 }) ?? true else { return nil }
        return Hint(words: "an integer past 2^53 may have lost its last digits on the way")
    }

    /// Names of members that hold nothing but the value.
    private static let wrappers: Set = [
        "value", "values", "data", "item", "items", "result", "results", "content",
    ]

    private func wrapped(in object: JSONValue, _ violation: Violation) -> Hint? {
        for (name, value) in object.members {
            let isWrapper = object.count == 1 || Self.wrappers.contains(name.string.lowercased())
            guard isWrapper, schema.accepts(value, where: violation) else { continue }
            let words = "the value may now stand in \(JSONText.quoted(name.string))"
            let found = "it inside {\(JSONText.quoted(name.string)): …}"
            return Hint(words: words, .valueWrapped, at: object, expected: "the value itself", found: found)
        }
        return unwrapped(object, violation)
    }

    private func listed(_ array: JSONValue, _ violation: Violation) -> Hint? {
        guard array.count > 0, array.elements.allSatisfy({ schema.accepts($0, where: violation) }) else {
            return unwrapped(array, violation)
        }
        let words = "there may now be a list of what was one value"
        return Hint(
            words: words,
            .valueWrapped,
            at: array,
            expected: "one value",
            found: "a list of \(array.count)"
        )
    }

    /// The reverse of both.
    private func unwrapped(_ value: JSONValue, _ violation: Violation) -> Hint? {
        if schema.accepts(value, asItemWhere: violation) {
            let words = "there may now be one value in place of a list"
            return Hint(words: words, .valueWrapped, at: value, expected: "a list", found: "one value of it")
        }
        guard let name = schema.soleMember(accepting: value, where: violation) else { return nil }
        let words = "it may be what stood in \(JSONText.quoted(name))"
        let expected = "it inside {\(JSONText.quoted(name)): …}"
        return Hint(words: words, .valueWrapped, at: value, expected: expected, found: "the value itself")
    }

    /// Values that were written into a text.
    private func written(_ value: JSONValue, _ violation: Violation) -> Hint? {
        guard let text = value.string, let inner = try? JSONDocument(text).root else {
            // A text that is no JSON holds no other value: that is all that is asked.
            return nil
        }
        guard schema.accepts(inner, where: violation) else { return nil }
        let what = inner.kind.withArticle
        guard inner.kind == .object || inner.kind == .array else {
            return Hint(words: "the text reads as \(what)")
        }
        let words = "the text may hold \(what) as JSON"
        return Hint(
            words: words,
            .valueWrapped,
            at: value,
            expected: what,
            found: "a text that holds it as JSON"
        )
    }
}

/// What may explain a fact: words for it, and what is said in a finding of its own.
private struct Hint {
    let words: String
    var fact: DriftFact?

    /// Whether what is missing is there in another form, by more than its type.
    private(set) var isReplacement = false

    init(words: String) { self.words = words }

    var ofReplacement: Hint {
        var hint = self
        hint.isReplacement = true
        return hint
    }

    init(
        words: String,
        _ kind: FindingKind,
        at value: JSONValue,
        expected: String,
        found: String
    ) {
        self.words = words
        fact = DriftFact(
            kind: kind,
            severity: .info,
            value: value,
            expected: expected,
            found: found,
            hint: "possible, not certain"
        )
    }

    init(renamed name: String, to new: (name: String, value: JSONValue)) {
        let quoted = JSONText.quoted(new.name)
        let isSpelling = name.spelledAlike == new.name.spelledAlike
        self.init(
            words: isSpelling ? "it may now be spelled \(quoted)" : "it may have become \(quoted)",
            .fieldRenamed,
            at: new.value,
            expected: JSONText.quoted(name),
            found: quoted
        )
        isReplacement = isSpelling
    }

    init(moved name: String, _ object: JSONValue, to value: JSONValue) {
        self.init(
            words: "it may have moved to \(value.pointer)",
            .fieldMoved,
            at: value,
            expected: "\(JSONText.quoted(name)) in another place",
            found: value.kind.withArticle
        )
    }
}

extension String {
    /// The same for `user_id`, `userId`, `UserID` and `user-id`.
    fileprivate var spelledAlike: String { lowercased().filter { $0 != "_" && $0 != "-" } }
}
