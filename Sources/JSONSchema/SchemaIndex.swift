internal import JSONCore

/// Finds the resources and anchors of one document, by a walk over its schemas.
struct SchemaIndex {
    private let document: SchemaDocument
    private let number: Int
    private(set) var resources: [SchemaResource] = []
    private(set) var dynamicNames: Set<String> = []
    private(set) var problems: [SchemaError.Problem] = []

    init(document: JSONDocument, number: Int, uri: String, firstResource: Int) {
        self.document = SchemaDocument(document: document, uri: uri, firstResource: firstResource)
        self.number = number
    }

    /// - Complexity: O(document); stack by nesting, which the parser limits.
    mutating func run() {
        let root = document.document.root
        let base = URIReference(document.uri).withoutFragment
        visit(root, in: begin(root, uri: identifier(of: root)?.resolved(against: base) ?? base, parent: nil))
    }

    /// - Returns: the resource's place in ``resources``.
    private mutating func begin(_ schema: JSONValue, uri: URIReference, parent: Int?) -> Int {
        let resource = SchemaResource(
            document: number,
            root: schema.index,
            end: document.document.tape.indexAfter(schema.index),
            uri: uri,
            parent: parent.map { $0 + document.firstResource }
        )
        resources.append(resource)
        return resources.count - 1
    }

    private mutating func identifier(of schema: JSONValue) -> URIReference? {
        guard let value = schema[Keyword.id.name] else { return nil }
        let id = value.string.map(URIReference.init)
        guard let id, id.fragment?.isEmpty ?? true else {
            report(.malformedKeyword("$id", expected: "a URI reference without fragment"), at: value)
            return nil
        }
        return id.withoutFragment
    }

    private mutating func visit(_ schema: JSONValue, in resource: Int) {
        for (name, value) in schema.members {
            guard let keyword = Keyword.named(name.string) else { continue }
            switch keyword {
            case .anchor: addAnchor(value, of: schema, in: resource, keyword)
            case .dynamicAnchor: addAnchor(value, of: schema, in: resource, keyword)
            case .dynamicRef: addDynamicName(value)
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
        case .byName: for member in value.members { enter(member.value, from: resource) }
        }
    }

    private mutating func enter(_ schema: JSONValue, from resource: Int) {
        guard schema.kind == .object else { return }
        guard let id = identifier(of: schema) else { return visit(schema, in: resource) }
        let inner = begin(schema, uri: id.resolved(against: resources[resource].uri), parent: resource)
        visit(schema, in: inner)
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
        if let other = resources[resource].anchors.updateValue(schema.index, forKey: name),
            other != schema.index
        {
            report(.duplicateIdentifier("\(resources[resource].uri)#\(name)"), at: value)
        }
        if keyword == .dynamicAnchor { resources[resource].dynamicAnchors[name] = schema.index }
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
        dynamicNames.insert(fragment)
    }

    private mutating func report(_ code: SchemaError.Code, at value: JSONValue) {
        problems.append(document.problem(code, at: value.index))
    }
}
