import Drift
package import JSONCore

/// Checks the responses of a feed against its contract, section by section.
///
/// What breaks the contract marks its own section and costs the page nothing else. Only a response in which the blocks
/// cannot be found at all, or a contract that says so, holds the page. ``SectionExtractor`` makes the sections of it.
package struct PageCheck: Sendable {
    let contract: Contract
    private let schemas: ContractSchemas
    var collectors: [String: FindingCollector] = [:]
    private(set) var sections: [CheckedSection] = []
    private(set) var holdsPage = false

    package init(_ loaded: LoadedContract) {
        contract = loaded.contract
        schemas = loaded.schemas
    }

    /// Adds one response of an endpoint; pages of one endpoint come in their order.
    ///
    /// - Parameters:
    ///   - document: an answer by the endpoint's success rule, see ``ResponseReading``.
    ///   - endpoint: one of the contract's.
    ///   - input: what the response is called in findings: a file, a URL.
    package mutating func add(_ document: JSONDocument, of endpoint: Endpoint, input: String) {
        var collector = collectors[endpoint.name] ?? FindingCollector(endpoint: endpoint.name)
        collector.begin(input: input)
        collector.add(document.notices, Place(document.root))
        validate(Place(document.root), against: endpoint.schema, &collector)
        for rule in contract.sections where rule.endpoint == endpoint.name {
            switch rule {
            case .blocks(let blocks): addBlocks(blocks, of: document, endpoint, &collector)
            case .whole(let whole): addWhole(whole, of: document, &collector)
            }
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
        note(
            .cursorLoop,
            of: endpoint,
            expected: "a last page",
            found: "a further cursor after the last allowed page"
        )
    }

    private mutating func note(_ kind: FindingKind, of endpoint: Endpoint, expected: String, found: String) {
        var collector = collectors[endpoint.name] ?? FindingCollector(endpoint: endpoint.name)
        collector.add(kind, .warning, expected: expected, found: found)
        collectors[endpoint.name] = collector
    }

    private mutating func addBlocks(
        _ rule: BlockSections,
        of document: JSONDocument,
        _ endpoint: Endpoint,
        _ collector: inout FindingCollector
    ) {
        guard document.root.value(at: rule.each.list)?.kind == .array else {
            if !endpoint.isOptional { holdsPage = true }
            return
        }
        let blocks = rule.each.matches(from: document.root).map(\.value)
        for block in blocks {
            let name = rule.kindName(of: block)
            let place = Place(block, path: rule.pathPattern(kind: name))
            let value = SectionValue(root: block)
            if let kind = rule.kind(of: block) {
                let worst = validate(place, against: kind.schema, &collector)
                sections.append(CheckedSection(value, place, .known(kind), endpoint.name, worst))
            } else {
                collector.add(
                    .kindAdded,
                    .warning,
                    at: block,
                    below: place,
                    distinct: name,
                    expected: "a kind of the contract",
                    found: name,
                    of: blocks.count
                )
                sections.append(
                    CheckedSection(value, place, .unknown(name, rule.unknownKind), endpoint.name, .warning)
                )
            }
        }
    }

    private mutating func addWhole(
        _ rule: EndpointSection,
        of document: JSONDocument,
        _ collector: inout FindingCollector
    ) {
        guard let part = document.root.value(at: rule.part), !rule.isAbsent(part) else { return }
        let place = Place(part, path: rule.part.description)
        let worst = validate(place, against: rule.rule.schema, &collector)
        var section = CheckedSection(
            SectionValue(root: part, only: rule.only),
            place,
            .known(rule.rule),
            rule.endpoint,
            worst
        )
        section.insertAt = rule.insertAt
        sections.append(section)
    }

    @discardableResult
    private func validate(
        _ place: Place,
        against schema: String?,
        _ collector: inout FindingCollector
    ) -> Severity? {
        collector.observe(place)
        guard let schema, let compiled = schemas.compiled[schema] else { return nil }
        return collector.add(compiled.explain(place.value), below: place)
    }
}

/// A value that is to become a section, and the worst that its schema said of it.
struct CheckedSection: Sendable {
    enum Kind: Sendable {
        case known(KindRule)
        case unknown(String, UnknownKindAnswer)
    }

    let value: SectionValue
    let place: Place
    let kind: Kind
    let endpoint: String
    let worst: Severity?
    var insertAt: Int?

    init(_ value: SectionValue, _ place: Place, _ kind: Kind, _ endpoint: String, _ worst: Severity?) {
        self.value = value
        self.place = place
        self.kind = kind
        self.endpoint = endpoint
        self.worst = worst
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
