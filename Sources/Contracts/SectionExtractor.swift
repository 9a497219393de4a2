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
    private var blockSections: [SectionReading] = []
    private var wholeSections: [(insertAt: Int?, section: SectionReading)] = []
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
        if let schema = endpoint.schema {
            collector.add(schema.violations(in: document.root), below: Place(document.root))
        }
        for source in contract.sections where source.endpoint == endpoint.name {
            switch source.form {
            case .blocks(let rule): addBlocks(rule, of: document, endpoint, &collector)
            case .whole(let rule): addWhole(rule, of: document, &collector)
            }
        }
        collectors[endpoint.name] = collector
    }

    /// The page as the responses so far make it.
    package func page() -> PageReading {
        let findings = contract.endpoints.flatMap { collectors[$0.name]?.findings ?? [] }
        return PageReading(
            sections: SectionReading.distinguishingKeys(inOrder()), quarantine: quarantine, findings: findings,
            holdsPage: holdsPage)
    }

    private func inOrder() -> [SectionReading] {
        wholeSections.reduce(blockSections) { page, whole in
            var page = page
            page.insert(whole.section, at: min(whole.insertAt ?? page.count, page.count))
            return page
        }
    }

    // MARK: Blocks

    private mutating func addBlocks(
        _ rule: BlockRule, of document: JSONDocument, _ endpoint: Endpoint, _ collector: inout FindingCollector
    ) {
        guard rule.each.listExists(in: document.root) else {
            if !endpoint.isOptional { holdsPage = true }
            return
        }
        let blocks = rule.each.matches(from: document.root)
        for block in blocks.map(\.value) {
            let kind = block.value(at: rule.discriminator)?.string ?? ""
            let place = Place(block, path: rule.pathPattern(kind: kind))
            if let section = rule.kinds[kind] {
                blockSections.append(read(SectionValue(root: block), as: section, place, &collector))
            } else {
                addUnknown(block, kind: kind, rule, place, of: blocks.count, &collector)
            }
        }
    }

    private mutating func addUnknown(
        _ block: JSONValue, kind: String, _ rule: BlockRule, _ place: Place, of count: Int,
        _ collector: inout FindingCollector
    ) {
        collector.add(
            .kindAdded, .warning, at: block, below: place, distinct: kind, expected: "a kind of the contract",
            found: JSONText.quoted(kind), of: count)
        switch rule.unknownKind {
        case .drop: break
        case .quarantine: quarantine.append(QuarantinedValue(block, kind: kind, reason: .kindAdded))
        case .keep:
            let digest = SectionValue(root: block).stableDigest(of: block, at: [], volatile: .none)
            let raw = Item(identity: kind, digest: digest, json: JSONText(block, form: .received).string)
            blockSections.append(
                SectionReading(
                    section: Section(key: kind, kind: kind, layout: kind, items: [raw], digest: digest),
                    worst: .warning, isHeld: false))
        }
    }

    // MARK: Sections from a whole value

    private mutating func addWhole(
        _ rule: WholeRule, of document: JSONDocument, _ collector: inout FindingCollector
    ) {
        guard let value = document.root.value(at: rule.at), !value.isNull else { return }
        let place = Place(value, path: rule.at.description)
        let section = read(SectionValue(root: value, only: rule.only), as: rule.section, place, &collector)
        wholeSections.append((rule.insertAt, section))
    }

    // MARK: One section

    private mutating func read(
        _ value: SectionValue, as rule: SectionRule, _ place: Place, _ collector: inout FindingCollector
    ) -> SectionReading {
        collector.watchSeverity()
        if let schema = rule.schema { collector.add(schema.violations(in: value.root), below: place) }
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
        _ read: ItemsReading, _ rule: SectionRule, _ value: JSONValue, _ place: Place,
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

extension ItemsPath {
    /// Whether everything up to the first `*` is there and is a list.
    func listExists(in root: JSONValue) -> Bool {
        root.value(at: JSONPointer(tokens: Array(tokens.prefix { $0 != "*" })))?.kind == .array
    }
}

extension BlockRule {
    /// `/data/blocks/[blockCode=HOMEPAGE_BANNER]`.
    fileprivate func pathPattern(kind: String) -> String {
        let list = JSONPointer(tokens: each.tokens.dropLast())
        return "\(list)/[\(discriminator.description.dropFirst())=\(kind)]"
    }
}
