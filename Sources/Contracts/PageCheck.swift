import Drift
package import JSONCore
import JSONSchema

/// Checks the responses of a feed against its contract, section by section.
///
/// What breaks the contract marks its own section and costs the page nothing else. Only a response in which the blocks
/// cannot be found at all, or a contract that says so, holds the page. ``SectionExtractor`` makes the sections of it.
package struct PageCheck: Sendable {
    let contract: Contract
    private let schemas: ContractSchemas
    private let limits: ExplanationLimits
    var collectors: [String: FindingCollector] = [:]
    private(set) var sections: [CheckedSection] = []

    /// Answers in which the list of blocks is not where the contract says.
    private(set) var withoutBlocks: [(endpoint: String, root: JSONValue)] = []

    package init(_ loaded: LoadedContract) {
        contract = loaded.contract
        schemas = loaded.schemas
        // Counts are of use only when they are whole, so far as time allows.
        var limits = ExplanationLimits()
        limits.maxViolations = 10_000
        self.limits = limits
    }

    /// Adds one response of an endpoint; pages of one endpoint come in their order.
    ///
    /// - Parameters:
    ///   - document: an answer by the endpoint's success rule, see ``ResponseReading``.
    ///   - endpoint: one of the contract's.
    ///   - input: what the response is called in findings: a file, a URL.
    package mutating func add(_ document: JSONDocument, of endpoint: Endpoint, input: String) {
        let found = contract.sections.filter { $0.endpoint == endpoint.name }.flatMap { rule in
            switch rule {
            case .blocks(let blocks): blocksOf(document, by: blocks, isOptional: endpoint.isOptional)
            case .whole(let whole): partOf(document, by: whole)
            }
        }
        var collector = takeCollector(of: endpoint)
        collector.begin(input: input)
        collector.add(document.notices, of: document)
        checkEnvelope(document, endpoint, around: found, &collector)
        for var section in found {
            section.input = input
            section.worst = check(section, &collector)
            sections.append(section)
        }
        collectors[endpoint.name] = collector
    }

    /// Notes that a response of an endpoint with pages, or of an optional one, was no answer.
    package mutating func leaveOut(_ fault: ResponseFault?, of endpoint: Endpoint) {
        guard let fault else { return }
        note(fault.kind, of: endpoint, expected: "an answer", found: fault.detail ?? fault.kind.rawValue)
    }

    /// Notes that a cursor came twice or that the pages had no end, so that the list may be incomplete.
    package mutating func cutOff(_ endpoint: Endpoint) {
        let found = "a further cursor after the last allowed page"
        note(.cursorLoop, of: endpoint, expected: "a last page", found: found)
    }

    private mutating func note(_ kind: FindingKind, of endpoint: Endpoint, expected: String, found: String) {
        var collector = takeCollector(of: endpoint)
        collector.add(kind, .warning, expected: expected, found: found)
        collectors[endpoint.name] = collector
    }

    /// Takes a collector out while it is written to, so that it is never copied.
    private mutating func takeCollector(of endpoint: Endpoint) -> FindingCollector {
        collectors.removeValue(forKey: endpoint.name) ?? FindingCollector(endpoint: endpoint.name)
    }

    // MARK: Finding the sections

    private mutating func blocksOf(
        _ document: JSONDocument,
        by rule: BlockSections,
        isOptional: Bool
    ) -> [CheckedSection] {
        guard document.root.value(at: rule.each.list)?.kind == .array else {
            if !isOptional { withoutBlocks.append((rule.endpoint, document.root)) }
            return []
        }
        let blocks = rule.each.matches(from: document.root).map(\.value)
        return blocks.map { block in
            let name = rule.kindName(of: block)
            let kind = rule.kind(of: block)
            return CheckedSection(
                value: SectionValue(root: block),
                place: Place(block, path: rule.path(of: block)),
                kind: kind.map { .known($0) } ?? .unknown(name, rule.unknownKind, of: blocks.count),
                endpoint: rule.endpoint,
                saysNoKind: block.value(at: rule.discriminator) == nil
            )
        }
    }

    private func partOf(_ document: JSONDocument, by rule: EndpointSection) -> [CheckedSection] {
        guard let part = document.root.value(at: rule.part), !rule.isAbsent(part) else { return [] }
        let section = CheckedSection(
            value: SectionValue(root: part, only: rule.only),
            place: Place(part, path: rule.part.description),
            kind: .known(rule.rule),
            endpoint: rule.endpoint,
            insertAt: rule.insertAt
        )
        return [section]
    }

    // MARK: Checking

    /// Checks what is around the sections; of their inside the envelope's schema only finds what is wrong.
    private func checkEnvelope(
        _ document: JSONDocument,
        _ endpoint: Endpoint,
        around sections: [CheckedSection],
        _ collector: inout FindingCollector
    ) {
        let insides = sections.compactMap(\.value.inside)
        _ = check(Place(document.root), against: endpoint.schema, &collector) { note in
            !insides.contains { $0.contains(note.value.index) }
        }
    }

    /// Checks a section by its kind, and gives the worst that was found.
    private func check(_ section: CheckedSection, _ collector: inout FindingCollector) -> Severity? {
        switch section.kind {
        case .known(let rule):
            return check(section.place, against: rule.schema, &collector) { section.value.includes($0) }
        case .unknown(let name, _, let count):
            collector.observe(section.place)
            collector.add(
                .kindAdded,
                .warning,
                at: section.value.root,
                below: section.place,
                distinct: name,
                expected: "a kind of the contract",
                found: section.saysNoKind ? "a block that does not say its kind" : name,
                of: count
            )
            return .warning
        }
    }

    private func check(
        _ place: Place,
        against schema: String?,
        _ collector: inout FindingCollector,
        where isWanted: (SchemaNote) -> Bool
    ) -> Severity? {
        collector.observe(place)
        guard let schema, let compiled = schemas.compiled[schema] else { return nil }
        return collector.add(compiled.explain(place.value, limits: limits), below: place, where: isWanted)
    }
}

