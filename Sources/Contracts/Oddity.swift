import Drift
import JSONCore

/// What is wrong with the items of a section beyond what its schema sees.
struct Oddity {
    let kind: FindingKind
    let severity: Severity
    let value: JSONValue
    var expected: String?
    let found: String

    /// Too few items, those without identity, and those whose identity another has.
    static func all(in matches: ItemMatches, by rule: KindRule, _ checked: CheckedSection) -> [Oddity] {
        tooFew(matches, rule, checked) + strangers(matches) + repetitions(matches)
    }

    private static func tooFew(
        _ matches: ItemMatches,
        _ rule: KindRule,
        _ checked: CheckedSection
    ) -> [Oddity] {
        // What breaks the schema says already why there are no items.
        guard matches.matches.count < rule.minItems, checked.worst != .breaking else { return [] }
        let oddity = Oddity(
            kind: .emptySection,
            severity: .breaking,
            value: checked.value.root,
            expected: "\(rule.minItems) or more items",
            found: "\(matches.matches.count)"
        )
        return [oddity]
    }

    private static func strangers(_ matches: ItemMatches) -> [Oddity] {
        zip(matches.matches, matches.identities).filter { $1 == nil }.map { match, _ in
            Oddity(
                kind: .identityMissing,
                severity: .warning,
                value: match.value,
                found: "nothing at any of the identity's paths"
            )
        }
    }

    private static func repetitions(_ matches: ItemMatches) -> [Oddity] {
        var seen: Set<String> = []
        return zip(matches.matches, matches.identities).compactMap { match, identity in
            guard let identity, !seen.insert(identity).inserted else { return nil }
            return Oddity(
                kind: .duplicateID,
                severity: .warning,
                value: match.value,
                found: JSONText.quoted(identity)
            )
        }
    }
}

extension FindingCollector {
    mutating func add(_ oddity: Oddity, of section: CheckedSection) {
        add(
            oddity.kind,
            oddity.severity,
            at: oddity.value,
            below: section.place,
            expected: oddity.expected,
            found: oddity.found
        )
    }
}
