internal import JSONCore

/// Finds the resources and anchors of one document, by a walk over its schemas.
struct SchemaIndex {
    private let document: SchemaDocument
    private let number: Int
    private(set) var resources: [SchemaResource] = []
    private(set) var dynamicNames: Set<ExactText> = []

    /// Identifiers and anchors that cannot be used.
    private(set) var problems: [SchemaError.Problem] = []

    /// Keywords whose values have another form than the meta-schema says, in schemas that nobody may ever reach.
    private(set) var malformed: [SchemaError.Problem] = []

    /// The dialect in force where the walk is.
    private var dialect: Dialect

    /// How many schemas the walk is in.
    private var depth = 0

    /// Of schemas inside schemas; none is deeper in a document that the default limits parse.
    private static let maxDepth = 1_000

    init(_ document: SchemaDocument, number: Int) {
        self.document = document
        self.number = number
        dialect = document.dialect
    }

    /// - Complexity: O(document); stack by nesting, which is limited.
    mutating func run() {
        let root = document.document.root
        let heading = SchemaHeading(root, in: dialect)
        dialect = heading.dialect
        let base = URIReference(document.uri).withoutFragment
        let identifier = self.identifier(heading)
        let resource = begin(
            root,
            uri: identifier?.withoutFragment.resolved(against: base) ?? base,
            parent: nil
        )
        addAnchor(of: identifier, root, in: resource)
        visit(root, in: resource)
    }

    /// - Returns: the resource's place in ``resources``.
    private mutating func begin(_ schema: JSONValue, uri: URIReference, parent: Int?) -> Int {
        let resource = SchemaResource(
            document: number,
            root: schema.index,
            end: schema.endIndex,
            uri: uri,
            parent: parent.map { $0 + document.firstResource }
        )
        resources.append(resource)
        return resources.count - 1
    }

    /// What a schema calls itself.
    private mutating func identifier(_ heading: SchemaHeading) -> URIReference? {
        guard let value = heading.identifier else { return nil }
        let id = value.string.map(URIReference.init)
        let mayHaveFragment = heading.dialect.identifiersHoldAnchors
        if let id, mayHaveFragment || id.fragment?.isEmpty ?? true { return id }
        let expected = mayHaveFragment ? "a URI reference" : "a URI reference without fragment"
        report(.malformedKeyword(heading.dialect.identifier.name, expected: expected), at: value)
        return nil
    }

    private mutating func visit(_ schema: JSONValue, in resource: Int) {
        guard depth < Self.maxDepth else { return report(.tooDeep(limit: Self.maxDepth), at: schema) }
        depth += 1
        defer { depth -= 1 }
        let keywords = Language.standard(dialect).keywords
        for (name, value) in schema.members {
            guard let keyword = Keyword.named(name), keywords.contains(keyword) else { continue }
            let form = keyword.form
            guard form.allows(value.kind) else {
                let code = SchemaError.Code.malformedKeyword(keyword.name, expected: form.rawValue)
                malformed.append(document.problem(code, at: value.index))
                continue
            }
            switch keyword {
            case .anchor, .dynamicAnchor: addAnchor(value, of: schema, in: resource, keyword)
            case .dynamicRef: addDynamicName(value)
            case .recursiveAnchor: addRecursiveAnchor(value, of: schema, in: resource)
            case .recursiveRef: dynamicNames.insert(SchemaResource.recursiveAnchor)
            default: visitSubschemas(keyword.subschemas, value, in: resource)
            }
        }
    }

    private mutating func visitSubschemas(
        _ subschemas: Keyword.Subschemas,
        _ value: JSONValue,
        in resource: Int
    ) {
        switch subschemas {
        case .none: break
        case .one: enter(value, from: resource)
        case .list: for element in value.elements { enter(element, from: resource) }
        case .oneOrList:
            guard value.kind == .array, dialect.itemsMayBeList else { return enter(value, from: resource) }
            for element in value.elements { enter(element, from: resource) }
        case .byName: for member in value.members { enter(member.value, from: resource) }
        case .byNameOrNames:
            for member in value.members where member.value.kind != .array {
                enter(member.value, from: resource)
            }
        }
    }

