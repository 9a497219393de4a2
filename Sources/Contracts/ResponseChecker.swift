import Drift
import JSONCore
import JSONSchema

/// Checks single responses by a contract, section by section.
struct ResponseChecker: Sendable {
    let contract: Contract
    private let schemas: ContractSchemas
    private let samples: [String: SampleTree]
    private let rules: SeverityRules
    private let limits: ExplanationLimits

    init(_ loaded: LoadedContract, direction: Viewpoint = .reader) {
        contract = loaded.contract
        schemas = loaded.schemas
        samples = loaded.samples
        var rules = SeverityRules()
        rules.direction = direction
        rules.byKind = loaded.contract.policy.severities
        self.rules = rules
        // Counts are of use only when they are whole, so far as time allows.
        var limits = ExplanationLimits()
        limits.maxViolations = 10_000
        self.limits = limits
    }

    /// For the findings of an endpoint.
    func makeCollector(endpoint: String) -> FindingCollector {
        FindingCollector(endpoint: endpoint, rules: rules, samples: samples[endpoint])
    }

    /// What is wrong with a response goes into the collector.
    ///
    /// - Returns: the response's sections, each with the worst that was found in it.
    func check(
        _ document: JSONDocument,
        of endpoint: Endpoint,
        input: String,
        contentType: String?,
        _ collector: inout FindingCollector
    ) -> [CheckedSection] {
        collector.begin(input: input)
        collector.add(document.notices, of: document)
        checkContentType(contentType, of: endpoint, document, &collector)
        var found = sections(of: document, endpoint)
        checkEnvelope(document, endpoint, around: found, &collector)
        for number in found.indices {
            found[number].input = input
            found[number].worst = check(found[number], &collector)
        }
        collector.compare(document.root, without: Self.volatilePlaces(in: found))
        return found
    }

    private static func volatilePlaces(in sections: [CheckedSection]) -> VolatilePlaces {
        sections.reduce(into: VolatilePlaces()) { places, section in
            guard case .known(let rule) = section.kind else { return }
            places.add(rule.volatile, in: section.value.root)
        }
    }

    /// Whether the list of blocks is where the contract says, for each rule that wants one.
    func hasBlocks(_ document: JSONDocument, of endpoint: Endpoint) -> Bool {
        contract.sections.allSatisfy { rule in
            guard case .blocks(let blocks) = rule, blocks.endpoint == endpoint.name else { return true }
            return document.root.value(at: blocks.each.list)?.kind == .array
        }
    }

    // MARK: Finding the sections

    func sections(of document: JSONDocument, _ endpoint: Endpoint) -> [CheckedSection] {
        contract.sections.filter { $0.endpoint == endpoint.name }.flatMap { rule in
            switch rule {
            case .blocks(let blocks): blocksOf(document, by: blocks)
            case .whole(let whole): partOf(document, by: whole)
            }
        }
    }

    private func blocksOf(_ document: JSONDocument, by rule: BlockSections) -> [CheckedSection] {
        rule.each.matches(from: document.root).map(\.value).map { block in
            let name = rule.kindName(of: block)
            let kind = rule.kind(of: block)
            return CheckedSection(
                value: SectionValue(root: block),
                place: Place(block, path: rule.path(of: block)),
                kind: kind.map { .known($0) } ?? .unknown(name, rule.unknownKind, among: rule.each.pattern),
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

    /// JSON under another name than it has: clients that go by it would not read the response.
    private func checkContentType(
        _ type: String?,
        of endpoint: Endpoint,
        _ document: JSONDocument,
        _ collector: inout FindingCollector
    ) {
        guard let type, !endpoint.isServed(as: type) else { return }
        let expected = endpoint.contentTypes.joined(separator: " or ")
        collector.add(
            .contentTypeChanged,
            .warning,
            expected: expected.isEmpty ? "a content type of JSON" : "the content type \(expected)",
            found: JSONText.quoted(type),
            at: 0,
            of: document
        )
    }

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
        case .unknown(let name, _, let blocks):
            collector.observe(section.place)
            collector.add(
                .kindAdded,
                .warning,
                at: section.value.root,
                below: section.place,
                distinct: name,
                expected: "a kind of the contract",
                found: section.saysNoKind ? "a block that does not say its kind" : name,
                among: blocks
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
        let explanation = compiled.explain(place.value, limits: limits)
        return collector.add(explanation, by: compiled, below: place, where: isWanted)
    }
}

/// A value that is to become a section, and the worst that was found in it so far.
struct CheckedSection: Sendable {
    enum Kind: Sendable {
        case known(KindRule)
        /// A block among those at this pattern.
        case unknown(String, UnknownKindAnswer, among: JSONPointer)
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
    var inside: Range<Int>? {
        only.isEmpty ? root.index..<root.endIndex : nil
    }

    /// Whether a note is about something that belongs to the section.
    func includes(_ note: SchemaNote) -> Bool {
        guard !only.isEmpty, let (container, step) = note.value.container, container.index == root.index
        else {
            return true
        }
        return only.contains(step.token)
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
    func pathPattern(kind: String) -> String {
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
