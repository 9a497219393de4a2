import Drift
import JSONCore
import SectionModel

/// Makes the sections of a page from responses that ``PageCheck`` has checked.
package struct SectionExtractor {
    private let contract: Contract
    private let checked: [CheckedSection]
    private var collectors: [String: FindingCollector]
    private var holdsPage: Bool
    private var sections: [SectionReading] = []
    private var quarantine: [QuarantinedValue] = []

    package init(_ check: PageCheck) {
        contract = check.contract
        checked = check.sections
        collectors = check.collectors
        holdsPage = !check.withoutBlocks.isEmpty
        quarantine = check.withoutBlocks.map {
            QuarantinedValue($0.root, of: $0.endpoint, kind: "", .noBlocks)
        }
    }

    /// The page as the responses make it.
    ///
    /// - Complexity: O(n); each item is written out once.
    package consuming func page() -> PageReading {
        for section in checked {
            switch section.kind {
            case .known(let rule): extract(section, by: rule)
            case .unknown(let kind, let answer, _): place(section, kind, answer)
            }
        }
        return PageReading(
            sections: SectionReading.distinguishingKeys(inPageOrder()),
            quarantine: quarantine,
            findings: contract.endpoints.flatMap { collectors[$0.name]?.findings ?? [] },
            holdsPage: holdsPage
        )
    }

    /// Sections in the order they came, then those with a place of their own put there.
    private func inPageOrder() -> [SectionReading] {
        sections.reduce(into: sections.filter { $0.insertAt == nil }) { page, section in
            guard let position = section.insertAt else { return }
            page.insert(section, at: min(position, page.count))
        }
    }

    private mutating func extract(_ checked: CheckedSection, by rule: KindRule) {
        let read = rule.items(in: checked.value)
        let worst = [checked.worst, report(read, rule, checked)].compactMap(\.self).max()
        let section = Section(
            key: rule.kind,
            kind: rule.kind,
            title: rule.title.text(from: [checked.value.root]),
            layout: rule.layout,
            items: read.items,
            digest: checked.value.stableDigest(volatile: rule.volatile)
        )
        let answer = contract.policy.answer(to: worst)
        if answer == .holdPage { holdsPage = true }
        if answer != .accept { quarantine.append(QuarantinedValue(checked, kind: rule.kind, .sectionHeld)) }
        sections.append(
            SectionReading(section: section, isHeld: answer != .accept, insertAt: checked.insertAt)
        )
    }

    /// Reports what the schema cannot see, and gives the worst of it.
    private mutating func report(
        _ read: ItemsReading,
        _ rule: KindRule,
        _ checked: CheckedSection
    ) -> Severity? {
        let oddities = Oddity.all(in: read, by: rule, checked)
        collectors[checked.endpoint]?.begin(input: checked.input)
        for oddity in oddities {
            collectors[checked.endpoint]?.add(
                oddity.kind,
                oddity.severity,
                at: oddity.value,
                below: checked.place,
                expected: oddity.expected,
                found: oddity.found
            )
        }
        return oddities.map(\.severity).max()
    }

    private mutating func place(_ checked: CheckedSection, _ kind: String, _ answer: UnknownKindAnswer) {
        switch answer {
        case .drop: break
        case .quarantine: quarantine.append(QuarantinedValue(checked, kind: kind, .kindAdded))
        case .keep:
            let digest = checked.value.stableDigest(volatile: .none)
            let raw = Item(identity: kind, digest: digest, json: checked.value.text(form: .received).string)
            let section = Section(key: kind, kind: kind, layout: kind, items: [raw], digest: digest)
            sections.append(SectionReading(section: section, isHeld: false, insertAt: nil))
        }
    }
}

/// What is wrong with the items of a section beyond what its schema sees.
private struct Oddity {
    let kind: FindingKind
    let severity: Severity
    let value: JSONValue
    var expected: String?
    let found: String

    static func all(in read: ItemsReading, by rule: KindRule, _ checked: CheckedSection) -> [Oddity] {
        let strangers = read.withoutIdentity.map {
            Oddity(
                kind: .identityMissing,
                severity: .warning,
                value: $0,
                found: "nothing at any of the identity's paths"
            )
        }
        let repetitions = zip(read.items, read.sources).filter { $0.0.occurrence > 1 }.map { item, source in
            Oddity(
                kind: .duplicateID,
                severity: .warning,
                value: source,
                found: JSONText.quoted(item.identity)
            )
        }
        return tooFew(read, rule, checked) + strangers + repetitions
    }

    private static func tooFew(_ read: ItemsReading, _ rule: KindRule, _ checked: CheckedSection) -> [Oddity]
    {
        // What breaks the schema says already why there are no items.
        guard read.items.count < rule.minItems, checked.worst != .breaking else { return [] }
        let oddity = Oddity(
            kind: .emptySection,
            severity: .breaking,
            value: checked.value.root,
            expected: "\(rule.minItems) or more items",
            found: "\(read.items.count)"
        )
        return [oddity]
    }
}

extension SeverityPolicy {
    func answer(to severity: Severity?) -> Answer {
        switch severity {
        case .breaking: breaking
        case .warning: warning
        case .info: info
        case nil: .accept
        }
    }
}
