internal import JSONCore

/// Turns schemas into nodes, one for each schema and dynamic scope it is reached in.
///
/// The dynamic scope is resolved here and not at run time: which schema a `$dynamicRef` leads to depends only on which
/// resource first defined its anchor on the way, so a schema that is reached in two such scopes becomes two nodes.
struct SchemaCompiler {
    let registry: SchemaRegistry
    let limits: SchemaLimits

    /// Whether `format` is asserted in every dialect.
    let assertsFormats: Bool

    /// Whether `contentEncoding` and `contentMediaType` are asserted in draft 7.
    let assertsContent: Bool
    var builder = ProgramBuilder()
    var problems: [SchemaError.Problem] = []
    var scopes: DynamicScopes
    var resolver: ReferenceResolver
    /// For each scope, by the schema's place in one number, which is hashed faster than a structure.
    private var nodes: [[UInt64: NodeID]] = []
    private var nodeCount = 0
    private var waiting: [(NodeID, NodeKey)] = []
    private var languages: [Int: Language] = [:]

    /// Lent to each schema object in turn.
    private var indexes = [Int32](repeating: 0, count: Keyword.allCases.count)

    /// Whether a limit on schemas was met.
    private var isFull = false

    private struct NodeKey {
        let location: SchemaLocation
        let resource: Int
        let scope: DynamicScopes.ID
    }

    init(registry: SchemaRegistry, limits: SchemaLimits, assertsFormats: Bool, assertsContent: Bool) {
        self.registry = registry
        self.limits = limits
        self.assertsFormats = assertsFormats
        self.assertsContent = assertsContent
        scopes = DynamicScopes(registry)
        resolver = ReferenceResolver(registry)
    }

    /// - Complexity: O(schemas reached); no stack is used for nesting.
    mutating func compile(_ location: SchemaLocation) throws(SchemaError) -> Program {
        builder.finish(builder.reserveNode(origin: location), NodeDraft())
        let root = node(for: location, in: .outermost)
        while let (id, key) = waiting.popLast() { compile(id, key) }
        reportUnreached(in: location.document)
        guard problems.isEmpty else { throw SchemaError(problems) }
        try InPlaceApplication(builder, registry).check(maxDepth: limits.maxApplicationDepth)
        return Program(builder, root: root, registry: registry)
    }

    /// Adds the mistakes in parts of the document that nothing refers to; of what was reached more is known.
    private mutating func reportUnreached(in document: Int) {
        let known = Set(problems.map(\.pointer))
        problems += registry.document(document).malformed.filter { !known.contains($0.pointer) }
    }

    /// The node of a schema as it is reached from a scope; it is compiled later.
    mutating func node(for location: SchemaLocation, in outer: DynamicScopes.ID) -> NodeID {
        let resource = registry.resource(of: location)
        let scope = scopes.entering(resource: resource, from: outer)
        while nodes.count <= scope.number { nodes.append([:]) }
        let place = UInt64(location.document) << 32 | UInt64(location.index)
        if let known = nodes[scope.number][place] { return known }
        let id = builder.reserveNode(origin: location)
        nodes[scope.number][place] = id
        nodeCount += 1
        if nodeCount <= limits.maxSchemas, scopes.anchorCount <= limits.maxSchemas {
            waiting.append((id, NodeKey(location: location, resource: resource, scope: scope)))
        } else if !isFull {
            isFull = true
            problems.append(registry.problem(.tooManySchemas(limit: limits.maxSchemas), at: location))
        }
        return id
    }

    private mutating func compile(_ id: NodeID, _ key: NodeKey) {
        let value = registry.value(at: key.location)
        var draft = NodeDraft()
        switch value.kind {
        case .boolean:
            if value.bool == false { draft.types = .none }
        case .object:
            guard let language = language(of: key.resource) else { return }
            let schema = SchemaObject(
                value: value,
                location: key.location,
                resource: key.resource,
                scope: key.scope,
                language: language,
                indexes: exchange(&indexes, with: [])
            )
            compile(schema, id, into: &draft)
            indexes = schema.indexes
        default: problems.append(registry.problem(.notASchema(found: value.kind), at: key.location))
        }
        builder.finish(id, draft)
    }

    private mutating func compile(_ schema: SchemaObject, _ id: NodeID, into draft: inout NodeDraft) {
        compileValues(schema, into: &draft)
        if schema.has(anyOf: .ofNumbers) { compileNumbers(schema, into: &draft) }
        if schema.has(anyOf: .ofStrings) { compileStrings(schema, into: &draft) }
        compileFormat(schema, into: &draft)
        compileContent(schema, into: &draft)
        if schema.has(anyOf: .ofArrays) { compileArrays(schema, into: &draft) }
        if schema.has(anyOf: .ofObjects) { compileObjects(schema, into: &draft) }
        if schema.has(anyOf: .references) { compileReferences(schema, into: &draft) }
        if schema.has(anyOf: .applicators) { compileApplicators(schema, into: &draft) }
        compileUnevaluated(schema, into: &draft)
        compileKnownValues(schema, of: id)
        compileVariants(schema, of: id)
        compileForm(schema, draft, of: id)
    }

    private mutating func language(of resource: Int) -> Language? {
        if let known = languages[resource] { return known }
        do throws(SchemaError) {
            let found = try registry.language(ofResource: resource)
            languages[resource] = found
            return found
        } catch {
            if !problems.contains(error.problems[0]) { problems += error.problems }
            return nil
        }
    }

    // MARK: Keyword values

