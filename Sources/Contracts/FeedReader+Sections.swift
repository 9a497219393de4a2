internal import JSONCore

extension FeedReader {
    func sections(_ value: JSONValue) -> [SectionRule] {
        let entries = value.list(log, mayBeEmpty: false)
        noteDuplicateKinds(entries)
        return entries.compactMap { entry in
            entry["each"] == nil
                ? wholeSection(entry).map(SectionRule.whole) : blockSections(entry).map(SectionRule.blocks)
        }
    }

    private func noteDuplicateKinds(_ sections: [JSONValue]) {
        var first: [String: JSONValue] = [:]
        for entry in sections.flatMap({ $0["kinds"].map { Array($0.elements) } ?? [$0] }) {
            guard let name = entry["kind"], let kind = name.string else { continue }
            if let earlier = first[kind] {
                log.note(.duplicateKind(kind, first: earlier.pointer), at: name)
            } else {
                first[kind] = name
            }
        }
    }

    private func blockSections(_ value: JSONValue) -> BlockSections? {
        let known = ["from", "each", "discriminator", "unknownKind", "volatile", "kinds"]
        guard let members = Members(of: value, known: known, log: log) else { return nil }
        let endpoint = members.required("from").flatMap(endpointName)
        let each = members.required("each")?.path(log, ItemsPath.init)
        let discriminator = members.required("discriminator")?.jsonPointer(log)
        let unknownKind = members.optional("unknownKind").map { $0.word(log) } ?? UnknownKindAnswer.quarantine
        let volatile = members.optional("volatile").map(patterns) ?? []
        let kinds = members.required("kinds").map { self.kinds($0, volatile) } ?? []
        guard let endpoint, let each, let discriminator, let unknownKind else { return nil }
        return BlockSections(
            endpoint: endpoint,
            each: each,
            discriminator: discriminator,
            unknownKind: unknownKind,
            kinds: kinds
        )
    }

    private func kinds(_ value: JSONValue, _ volatile: [String]) -> [(value: JSONScalar, rule: KindRule)] {
        var first: [JSONScalar: JSONValue] = [:]
        return value.list(log, mayBeEmpty: false).compactMap { entry in
            let members = Members(of: entry, known: ["when"] + Self.kindMembers, log: log)
            let when = members?.required("when")
            let found = when?.scalar(log)
            if let when, let found {
                if let earlier = first[found] {
                    log.note(.duplicateValue(found.description, first: earlier.pointer), at: when)
                } else {
                    first[found] = when
                }
            }
            let rule = members.flatMap { kindRule($0, volatile) }
            guard let found, let rule else { return nil }
            return (found, rule)
        }
    }

    private func wholeSection(_ value: JSONValue) -> EndpointSection? {
        let known = ["from", "at", "only", "insertAt"] + Self.kindMembers
        guard let members = Members(of: value, known: known, log: log) else { return nil }
        let endpoint = members.required("from").flatMap(endpointName)
        let part = members.optional("at").map { $0.jsonPointer(log) } ?? JSONPointer()
        let only = members.optional("only")?.list(log, mayBeEmpty: false).compactMap { $0.text(log) } ?? []
        let insertAt = members.optional("insertAt")?.integer(in: 0...Int.max, log)
        let rule = kindRule(members, [])
        guard let endpoint, let part, let rule else { return nil }
        return EndpointSection(endpoint: endpoint, part: part, only: only, insertAt: insertAt, rule: rule)
    }

    private static let kindMembers = [
        "kind", "schema", "layout", "title", "items", "minItems", "item", "volatile",
    ]

    private func kindRule(_ members: Members, _ volatile: [String]) -> KindRule? {
        let kind = members.required("kind")?.name(.dashed, log)
        let schema = members.optional("schema").flatMap(schemaPath)
        let layout = members.optional("layout").map { $0.text(log) } ?? "list"
        let title = members.required("title").map { fallbacks($0, depth: 0, mayBeEmpty: false) }
        let items = members.required("items")?.path(log, ItemsPath.init)
        let minItems = members.optional("minItems").map { $0.integer(in: 0...Int.max, log) } ?? 1
        let item = members.required("item").flatMap { itemRule($0, depth: items?.steps.count) }
        let patterns = PathPatterns(volatile + (members.optional("volatile").map(patterns) ?? []))
        guard let kind, let layout, let title, let items, let minItems, let item, let patterns else {
            return nil
        }
        return KindRule(
            kind: kind,
            schema: schema,
            layout: layout,
            title: title,
            items: items,
            minItems: minItems,
            item: item,
            volatile: patterns
        )
    }

    /// Reads `item`; `depth` is how many levels an item is below its block, nil when that is not known.
    private func itemRule(_ value: JSONValue, depth: Int?) -> ItemRule? {
        let known = ["identity", "title", "image", "plays", "action"]
        guard let members = Members(of: value, known: known, log: log) else { return nil }
        let identity = members.required("identity").map { fallbacks($0, depth: depth, mayBeEmpty: false) }
        let others = known.dropFirst().map { members.optional($0).map { fallbacks($0, depth: depth) } ?? [] }
        return identity.map {
            ItemRule(identity: $0, title: others[0], image: others[1], plays: others[2], action: others[3])
        }
    }

    /// Patterns that are JSON pointers; others are noted.
    private func patterns(_ value: JSONValue) -> [String] {
        value.list(log).compactMap { pattern in
            pattern.path(log) { !$0.isEmpty && PathPatterns([$0]) != nil ? $0 : nil }
        }
    }

    private func fallbacks(_ value: JSONValue, depth: Int?, mayBeEmpty: Bool = true) -> [FallbackPath] {
        value.list(log, mayBeEmpty: mayBeEmpty).compactMap { entry in
            guard let fallback = fallback(entry) else { return nil }
            for pointer in fallback.pointers {
                if let depth, pointer.levels > depth {
                    log.note(.tooManyLevels(pointer.levels, depth: depth), at: entry)
                }
            }
            return fallback
        }
    }

    private func fallback(_ value: JSONValue) -> FallbackPath? {
        switch value.kind {
        case .string:
            return value.path(log, RelativePointer.init).map(FallbackPath.path)
        case .array:
            return .joined(
                value.list(log, mayBeEmpty: false).compactMap { $0.path(log, RelativePointer.init) }
            )
        case .object:
            let members = Members(of: value, known: ["text"], log: log)
            return members?.required("text")?.text(log).map(FallbackPath.text)
        default:
            log.note(.wrongType(expected: [.string, .array, .object], found: value.kind), at: value)
            return nil
        }
    }
}
