package import JSONCore

/// The documents that schemas may refer to, by URI.
///
/// References never lead to the network.
///
/// The meta-schemas of all dialects are always in it.
package struct SchemaRegistry: Sendable {
    // Those that were added; their numbers begin behind the meta-schemas'.
    private var documents: [SchemaDocument] = []
    private var resources: [SchemaResource] = []
    private var resourceByURI: [ExactText: Int] = [:]

    /// The names that some `$dynamicRef` asks for; other dynamic anchors are plain anchors.
    private(set) var dynamicNames = MetaSchemas.dynamicNames

    /// URIs for messages, sorted.
    private var someDocuments: [String] = []

    /// A message names no more.
    private static let maxKnownDocuments = 20

    /// The dialect of documents without `$schema`, where ``add(_:at:dialect:)`` is given none; 2020-12 by default.
    package var defaultDialect: Dialect

    /// A registry with the meta-schemas alone.
    package init(defaultDialect: Dialect = .draft202012) { self.defaultDialect = defaultDialect }

    func document(_ number: Int) -> SchemaDocument {
        number < MetaSchemas.count ? MetaSchemas.document(number) : documents[number - MetaSchemas.count]
    }

    /// The number of a document that was added, or of a meta-schema's; nil for others.
    ///
    /// - Complexity: O(documents).
    func number(of document: JSONDocument) -> Int? {
        if let place = documents.firstIndex(where: { $0.document === document }) {
            return MetaSchemas.count + place
        }
        return (0..<MetaSchemas.count).first { MetaSchemas.document($0).document === document }
    }

    func resource(_ number: Int) -> SchemaResource {
        number < MetaSchemas.count ? MetaSchemas.resource(number) : resources[number - MetaSchemas.count]
    }

    /// Adds a document under the URI it was found at, which is also the base of its relative `$id`s and references.
    ///
    /// The URI may be a file name; `""` is for a document nobody refers to. `dialect` is for a document without `$schema`;
    /// nil stands for ``defaultDialect``.
    ///
    /// - Throws: ``SchemaError`` when an `$id` or anchor is malformed, or names what another document already named.
    /// - Complexity: O(document).
    package mutating func add(
        _ document: JSONDocument,
        at uri: String,
        dialect: Dialect? = nil
    ) throws(SchemaError) {
        _ = try add(document, retrievedFrom: uri, dialect: dialect)
    }

    /// As ``add(_:at:dialect:)``; gives the document's number.
    mutating func add(
        _ document: JSONDocument,
        retrievedFrom uri: String,
        dialect: Dialect?
    ) throws(SchemaError) -> Int {
        let number = MetaSchemas.count + documents.count
        let declared = document.root[Keyword.schema.name]?.string
        let known = declared.flatMap { self.dialect(ofMetaSchema: $0) }
        let firstResource = MetaSchemas.count + resources.count
        var new = SchemaDocument(
            document: document,
            uri: uri,
            firstResource: firstResource,
            dialect: known ?? dialect ?? defaultDialect
        )
        var index = SchemaIndex(new, number: number)
        index.run()
        // What a meta-schema that is not here yet allows is not known.
        if known != nil || declared == nil { new.malformed = index.malformed }
        documents.append(new)
        resources += index.resources
        dynamicNames.formUnion(index.dynamicNames)
        var problems = index.problems
        register(URIReference(uri).withoutFragment, firstResource, &problems)
        for (offset, resource) in index.resources.enumerated() {
            register(resource.uri, firstResource + offset, &problems)
        }
        guard problems.isEmpty else { throw SchemaError(problems) }
        addToKnown(index.resources)
        return number
    }

    private mutating func register(
        _ uri: URIReference,
        _ number: Int,
        _ problems: inout [SchemaError.Problem]
    ) {
        let uri = uri.description
        let other = resourceByURI.updateValue(number, forKey: ExactText(uri))
        guard let other, other != number, !uri.isEmpty else { return }
        let location = SchemaLocation(document: resource(number).document, index: resource(number).root)
        problems.append(problem(.duplicateIdentifier(uri), at: location))
    }

    func problem(_ code: SchemaError.Code, at location: SchemaLocation) -> SchemaError.Problem {
        document(location.document).problem(code, at: location.index)
    }

    func value(at location: SchemaLocation) -> JSONValue {
        JSONValue(document: document(location.document).document, index: location.index)
    }

    /// The resource without whose `$id` nothing below it can be named.
    func resource(of location: SchemaLocation) -> Int {
        let offset = MetaSchemas.count
        guard location.document >= offset else { return location.document }
        let first = documents[location.document - offset].firstResource - offset
        var candidate = lastResource(startingBefore: location, from: first)
        while let parent = resources[candidate].parent, resources[candidate].end <= location.index {
            candidate = parent - offset
        }
        return candidate + offset
    }

    /// Among those that were added.
    private func lastResource(startingBefore location: SchemaLocation, from first: Int) -> Int {
        var low = first
        var high = resources.count
        while low + 1 < high {
            let middle = (low + high) / 2
            let isBefore =
                resources[middle].document == location.document && resources[middle].root <= location.index
            if isBefore { low = middle } else { high = middle }
        }
        return low
    }

    /// Whether entering a resource may change what a dynamic anchor means.
    func hasDynamicAnchors(_ resource: Int) -> Bool {
        let added = resource - MetaSchemas.count
        return added < 0 || !resources[added].dynamicAnchors.isEmpty
    }

    func resource(at uri: URIReference) -> Int? {
        let uri = ExactText(uri.withoutFragment.description)
        return resourceByURI[uri] ?? MetaSchemas.number(at: uri)
    }

    /// URIs under which documents were given, without the built-in ones: some of them, and that which a reference leads into.
    func knownDocuments(for reference: URIReference) -> [String] {
        guard let target = resource(at: reference), target >= MetaSchemas.count else { return someDocuments }
        let uri = resource(target).uri.description
        return someDocuments.contains(uri) ? someDocuments : someDocuments + [uri]
    }

    private mutating func addToKnown(_ added: [SchemaResource]) {
        guard someDocuments.count < Self.maxKnownDocuments else { return }
        let room = Self.maxKnownDocuments - someDocuments.count
        someDocuments = (someDocuments + added.prefix(room).map(\.uri.description)).sorted()
    }
}

