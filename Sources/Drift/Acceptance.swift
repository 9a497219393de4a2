/// Why a finding was accepted.
package struct Acceptance: Equatable, Sendable {
    /// In somebody's words.
    package var reason: String

    /// The last day on which it counts, `2027-01-31`; nil for ever.
    package var expires: String?

    package init(reason: String, expires: String? = nil) {
        self.reason = reason
        self.expires = expires
    }
}

/// The findings that a team accepted on purpose, by their identities.
package struct AcceptedFindings: Equatable, Sendable {
    /// One of them.
    package struct Entry: Equatable, Sendable {
        /// The finding's.
        package let id: String

        // For whoever reads the list; the identity decides.
        package var kind: String?
        package var path: String?

        /// Why, and how long.
        package var acceptance: Acceptance

        package init(id: String, kind: String? = nil, path: String? = nil, acceptance: Acceptance) {
            self.id = id
            self.kind = kind
            self.path = path
            self.acceptance = acceptance
        }
    }

    /// In the list's order; each identity once.
    package var entries: [Entry]

    package init(_ entries: [Entry] = []) { self.entries = entries }

    /// What the list came to when it was applied.
    package struct Outcome: Equatable, Sendable {
        /// Entries that no finding was for, and those whose day is past although their findings are still there.
        package var unused: [Entry] = []
        package var expired: [Entry] = []

        package init() {}
    }

    /// Marks the findings that are accepted on a day.
    ///
    /// - Parameters:
    ///   - findings: all that were found.
    ///   - today: as an entry's day is written, `2027-01-31`.
    /// - Returns: what is to be said of the list itself.
    package func apply(to findings: inout [Finding], today: String) -> Outcome {
        var outcome = Outcome()
        for entry in entries {
            let numbers = findings.indices.filter { findings[$0].id == entry.id }
            if numbers.isEmpty {
                outcome.unused.append(entry)
            } else if entry.acceptance.isOver(on: today) {
                outcome.expired.append(entry)
            } else {
                for number in numbers { findings[number].acceptance = entry.acceptance }
            }
        }
        return outcome
    }

    /// The list that accepts what was found, and nothing else.
    ///
    /// Reasons stay, and so do days to come; an entry whose day is past goes on without one.
    ///
    /// - Parameters:
    ///   - findings: what is to be accepted.
    ///   - reason: of findings that were not accepted before.
    ///   - today: as an entry's day is written.
    ///   - keepsOthers: whether what was accepted and is no finding stays, because not everything was judged.
    /// - Returns: entries in the order of the findings, and then the others.
    package func updated(
        with findings: [Finding],
        reason: String,
        today: String,
        keepsOthers: Bool = false
    ) -> AcceptedFindings {
        var seen: Set<String> = []
        let found = findings.filter { seen.insert($0.id).inserted }.map { finding in
            var acceptance = entries.first { $0.id == finding.id }?.acceptance ?? Acceptance(reason: reason)
            if acceptance.isOver(on: today) { acceptance.expires = nil }
            let path = finding.path
            return Entry(id: finding.id, kind: finding.kind.rawValue, path: path, acceptance: acceptance)
        }
        return AcceptedFindings(found + (keepsOthers ? entries.filter { !seen.contains($0.id) } : []))
    }

    /// Whether a finding is on the list, also when its day is over.
    package func holds(_ finding: Finding) -> Bool { entries.contains { $0.id == finding.id } }
}

extension Acceptance {
    /// Days of one form compare as texts.
    fileprivate func isOver(on today: String) -> Bool { expires.map { $0 < today } ?? false }
}
