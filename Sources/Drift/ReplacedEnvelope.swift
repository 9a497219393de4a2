import JSONCore
import JSONSchema

/// A response of another shape altogether: it has none of the members that must be there, and nothing but new ones.
struct ReplacedEnvelope {
    /// What is reported before all else.
    let fact: DriftFact

    private let root: JSONValue

    /// Nil unless all of the response's own members are new and all that are required are missing, and are not there in
    /// another form.
    ///
    /// One missing and one new member are a rename as well as anything else, unless the new ones speak of an error.
    init?(_ facts: [DriftFact], of root: JSONValue) {
        guard root.index == Tape.rootIndex, root.kind == .object, root.count > 0 else { return nil }
        let lacking = facts.filter { $0.value.index == root.index && $0.member != nil }
        let missing = lacking.compactMap(\.member)
        let new = facts.filter { $0.kind == .fieldAdded && $0.value.isMember(of: root) }
        guard lacking.contains(where: { !$0.isReplaced }), new.count == root.count else { return nil }
        let names = root.members.map(\.name.string)
        guard missing.count > 1 || Self.speakOfError(names) else { return nil }
        self.root = root
        fact = DriftFact(
            kind: .errorBody,
            severity: .breaking,
            value: root,
            expected: "a response with \(Self.list(missing))",
            found: "one with \(Self.list(names)) and none of these",
            hint: "it may be an error's own body, or an envelope around the answer"
        )
    }

    /// Whether a name is that of an error, or there are a message and a code.
    private static func speakOfError(_ names: [String]) -> Bool {
        let names = names.map { $0.lowercased() }
        let isNamed = names.contains { name in ["error", "fault", "exception"].contains { name.contains($0) }
        }
        let messages: Set = ["message", "msg", "detail", "reason"]
        let codes: Set = ["code", "status", "errno", "statuscode"]
        return isNamed || !messages.isDisjoint(with: names) && !codes.isDisjoint(with: names)
    }

    private static func list(_ names: [String]) -> String {
        let shown = names.prefix(3).map(JSONText.quoted).joined(separator: ", ")
        return names.count > 3 ? "\(shown) and \(names.count - 3) more" : shown
    }

    /// Makes what the envelope explains an information.
    func explain(_ facts: inout [DriftFact]) {
        for number in facts.indices where isExplained(facts[number]) {
            facts[number].severity = .info
            facts[number].hint = "the whole response is another one"
        }
    }

    private func isExplained(_ fact: DriftFact) -> Bool {
        fact.kind == .fieldMissing && fact.value.index == root.index
            || fact.kind == .fieldAdded && fact.value.isMember(of: root)
    }
}

extension JSONValue {
    /// Whether it stands directly in an object or array.
    func isMember(of container: JSONValue) -> Bool { self.container?.value.index == container.index }
}