/// A document of a registry.
struct SchemaDocument: Sendable {
    let document: JSONDocument

    /// Where it was found.
    let uri: String

    /// The resource of its root; the resources of one document stand together, in the order of the text.
    let firstResource: Int

    /// In force where no `$schema` says otherwise.
    let dialect: Dialect

    /// Keywords of a form that the meta-schema forbids, found on the way; whoever compiles the document's schemas reports them.
    var malformed: [SchemaError.Problem] = []

    func problem(_ code: SchemaError.Code, at index: Int) -> SchemaError.Problem {
        let value = JSONValue(document: document, index: index)
        return SchemaError.Problem(
            code: code,
            document: uri,
            pointer: value.pointer,
            byteOffset: value.byteOffset
        )
    }
}

/// A schema's place: the number of its document in the registry, and its tape index.
struct SchemaLocation: Hashable, Sendable {
    let document: Int
    let index: Int
}

/// A schema with a URI of its own: a document's root, or a subschema with `$id`.
struct SchemaResource: Sendable {
    let document: Int

    /// The tape index of its root.
    let root: Int

    /// The tape index behind it.
    let end: Int

    let uri: URIReference
    let parent: Int?

    /// Tape indices by plain-name fragment, those of dynamic anchors among them.
    var anchors: [ExactText: Int] = [:]
    var dynamicAnchors: [ExactText: Int] = [:]

    /// The name under which a `$recursiveAnchor` stands among the dynamic anchors; no other is empty.
    static let recursiveAnchor = ExactText("")
}
