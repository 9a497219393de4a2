import JSONCore

/// What is known of objects that have one of several forms.
struct ObjectFacts {
    /// A member that is named.
    struct Member {
        let key: String
        let place: Place
        let isRequired: Bool
        let explanation: String?
    }

    /// In the schema's order, what is shared first.
    private(set) var members: [Member] = []

    /// What stands under names that are not known; nil when nothing is said of that.
    private(set) var others: Place?

    init(of alternatives: [Alternative], _ reader: SchemaReader) throws(GenerationError) {
        for key in Self.keys(of: alternatives) {
            var places: [Place] = []
            for alternative in alternatives {
                if let place = try alternative.member(key, reader) { places.append(place) }
            }
            members.append(
                Member(
                    key: key,
                    place: places.isEmpty ? .anything : .either(places),
                    isRequired: alternatives.allSatisfy { $0.requires(key) },
                    explanation: alternatives.lazy.compactMap { $0.explanation(ofMember: key) }.first
                )
            )
        }
        var others: [Place] = []
        for alternative in alternatives {
            for schema in alternative.schemasOfOthers { others.append(try reader.place(of: schema)) }
        }
        self.others = others.isEmpty ? nil : .either(others)
    }

    private static func keys(of alternatives: [Alternative]) -> [String] {
        var keys: [String] = []
        // Bytes and not characters: two spellings of an accent are two members.
        var seen: Set<[UInt8]> = []
        for node in alternatives.flatMap(\.nodes) {
            let named = node.schema["properties"]?.members.map(\.name.string) ?? []
            let required = node.isConditional ? [] : node.schema.requiredMembers
            for key in named + required where seen.insert(Array(key.utf8)).inserted { keys.append(key) }
        }
        return keys
    }
}

extension Alternative {
    func requires(_ key: String) -> Bool {
        nodes.contains { !$0.isConditional && $0.schema.requiredMembers.contains(key) }
    }

    /// What stands under a name; nil when no schema names it.
    func member(_ key: String, _ reader: SchemaReader) throws(GenerationError) -> Place? {
        let schemas = nodes.compactMap { node in
            node.schema["properties"]?[key].map { SchemaNode(schema: $0, isConditional: node.isConditional) }
        }
        return try joined(schemas, reader)
    }

    /// What stands in a list; nil when no schema says it.
    ///
    /// The positions of a tuple are not told apart.
    func elements(_ reader: SchemaReader) throws(GenerationError) -> Place? {
        var tuple: [Place] = []
        for schema in nodes.flatMap(\.schema.positionSchemas) { tuple.append(try reader.place(of: schema)) }
        let rest = try joined(
            nodes.compactMap { node in
                node.schema.elementSchema.map { SchemaNode(schema: $0, isConditional: node.isConditional) }
            },
            reader
        )
        guard !tuple.isEmpty else { return rest }
        return .either(tuple + (rest.map { [$0] } ?? []))
    }

    /// All of them at once; those that hold sometimes only add to the others, where there are others.
    private func joined(_ schemas: [SchemaNode], _ reader: SchemaReader) throws(GenerationError) -> Place? {
        guard !schemas.isEmpty else { return nil }
        let firm = schemas.filter { !$0.isConditional }
        var place = Place.anything
        for node in firm.isEmpty ? schemas : firm { place = place.and(try reader.place(of: node.schema)) }
        guard !firm.isEmpty else { return place }
        for node in schemas where node.isConditional {
            let extra = try reader.place(of: node.schema)
            place.alternatives = place.alternatives.map { $0.and(conditionally: extra) }
        }
        return place
    }

    func explanation(ofMember key: String) -> String? {
        nodes.lazy.compactMap { $0.schema["properties"]?[key]?["description"]?.string }.first
    }

    /// The schemas of members without a name of their own.
    var schemasOfOthers: [JSONValue] {
        nodes.flatMap { node in
            let patterns = node.schema["patternProperties"]?.members.map(\.value) ?? []
            let rest = node.schema["additionalProperties"]
            return patterns + (rest?.kind == .object ? [rest].compactMap(\.self) : [])
        }
    }
}

extension JSONValue {
    /// Before draft 4, `required` was a boolean.
    var requiredMembers: [String] { self["required"]?.elements.compactMap(\.string) ?? [] }

    /// The schemas of a tuple's positions, in the old spelling or the new.
    var positionSchemas: [JSONValue] {
        let list = self["prefixItems"] ?? self["items"].flatMap { $0.kind == .array ? $0 : nil }
        return list?.elements.map { $0 } ?? []
    }

    /// The schema of a list's elements behind the positions.
    var elementSchema: JSONValue? {
        guard let items = self["items"] else { return nil }
        if items.kind == .array { return self["additionalItems"].flatMap { $0.bool == false ? nil : $0 } }
        return items.bool == false ? nil : items
    }
}
