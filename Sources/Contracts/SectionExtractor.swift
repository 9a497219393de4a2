package import Drift
package import JSONCore
package import SectionModel

/// Splits the responses of a feed into sections, each judged on its own.
///
/// A section that breaks its contract is marked as held and costs the page nothing else; a block of a kind the contract does
/// not know goes where the contract says. Only a response in which the blocks cannot be found at all holds the page.
package struct SectionExtractor {
    private let contract: Contract
    private var collectors: [String: FindingCollector] = [:]
    private var sections: [(insertAt: Int?, reading: SectionReading)] = []
    private var quarantine: [QuarantinedValue] = []
    private var holdsPage = false

    package init(_ contract: Contract) { self.contract = contract }

    /// Adds one response of an endpoint; pages of one endpoint come in their order.
    ///
    /// - Parameters:
    ///   - document: an answer by the endpoint's success rule, see ``ResponseReading``.
    ///   - input: what the response is called in findings: a file, a URL.
    package mutating func add(_ document: JSONDocument, of endpoint: Endpoint, input: String) {
        var collector = collectors[endpoint.name] ?? FindingCollector(endpoint: endpoint.name)
        collector.begin(input: input)
        collector.add(document.notices)
        validate(document.root, against: endpoint.schema, Place(document.root), &collector)
        for rule in contract.sections where rule.endpoint == endpoint.name {
            switch rule {
            case .blocks(let blocks): addBlocks(blocks, of: document, endpoint, &collector)
            case .whole(let whole): addWhole(whole, of: document, &collector)
            }
        }
        collectors[endpoint.name] = collector
    }

    private func validate(
        _ value: JSONValue, against schema: String?, _ place: Place, _ collector: inout FindingCollector
    ) {
        if let schema, let compiled = contract.schemas.compiled(schema) {
            collector.add(compiled.report(on: value), below: place)
        }
    }

    /// The page as the responses so far make it.
    package func page() -> PageReading {
        let findings = contract.endpoints.flatMap { collectors[$0.name]?.findings ?? [] }
        return PageReading(
            sections: SectionReading.distinguishingKeys(inPageOrder()), quarantine: quarantine, findings: findings,
            holdsPage: holdsPage)
    }

    /// Sections in the rules' order, then those with a place of their own put there.
    private func inPageOrder() -> [SectionReading] {
        let ordered = sections.filter { $0.insertAt == nil }.map(\.reading)
        return sections.reduce(into: ordered) { page, section in
            guard let position = section.insertAt else { return }
            page.insert(section.reading, at: min(position, page.count))
        }
    }

    // MARK: Blocks

    private mutating func addBlocks(
        _ rule: BlockSections, of document: JSONDocument, _ endpoint: Endpoint, _ collector: inout FindingCollector
    ) {
        guard document.root.value(at: rule.each.list)?.kind == .array else {
            if !endpoint.isOptional { holdsPage = true }
            return
        }
        let blocks = rule.each.matches(from: document.root).map(\.value)
        for block in blocks {
            let found = block.value(at: rule.discriminator)
            let place = Place(block, path: rule.pathPattern(kind: found?.string ?? found?.numberText ?? ""))
            if let kind = rule.kind(of: block) {
                let reading = read(SectionValue(root: block), as: kind, place, &collector)
                sections.append((nil, reading))
            } else {
                addUnknown(block, kind: found?.shortText ?? "none", rule, place, of: blocks.count, &collector)
            }
        }
    }

    private mutating func addUnknown(
        _ block: JSONValue, kind: String, _ rule: BlockSections, _ place: Place, of count: Int,
        _ collector: inout FindingCollector
    ) {
        collector.add(
            .kindAdded, .warning, at: block, below: place, distinct: kind, expected: "a kind of the contract",
            found: kind, of: count)
        switch rule.unknownKind {
        case .drop: break
        case .quarantine: quarantine.append(QuarantinedValue(block, kind: kind, reason: .kindAdded))
        case .keep:
            let digest = SectionValue(root: block).stableDigest(of: block, at: [], volatile: .none)
            let raw = Item(identity: kind, digest: digest, json: JSONText(block, form: .received).string)
            let section = Section(key: kind, kind: kind, layout: kind, items: [raw], digest: digest)
            sections.append((nil, SectionReading(section: section, worst: .warning, isHeld: false)))
        }
    }

    // MARK: Sections from a whole value

    private mutating func addWhole(
        _ rule: EndpointSection, of document: JSONDocument, _ collector: inout FindingCollector
    ) {
        guard let part = document.root.value(at: rule.part), !rule.isAbsent(part) else { return }
        let place = Place(part, path: rule.part.description)
        let reading = read(SectionValue(root: part, only: rule.only), as: rule.rule, place, &collector)
        sections.append((rule.insertAt, reading))
    }

    // MARK: One section

    private mutating func read(
        _ value: SectionValue, as rule: KindRule, _ place: Place, _ collector: inout FindingCollector
    ) -> SectionReading {
        collector.watchSeverity()
        validate(value.root, against: rule.schema, place, &collector)
        let read = rule.items(in: value)
        report(read, rule, value.root, place, &collector)
        let section = Section(
            key: rule.kind, kind: rule.kind, title: rule.title.text(from: [value.root]), layout: rule.layout,
            items: read.items, digest: value.stableDigest(of: value.root, at: [], volatile: rule.volatile))
        let worst = collector.worstSinceWatch
        let answer = contract.policy.answer(to: worst)
        if answer == .holdPage { holdsPage = true }
        if answer != .accept { quarantine.append(QuarantinedValue(value.root, kind: rule.kind, reason: .sectionHeld)) }
        return SectionReading(section: section, worst: worst, isHeld: answer != .accept)
    }

    private func report(
        _ read: ItemsReading, _ rule: KindRule, _ value: JSONValue, _ place: Place,
        _ collector: inout FindingCollector
    ) {
        if read.items.count < rule.minItems {
            collector.add(
                .emptySection, .breaking, at: value, below: place, expected: "at least \(rule.minItems) items",
                found: "\(read.items.count)")
        }
        for item in read.withoutIdentity {
            collector.add(.identityMissing, .warning, at: item, below: place, found: "none of the identity paths")
        }
        for (item, source) in zip(read.items, read.sources) where item.occurrence > 1 {
            collector.add(.duplicateID, .warning, at: source, below: place, found: JSONText.quoted(item.identity))
        }
    }
}

