import TypeInference

/// What the samples that a contract was made from say about the path of a finding.
package struct SampleFacts: Equatable, Sendable {
    /// Values there, null among them.
    package let seen: Int

    /// Of these, null.
    package let null: Int

    /// Objects that could have had it and had it not.
    package let absent: Int

    /// Whether they are too few to tell a change from what is rare.
    package var areFew = false

    package init(seen: Int, null: Int, absent: Int) {
        self.seen = seen
        self.null = null
        self.absent = absent
    }
}

extension SampleFacts: CustomStringConvertible {
    /// `there in 18 of 20, null in 2`.
    package var description: String {
        let nulls = null > 0 ? ", null in \(null)" : ""
        let doubt = areFew ? "; too few to tell a change from what is rare" : ""
        return "there in \(seen) of \(seen + absent)\(nulls)\(doubt)"
    }
}

extension Finding {
    /// Adds what the samples say, and makes less of a rule that may only hold by chance.
    ///
    /// - Parameters:
    ///   - samples: of the contract.
    ///   - isDeparture: whether nothing but the samples makes it a finding.
    ///   - rules: what is said of its kind decides before the samples do.
    mutating func weigh(by samples: SampleTree, isDeparture: Bool, _ rules: SeverityRules) {
        guard let facts = samples.facts(of: path) else { return }
        sampleFacts = facts
        guard let weight = weight(by: samples, facts, isDeparture: isDeparture) else { return }
        sampleFacts?.areFew = weight == .maybeRare
        guard !rules.decide(kind) else { return }
        switch (isDeparture, weight) {
        case (true, .change): severity = rules.severity(of: kind, forReaders: .warning)
        case (false, .change): break
        // What is only an information already stays one.
        case (false, _): severity = min(severity, .warning)
        case (true, _): severity = .info
        }
    }

    /// Nil where it is not the samples' number that counts.
    private func weight(by samples: SampleTree, _ facts: SampleFacts, isDeparture: Bool) -> Evidence.Weight? {
        switch kind {
        case .fieldMissing:
            // Where samples were without it, they say nothing for it: the rule is somebody's wish.
            if facts.absent > 0 { return .maybeRare }
            return samples.profile.evidence(for: .missing, at: path, count: count, of: of).weight
        case .nullIntroduced where isDeparture:
            return samples.profile.evidence(for: .null, at: path, count: count, of: of).weight
        case .emptySection, .formatChanged, .duplicateID:
            guard isDeparture else { return nil }
            return Evidence(samples: facts.seen, count: count, of: of, looseSiblings: 0).weight
        default: return nil
        }
    }
}
