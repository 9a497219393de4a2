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
        let matches = rule.itemMatches(in: checked.value)
        let worst = [checked.worst, report(matches, rule, checked)].compactMap(\.self).max()
        let section = Section(
            key: rule.kind,
            kind: rule.kind,
            title: rule.title.text(from: checked.value.root),
            layout: rule.layout,
            items: rule.items(matches, in: checked.value),
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
        _ matches: ItemMatches,
        _ rule: KindRule,
        _ checked: CheckedSection
    ) -> Severity? {
        let oddities = Oddity.all(in: matches, by: rule, checked)
        collectors[checked.endpoint]?.begin(input: checked.input)
        for oddity in oddities { collectors[checked.endpoint]?.add(oddity, of: checked) }
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
