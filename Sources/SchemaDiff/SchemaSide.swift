package import JSONCore
package import JSONSchema

/// One of the two schemas that are compared, with the documents that it may refer to.
package final class SchemaSide {
    /// The schema itself.
    package let root: JSONValue

    private let registry: SchemaRegistry
    private var compiled: [SchemaNode: CompiledSchema] = [:]
    private var readings: [SchemaNode: SchemaReading] = [:]

    /// Takes a schema of a registry's document.
    ///
    /// - Throws: ``SchemaError`` where it does not compile; a schema that does cannot lead back to itself on one value.
    package init(_ root: JSONValue, in registry: SchemaRegistry) throws(SchemaError) {
        self.root = root
        self.registry = registry
        compiled[SchemaNode(root, self)] = try CompiledSchema(
            compiling: root,
            in: registry,
            assertsFormats: true
        )
    }

    /// A schema that every value fulfils.
    package static var anything: SchemaSide {
        do {
            let document = try JSONDocument("true")
            var registry = SchemaRegistry()
            try registry.add(document, at: "anything")
            return try SchemaSide(document.root, in: registry)
        } catch {
            preconditionFailure("true is a schema: \(error)")
        }
    }

    /// The whole schema, as what is compared.
    var conjunction: Conjunction { Conjunction(SchemaNode(root, self)) }

    /// Nil where the reference leads nowhere, which no schema that compiles has.
    func target(of reference: String, from schema: JSONValue) -> SchemaNode? {
        registry.schema(at: reference, from: schema).map { SchemaNode($0, self) }
    }

    /// What a schema says, read once.
    func reading(of schema: SchemaNode) -> SchemaReading {
        if let known = readings[schema] { return known }
        guard let (dialect, keywords) = registry.dialect(of: schema.value) else {
            preconditionFailure("the dialect of a schema that compiles is known")
        }
        let reading = SchemaReading(schema.value, dialect, keywords)
        readings[schema] = reading
        return reading
    }

    /// Whether a part of the schema accepts a value, formats asserted; nil where a limit was met.
    func accepts(_ value: JSONValue, by schema: SchemaNode) -> Bool? {
        let compiled = self.compiled[schema] ?? compile(schema)
        self.compiled[schema] = compiled
        switch compiled?.verdict(of: value) {
        case .valid: return true
        case .invalid: return false
        case .undecided, nil: return nil
        }
    }

    private func compile(_ schema: SchemaNode) -> CompiledSchema? {
        // A part of a schema that compiles; were it not to, nothing is claimed about it.
        try? CompiledSchema(compiling: schema.value, in: registry, assertsFormats: true)
    }
}

/// A schema inside one of the sides, by its place.
struct SchemaNode: Hashable {
    let value: JSONValue
    let side: SchemaSide

    init(_ value: JSONValue, _ side: SchemaSide) {
        self.value = value
        self.side = side
    }

    static func == (left: SchemaNode, right: SchemaNode) -> Bool {
        left.side === right.side && left.value.document === right.value.document
            && left.value.index == right.value.index
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(value.document))
        hasher.combine(value.index)
    }

    /// Another schema of the same side.
    func sibling(_ value: JSONValue) -> SchemaNode { SchemaNode(value, side) }

    /// The keywords that count, in the text's order.
    var keywords: [(keyword: Keyword, value: JSONValue)] { side.reading(of: self).keywords }

    var dialect: Dialect { side.reading(of: self).dialect }

    subscript(keyword: Keyword) -> JSONValue? {
        keywords.first { $0.keyword == keyword }?.value
    }

    /// What its `$ref` leads to.
    var target: SchemaNode? {
        self[.ref]?.string.flatMap { side.target(of: $0, from: value) }
    }

    /// Whether it accepts every value, as far as can be seen without following references.
    var isTrivial: Bool {
        value.bool ?? keywords.allSatisfy { !$0.keyword.isAssertion }
    }
}

/// The keywords of a schema that count in its dialect.
struct SchemaReading {
    let dialect: Dialect
    let keywords: [(keyword: Keyword, value: JSONValue)]

    init(_ schema: JSONValue, _ dialect: Dialect, _ meaningful: KeywordSet) {
        self.dialect = dialect
        let all = schema.members.compactMap { name, value in
            Keyword.named(name).map { (keyword: $0, value: value) }
        }
        let known = all.filter { meaningful.contains($0.keyword) }
        let reference = known.first { $0.keyword == .ref }
        keywords = dialect.referencesStandAlone ? reference.map { [$0] } ?? known : known
    }
}

extension Keyword {
    /// Whether a value can fail by it.
    var isAssertion: Bool {
        switch self {
        case .schema, .vocabulary, .id, .plainID, .anchor, .dynamicAnchor, .recursiveAnchor, .defs,
            .definitions,
            .comment:
            false
        default: !isAnnotation
        }
    }

    /// Whether it only tells people and programs something about values.
    var isAnnotation: Bool {
        switch self {
        case .title, .description, .default, .deprecated, .readOnly, .writeOnly, .examples, .contentEncoding,
            .contentMediaType, .contentSchema, .knownValues, .discriminator:
            true
        default: false
        }
    }
}
