package import Drift
import JSONCore
package import SectionModel

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
        var worst: Severity?
        collectors[checked.endpoint]?.begin(input: checked.input)
        func add(
            _ kind: FindingKind,
            _ severity: Severity,
            at value: JSONValue,
            expected: String? = nil,
            found: String
        ) {
            collectors[checked.endpoint]?.add(
                kind,
                severity,
                at: value,
                below: checked.place,
                expected: expected,
                found: found
            )
            worst = max(worst ?? severity, severity)
        }
        // What breaks the schema says already why there are no items.
        if read.items.count < rule.minItems, checked.worst != .breaking {
            add(
                .emptySection,
                .breaking,
                at: checked.value.root,
                expected: "\(rule.minItems) or more items",
                found: "\(read.items.count)"
            )
        }
        for item in read.withoutIdentity {
            add(.identityMissing, .warning, at: item, found: "nothing at any of the identity's paths")
        }
        for (item, source) in zip(read.items, read.sources) where item.occurrence > 1 {
            add(.duplicateID, .warning, at: source, found: JSONText.quoted(item.identity))
        }
        return worst
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

/// What the responses of one refresh, or of one check, came to.
package struct PageReading: Sendable {
    /// In the order of the page, keys made distinct.
    package let sections: [SectionReading]
    package let quarantine: [QuarantinedValue]
    /// By endpoint, the worst first.
    package let findings: [Finding]
    /// Whether the whole page stays as it was.
    package let holdsPage: Bool
}

/// One section as it came, and whether readers keep its last good content instead.
package struct SectionReading: Sendable {
    package var section: Section
    package let isHeld: Bool
    /// Its place on the page, where the contract gives it one.
    package let insertAt: Int?

    fileprivate static func distinguishingKeys(_ readings: [SectionReading]) -> [SectionReading] {
        zip(readings, Section.distinguishingKeys(readings.map(\.section))).map { reading, section in
            SectionReading(section: section, isHeld: reading.isHeld, insertAt: reading.insertAt)
        }
    }
}

/// A value that may not reach readers, as it came.
package struct QuarantinedValue: Sendable {
    package enum Reason: String, Sendable {
        case kindAdded = "kind-added"
        case sectionHeld = "section-held"
        /// The whole response: the list of blocks is not where the contract says.
        case noBlocks = "no-blocks"
    }

    package let endpoint: String
    package let pointer: String
    package let kind: String
    package let reason: Reason
    package let json: [UInt8]

    init(_ value: JSONValue, of endpoint: String, kind: String, _ reason: Reason) {
        self.endpoint = endpoint
        pointer = value.pointer.description
        self.kind = kind
        self.reason = reason
        json = value.document.sourceBytes(at: value.index)
    }

    fileprivate init(_ checked: CheckedSection, kind: String, _ reason: Reason) {
        self.init(checked.value.root, of: checked.endpoint, kind: kind, reason)
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