/// A value that is to become a section, and the worst that was found in it so far.
struct CheckedSection: Sendable {
    enum Kind: Sendable {
        case known(KindRule)
        /// Of so many blocks in the response.
        case unknown(String, UnknownKindAnswer, of: Int)
    }

    let value: SectionValue
    let place: Place
    let kind: Kind
    let endpoint: String
    var insertAt: Int?

    /// Whether the discriminator is missing.
    var saysNoKind = false

    /// What the response is called in findings.
    var input = ""
    var worst: Severity?
}

extension SectionValue {
    /// The tape indices of the value, where all of it belongs to the section.
    fileprivate var inside: Range<Int>? {
        only.isEmpty ? root.index..<root.endIndex : nil
    }

    /// Whether a note is about something that belongs to the section.
    fileprivate func includes(_ note: SchemaNote) -> Bool {
        guard !only.isEmpty, let (container, step) = note.value.container, container.index == root.index
        else {
            return true
        }
        return only.contains(step.token)
    }
}

extension Contract {
    /// Where a kind of section comes from, as findings spell it.
    package func source(ofKind kind: String) -> (endpoint: String, path: String)? {
        for rule in sections {
            switch rule {
            case .blocks(let blocks):
                guard let known = blocks.kinds.first(where: { $0.rule.kind == kind }) else { continue }
                return (blocks.endpoint, blocks.pathPattern(kind: known.value.description))
            case .whole(let whole):
                if whole.rule.kind == kind { return (whole.endpoint, whole.part.description) }
            }
        }
        return nil
    }
}

extension BlockSections {
    /// What a block says it is; `none` where it says nothing.
    fileprivate func kindName(of block: JSONValue) -> String {
        let found = block.value(at: discriminator)
        return found?.string ?? found?.shortText ?? "none"
    }

    /// The pattern of a block's kind; `/data/blocks/[no blockCode]` where it says nothing.
    fileprivate func path(of block: JSONValue) -> String {
        guard block.value(at: discriminator) != nil else {
            return "\(each.list)/[no \(discriminator.description.dropFirst())]"
        }
        return pathPattern(kind: kindName(of: block))
    }

    /// `/data/blocks/[blockCode=HOMEPAGE_BANNER]`.
    fileprivate func pathPattern(kind: String) -> String {
        "\(each.list)/[\(discriminator.description.dropFirst())=\(kind)]"
    }
}

extension EndpointSection {
    /// A named part that is null, an empty text or without items makes no section.
    fileprivate func isAbsent(_ part: JSONValue) -> Bool {
        !self.part.tokens.isEmpty
            && (part.isNull || part.string == ""
                || part.kind == .array && rule.items.matches(from: part).isEmpty)
    }
}