    mutating func report(_ code: SchemaError.Code, at value: JSONValue, in schema: SchemaObject) {
        let location = SchemaLocation(document: schema.location.document, index: value.index)
        problems.append(registry.problem(code, at: location))
    }

    mutating func malformed(_ keyword: Keyword, expected: String, _ value: JSONValue, in schema: SchemaObject)
    {
        report(.malformedKeyword(keyword.name, expected: expected), at: value, in: schema)
    }

    mutating func child(_ value: JSONValue, of schema: SchemaObject) -> NodeID {
        node(for: SchemaLocation(document: schema.location.document, index: value.index), in: schema.scope)
    }

    mutating func child(_ keyword: Keyword, of schema: SchemaObject) -> NodeID? {
        guard let value = schema[keyword] else { return nil }
        return child(value, of: schema)
    }

    /// The nodes of a keyword whose value is an array of schemas, at least one.
    mutating func children(_ keyword: Keyword, of schema: SchemaObject) -> [NodeID]? {
        schema[keyword].flatMap { children($0, keyword, of: schema) }
    }

    mutating func children(_ value: JSONValue, _ keyword: Keyword, of schema: SchemaObject) -> [NodeID]? {
        guard value.kind == .array, value.count > 0 else {
            malformed(keyword, expected: "a non-empty array of schemas", value, in: schema)
            return nil
        }
        return value.elements.map { child($0, of: schema) }
    }

    /// The members of a keyword whose value is an object.
    mutating func members(_ keyword: Keyword, of schema: SchemaObject) -> JSONMembers? {
        guard let value = schema[keyword] else { return nil }
        guard value.kind == .object else {
            malformed(keyword, expected: "an object", value, in: schema)
            return nil
        }
        return value.members
    }

    /// A limit that counts; past Int.max it is Int.max.
    mutating func count(_ keyword: Keyword, of schema: SchemaObject) -> Int? {
        guard let value = schema[keyword] else { return nil }
        guard let decimal = value.decimal, decimal.isInteger, decimal.sign >= 0 else {
            malformed(keyword, expected: "a non-negative integer", value, in: schema)
            return nil
        }
        return decimal.int64.map(Int.init) ?? .max
    }

    /// Distinct names of a keyword's array of strings.
    mutating func names(_ value: JSONValue, _ keyword: Keyword, of schema: SchemaObject) -> [JSONString] {
        let names = value.elements.compactMap(\.utf8)
        guard value.kind == .array, names.count == value.count else {
            malformed(keyword, expected: "an array of strings", value, in: schema)
            return []
        }
        return names
    }
}

/// One schema object, seen through its dialect.
struct SchemaObject {
    let value: JSONValue
    let location: SchemaLocation
    let resource: Int
    let scope: DynamicScopes.ID
    let dialect: Dialect
    let assertsFormats: Bool
    private var keywords = KeywordSet([])

    /// The tape index of each keyword's value; means nothing for a keyword that is not there.
    fileprivate var indexes: [Int32]

    /// `indexes` has room for each keyword.
    init(
        value: JSONValue,
        location: SchemaLocation,
        resource: Int,
        scope: DynamicScopes.ID,
        language: Language,
        indexes: [Int32]
    ) {
        self.value = value
        self.location = location
        self.resource = resource
        self.scope = scope
        dialect = language.dialect
        assertsFormats = language.assertsFormats
        self.indexes = indexes
        for (name, member) in value.members {
            guard let keyword = Keyword.named(name), language.keywords.contains(keyword) else { continue }
            keywords.insert(keyword)
            self.indexes[Int(keyword.rawValue)] = Int32(truncatingIfNeeded: member.index)
        }
        if dialect.referencesStandAlone, keywords.contains(.ref) { keywords = KeywordSet([.ref]) }
    }

    func has(anyOf wanted: KeywordSet) -> Bool { !keywords.isDisjoint(with: wanted) }

    /// The keyword's value, if it is there and the dialect knows it.
    subscript(keyword: Keyword) -> JSONValue? {
        guard keywords.contains(keyword) else { return nil }
        return JSONValue(document: value.document, index: Int(indexes[Int(keyword.rawValue)]))
    }
}

extension KeywordSet {
    fileprivate static let ofNumbers = KeywordSet([
        .minimum, .maximum, .exclusiveMinimum, .exclusiveMaximum, .multipleOf,
    ])
    fileprivate static let ofStrings = KeywordSet([.minLength, .maxLength, .pattern])
    fileprivate static let ofArrays = KeywordSet([
        .minItems, .maxItems, .items, .prefixItems, .additionalItems, .contains, .minContains, .maxContains,
        .uniqueItems,
    ])
    fileprivate static let ofObjects = KeywordSet([
        .minProperties, .maxProperties, .properties, .required, .patternProperties, .additionalProperties,
        .propertyNames, .dependentRequired, .dependentSchemas, .dependencies,
    ])
    fileprivate static let references = KeywordSet([.ref, .dynamicRef, .recursiveRef])
    fileprivate static let applicators = KeywordSet([.allOf, .anyOf, .oneOf, .not, .if, .then, .else])
}

/// What a schema may ask for before it is refused.
package struct SchemaLimits: Sendable {
    /// Schemas times the dynamic scopes they are reached in, and dynamic anchors in all these scopes; 100,000 by default.
    package var maxSchemas = 100_000

    /// Schemas applied to one value inside each other, by applicators and references; 1,000 by default.
    package var maxApplicationDepth = 1_000

    package init() {}
}
