import JSONCore

extension [DriftFact] {
    /// Tells new kinds of objects from new values and new members, by how objects name their kind.
    ///
    /// - A new value that is the name of a new member beside it: `{"type": "synced_block", "synced_block": {…}}`.
    /// - The only member of an object, where another was, whose name ends in the same word: `reelShelfRenderer` for
    ///   `videoRenderer`.
    func namingKinds() -> [DriftFact] {
        var facts = self
        let added = filter { $0.kind == .fieldAdded }
        guard !added.isEmpty else { return facts }
        for number in facts.indices where facts[number].kind == .valueAdded {
            if added.contains(where: { $0.isNamed(by: facts[number].value) }) {
                facts[number].kind = .kindAdded
            }
        }
        for missing in self where missing.kind == .fieldMissing && missing.value.count == 1 {
            guard let name = missing.member,
                let new = added.first(where: { $0.value.isMember(of: missing.value) }),
                let found = new.memberName, let word = found.lastWord, word == name.lastWord
            else { continue }
            facts.append(DriftFact(kindOf: new.value, named: found, insteadOf: name))
        }
        return facts
    }
}

extension DriftFact {
    fileprivate init(kindOf value: JSONValue, named found: String, insteadOf expected: String) {
        self.init(
            kind: .kindAdded,
            severity: .warning,
            value: value,
            distinct: found,
            expected: JSONText.quoted(expected),
            found: JSONText.quoted(found)
        )
    }

    /// The name of the member that it is about.
    fileprivate var memberName: String? {
        guard case (_, .name(let name))? = value.container else { return nil }
        return name
    }

    /// Whether it is about a member with the name that a value beside it says.
    fileprivate func isNamed(by value: JSONValue) -> Bool {
        guard let name = value.string, let here = value.container, let there = self.value.container else {
            return false
        }
        return here.value.index == there.value.index && there.step == .name(name)
    }
}

extension String {
    /// `Renderer` of `reelShelfRenderer`; nil for a name of one word.
    fileprivate var lastWord: Substring? {
        guard let start = lastIndex(where: { $0.isUppercase || $0 == "_" }), start != startIndex else {
            return nil
        }
        return self[start...]
    }
}
