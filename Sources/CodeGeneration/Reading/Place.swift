import JSONCore

/// A schema among those in force at a place.
struct SchemaNode: Hashable {
    let schema: JSONValue

    /// Whether it applies to some values only, as a `then` does: it tells of members, and requires none.
    var isConditional = false

    static func == (left: SchemaNode, right: SchemaNode) -> Bool {
        left.schema.document === right.schema.document && left.schema.index == right.schema.index
            && left.isConditional == right.isConditional
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(schema.document))
        hasher.combine(schema.index)
        hasher.combine(isConditional)
    }
}

/// One of the forms that a value may have: it satisfies all of these schemas.
struct Alternative {
    /// Without references and combinations, each once; none where anything may stand.
    var nodes: [SchemaNode] = []

    /// What the schema calls such a value: the key of its definition, or a title.
    var proposedName: String?

    /// The only kind of value that is meant, where the schemas allow several.
    var narrowed: JSONKind?

    /// What alternatives are told apart by.
    struct Key: Hashable {
        let nodes: Set<SchemaNode>
        let narrowed: JSONKind?
    }

    /// Equal for alternatives with the same schemas in any order.
    var key: Key { Key(nodes: Set(nodes), narrowed: narrowed) }

    /// Both at once.
    ///
    /// A name lasts only where the other one adds nothing.
    func and(_ other: Alternative) -> Alternative {
        if other.nodes.isEmpty {
            return Alternative(nodes: nodes, proposedName: proposedName ?? other.proposedName)
        }
        if nodes.isEmpty {
            return Alternative(nodes: other.nodes, proposedName: other.proposedName ?? proposedName)
        }
        let added = other.nodes.filter { !nodes.contains($0) }
        return Alternative(
            nodes: nodes + added,
            proposedName: added.isEmpty ? proposedName : other.proposedName
        )
    }

    /// The same with schemas that need not hold.
    func and(conditionally other: Place) -> Alternative {
        other.alternatives.reduce(self) { alternative, extra in
            let nodes = extra.nodes.map { SchemaNode(schema: $0.schema, isConditional: true) }
            let added = nodes.filter { node in
                !alternative.nodes.contains { $0.schema.isSame(as: node.schema) }
            }
            return Alternative(nodes: alternative.nodes + added, proposedName: alternative.proposedName)
        }
    }
}

/// Somewhere in a value, with what may stand there.
struct Place {
    /// None where nothing may stand.
    var alternatives: [Alternative]

    /// The member that tells alternatives apart, where the schema says so.
    var discriminator: String?

    /// Where anything may stand.
    static let anything = Place(alternatives: [Alternative()])

    /// What may not stand anywhere.
    static let nothing = Place(alternatives: [])

    /// What both allow.
    func and(_ other: Place) -> Place {
        Place(
            alternatives: alternatives.flatMap { left in other.alternatives.map { left.and($0) } },
            discriminator: discriminator ?? other.discriminator
        )
    }

    /// What either of them allows.
    static func either(_ places: [Place]) -> Place {
        var union = Place(alternatives: [], discriminator: places.lazy.compactMap(\.discriminator).first)
        var keys: Set<Alternative.Key> = []
        for alternative in places.flatMap(\.alternatives) where keys.insert(alternative.key).inserted {
            union.alternatives.append(alternative)
        }
        return union
    }

    /// Equal for places where the same stands, whichever way they were reached.
    var key: Key { Set(alternatives.map(\.key)) }

    /// The same without null, whose place in a type is another one.
    var withoutNull: Place {
        Place(alternatives: alternatives.filter { !$0.isNull }, discriminator: discriminator)
    }

    /// What places are told apart by.
    typealias Key = Set<Alternative.Key>

    /// The same for values of one kind.
    func narrowed(to kind: JSONKind) -> Place {
        var place = self
        for position in place.alternatives.indices { place.alternatives[position].narrowed = kind }
        return place
    }
}

extension JSONValue {
    func isSame(as other: JSONValue) -> Bool { document === other.document && index == other.index }
}
