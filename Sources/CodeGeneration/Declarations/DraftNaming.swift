/// Turns drafts into declarations: every type, member and case gets its name.
///
/// Names depend on the schema alone. What the schema names itself goes first, then level by level; who finds a name taken is
/// named after the type around it, too.
struct DraftNaming {
    private let drafts: [Draft]
    private let rules: NameRules
    private let prefix: String
    private var types: TypeNames
    private var names: [String?]

    init(_ drafts: [Draft], rules: NameRules, prefix: String) {
        self.drafts = drafts
        self.rules = rules
        self.prefix = prefix
        types = TypeNames(rules, prefix: prefix)
        names = Array(repeating: nil, count: drafts.count)
    }

    /// The root's own name comes before all others.
    mutating func declarations(root: TypeReference) -> [Declaration] {
        if case .named(let root) = root { name(root) }
        for draft in drafts.indices where drafts[draft].naming.isProposed { name(draft) }
        for draft in drafts.indices { name(draft) }
        return zip(drafts, names).map { draft, name in
            Declaration(name: name ?? "", explanation: draft.explanation, body: body(draft.body))
        }
    }

    private mutating func name(_ draft: Int) {
        guard names[draft] == nil else { return }
        names[draft] = types.name(proposals(for: draft))
    }

    private func proposals(for draft: Int) -> [Words] {
        let naming = drafts[draft].naming
        var own = Words(naming.own)
        if naming.isOneOfMany { own = own.singular }
        if let suffix = naming.suffix { own = own + Words(suffix).singular }
        var proposals = [own]
        if naming.isOneOfMany { proposals.append(own + Words("item")) }
        if types.isReserved(own), !drafts[draft].isEnumeration { proposals.append(own + Words("value")) }
        if let parent = naming.parent.flatMap({ names[$0] }) {
            proposals.append(Words(String(parent.dropFirst(prefix.count))) + own)
        }
        return proposals
    }

    private func body(_ body: Draft.Body) -> Declaration.Body {
        switch body {
        case .pending: preconditionFailure("a draft was not filled")
        case .structure(let properties): .structure(named(properties))
        case .enumeration(let texts, let isOpen): .enumeration(enumeration(texts, isOpen: isOpen))
        case .union(let union): .union(named(union))
        case .mixture(let kinds): .mixture(named(kinds))
        case .alias(let type): .alias(type)
        }
    }

    private func named(_ properties: [DraftProperty]) -> [Property] {
        let names = rules.memberNames(properties.map(\.key))
        return zip(properties, names).map { property, name in
            Property(
                name: name,
                key: property.key,
                type: property.type,
                isRequired: property.isRequired,
                isNullable: property.isNullable,
                constant: property.constant,
                explanation: property.explanation
            )
        }
    }

    private func enumeration(_ texts: [String], isOpen: Bool) -> Enumeration {
        let names = rules.caseNames(texts)
        return Enumeration(cases: zip(names, texts).map(EnumerationCase.init), isOpen: isOpen)
    }

    private func named(_ union: DraftUnion) -> DiscriminatedUnion {
        let names = rules.caseNames(union.cases.map(\.name))
        let cases = zip(union.cases, names).map { UnionCase(name: $1, codes: $0.codes, payload: $0.payload) }
        return DiscriminatedUnion(
            discriminator: union.discriminator,
            isInteger: union.isInteger,
            cases: cases,
            unknown: union.unknown
        )
    }

    private func named(_ kinds: [(MixedKind, TypeReference)]) -> [MixedCase] {
        let names = rules.caseNames(kinds.map(\.1.word))
        return zip(kinds, names).map { MixedCase(name: $1, kind: $0.0, type: $0.1) }
    }
}

extension Draft {
    fileprivate var isEnumeration: Bool { if case .enumeration = body { true } else { false } }
}

extension TypeReference {
    /// What such a value is called among other kinds.
    fileprivate var word: String {
        switch self {
        case .any, .named: "object"
        case .bool: "bool"
        case .integer, .unsignedInteger, .bigInteger: "integer"
        case .number: "number"
        case .string: "string"
        case .dateTime: "date time"
        case .list: "list"
        case .map: "object"
        case .nullable(let type): type.word
        }
    }
}