    private mutating func enter(_ schema: JSONValue, from resource: Int) {
        guard schema.kind == .object else {
            if schema.kind != .boolean {
                malformed.append(document.problem(.notASchema(found: schema.kind), at: schema.index))
            }
            return
        }
        let heading = SchemaHeading(schema, in: dialect)
        guard let id = identifier(heading) else { return visit(schema, in: resource) }
        guard !id.isFragment else {
            addAnchor(of: id, schema, in: resource)
            return visit(schema, in: resource)
        }
        let outer = dialect
        dialect = heading.dialect
        let uri = id.withoutFragment.resolved(against: resources[resource].uri)
        let inner = begin(schema, uri: uri, parent: resource)
        addAnchor(of: id, schema, in: inner)
        visit(schema, in: inner)
        dialect = outer
    }

    // MARK: Anchors

    /// The anchor that an identifier's fragment gives before 2019-09.
    ///
    /// A pointer as fragment only says where the schema stands, and names nothing.
    private mutating func addAnchor(of identifier: URIReference?, _ schema: JSONValue, in resource: Int) {
        guard let name = identifier?.decodedFragment, !name.isEmpty, !name.hasPrefix("/") else { return }
        setAnchor(name, of: schema, in: resource, at: schema)
    }

    private mutating func addAnchor(
        _ value: JSONValue,
        of schema: JSONValue,
        in resource: Int,
        _ keyword: Keyword
    ) {
        guard let name = value.string, Self.isAnchor(name) else {
            let expected =
                "a name that begins with a letter or _ and goes on with letters, digits, -, _ and ."
            return report(.malformedKeyword(keyword.name, expected: expected), at: value)
        }
        setAnchor(name, of: schema, in: resource, at: value)
        if keyword == .dynamicAnchor { resources[resource].dynamicAnchors[ExactText(name)] = schema.index }
    }

    private mutating func setAnchor(
        _ name: String,
        of schema: JSONValue,
        in resource: Int,
        at value: JSONValue
    ) {
        let other = resources[resource].anchors.updateValue(schema.index, forKey: ExactText(name))
        guard let other, other != schema.index else { return }
        report(.duplicateIdentifier("\(resources[resource].uri)#\(name)"), at: value)
    }

    /// It counts at the root of a resource only (2019-09 core §8.2.4.2.2).
    private mutating func addRecursiveAnchor(_ value: JSONValue, of schema: JSONValue, in resource: Int) {
        guard let isSet = value.bool else {
            return report(.malformedKeyword("$recursiveAnchor", expected: "a boolean"), at: value)
        }
        guard isSet, resources[resource].root == schema.index else { return }
        resources[resource].dynamicAnchors[SchemaResource.recursiveAnchor] = schema.index
    }

    private static func isAnchor(_ name: String) -> Bool {
        func isLetter(_ byte: UInt8) -> Bool {
            (0x41...0x5A).contains(byte & 0xDF) || byte == UInt8(ascii: "_")
        }
        guard let first = name.utf8.first, isLetter(first) else { return false }
        return name.utf8.allSatisfy { byte in
            isLetter(byte) || (0x30...0x39).contains(byte) || byte == UInt8(ascii: "-")
                || byte == UInt8(ascii: ".")
        }
    }

    private mutating func addDynamicName(_ value: JSONValue) {
        guard let fragment = value.string.flatMap({ URIReference($0).decodedFragment }) else { return }
        dynamicNames.insert(ExactText(fragment))
    }

    private mutating func report(_ code: SchemaError.Code, at value: JSONValue) {
        problems.append(document.problem(code, at: value.index))
    }
}

/// What a schema says of itself before its keywords are read.
private struct SchemaHeading {
    /// That of `$schema`, if it is known here; a custom meta-schema is read as the dialect around it.
    let dialect: Dialect

    let identifier: JSONValue?

    init(_ schema: JSONValue, in outer: Dialect) {
        var identifiers: (plain: JSONValue?, dollar: JSONValue?) = (nil, nil)
        var metaSchema: JSONValue?
        var isReference = false
        for (name, value) in schema.members {
            switch name.count {
            case 2 where name == "id": identifiers.plain = value
            case 3 where name == "$id": identifiers.dollar = value
            case 4 where name == "$ref": isReference = true
            case 7 where name == "$schema": metaSchema = value
            default: break
            }
        }
        dialect = metaSchema?.string.flatMap(Dialect.init(metaSchema:)) ?? outer
        let candidate = dialect.identifier == .id ? identifiers.dollar : identifiers.plain
        identifier = isReference && dialect.referencesStandAlone ? nil : candidate
    }
}
