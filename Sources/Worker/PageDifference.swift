import Contracts
import Drift
import JSONCore
import SectionModel
import Snapshots

/// What a refresh changes of the stored page, section by section.
struct PageDifference {
    let reading: PageReading

    /// What the page is made without.
    let leftOut: [LeftOutResponse]

    /// What readers will see change; a section that is held or missing does not change for them.
    let changes: SectionChanges

    /// The reading's findings, and one for each section that the stored page has and the responses have not.
    let findings: [Finding]

    init(_ reading: PageReading, leftOut: [LeftOutResponse], from stored: StoredPage, contract: Contract) {
        self.reading = reading
        self.leftOut = leftOut
        let before = stored.sections.map(Section.init)
        let storedByKey = Dictionary(uniqueKeysWithValues: before.map { ($0.key, $0) })
        let sent = Set(reading.sections.map(\.section.key))
        let after = reading.sections.compactMap {
            $0.isHeld ? storedByKey[$0.section.key] : $0.section.withoutItems
        }
        changes = SectionChanges(from: before.filter { sent.contains($0.key) }, to: after)
        let missing = before.filter { !sent.contains($0.key) }.map { Finding(missing: $0, contract, leftOut) }
        // Of a page that is held as a whole the reading says why; that its sections are not there follows from it.
        findings = reading.findings + (reading.holdsPage ? [] : missing)
    }
}

extension Finding {
    fileprivate init(missing section: Section, _ contract: Contract, _ leftOut: [LeftOutResponse]) {
        let source = contract.source(ofKind: section.kind)
        let failure = leftOut.first { $0.endpoint.name == source?.endpoint }?.error
        let found = failure.map { "no answer (\($0.name))" } ?? "nothing"
        self.init(
            .kindMissing,
            .warning,
            of: section.key,
            from: source,
            expected: "the section \(section.key)",
            found: "\(found); its last good content stays"
        )
    }

    /// What one section shows once, at the place that its contract takes it from.
    init(
        _ kind: FindingKind,
        _ severity: Severity,
        of section: String,
        from source: (endpoint: String, path: String)?,
        expected: String,
        found: String
    ) {
        self.init(
            kind: kind,
            severity: severity,
            path: source?.path ?? "",
            endpoint: source?.endpoint ?? "",
            value: section,
            expected: expected,
            found: found
        )
        count = 1
        of = 1
    }
}

// The store keeps no items apart from contents, so sections are compared by their digests alone.
extension Section {
    fileprivate var withoutItems: Section {
        var section = self
        section.items = []
        return section
    }

    fileprivate init(_ stored: StoredSection) {
        let hash = ContentHash(bytes: stored.digest)
        self.init(
            key: stored.key,
            kind: stored.kind,
            layout: "",
            items: [],
            digest: ContentDigest(high: hash.high, low: hash.low)
        )
    }
}