/// What the responses of one refresh, or of one check, came to.
package struct PageReading: Sendable {
    /// In the order of the page, keys made distinct.
    package var sections: [SectionReading]
    package var quarantine: [QuarantinedValue]
    package var findings: [Finding]
    /// Whether the whole page stays as it was.
    package var holdsPage: Bool
}

/// One section as it came, and whether readers may have it.
package struct SectionReading: Sendable {
    package var section: Section
    /// The worst finding in it, if there was one.
    package var worst: Severity?
    package var isHeld: Bool

    static func distinguishingKeys(_ readings: [SectionReading]) -> [SectionReading] {
        let sections = Section.distinguishingKeys(readings.map(\.section))
        return zip(readings, sections).map { reading, section in
            SectionReading(section: section, worst: reading.worst, isHeld: reading.isHeld)
        }
    }
}

/// A value that may not reach readers, as it came.
package struct QuarantinedValue: Sendable {
    package enum Reason: String, Sendable {
        case kindAdded = "kind-added"
        case sectionHeld = "section-held"
    }

    package let pointer: String
    package let kind: String
    package let reason: Reason
    package let json: String

    init(_ value: JSONValue, kind: String, reason: Reason) {
        pointer = value.pointer.description
        self.kind = kind
        self.reason = reason
        json = JSONText(value, form: .received).string
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

extension BlockSections {
    /// `/data/blocks/[blockCode=HOMEPAGE_BANNER]`.
    fileprivate func pathPattern(kind: String) -> String {
        "\(each.list)/[\(discriminator.description.dropFirst())=\(kind)]"
    }
}

extension EndpointSection {
    /// A named part that is null, an empty text or without items makes no section.
    fileprivate func isAbsent(_ part: JSONValue) -> Bool {
        !self.part.tokens.isEmpty
            && (part.isNull || part.string == "" || part.kind == .array && rule.items.matches(from: part).isEmpty)
    }
}
