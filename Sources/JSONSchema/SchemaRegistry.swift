package import JSONCore

/// The documents that schemas may refer to, by URI.
///
/// References never lead to the network.
///
/// The meta-schemas of all dialects are always in it.
package struct SchemaRegistry: Sendable {
    private(set) var documents: [SchemaDocument] = []
    private(set) var resources: [SchemaResource] = []
    private var resourceByURI: [ExactText: Int] = [:]

    /// The names that some `$dynamicRef` asks for; other dynamic anchors are plain anchors.
    private(set) var dynamicNames: Set<ExactText> = []

    private var builtInCount = 0

    /// URIs for messages, sorted.
    private var someDocuments: [String] = []

    /// A message names no more.
    private static let maxKnownDocuments = 20

    /// The dialect of documents without `$schema`, where ``add(_:at:dialect:)`` is given none; 2020-12 by default.
    package var defaultDialect: Dialect

    /// A registry with the meta-schemas alone.
    package init(defaultDialect: Dialect = .draft202012) {
        self = Self.metaSchemas
        self.defaultDialect = defaultDialect
    }

    private init(empty: ()) { defaultDialect = .draft202012 }

    private static let metaSchemas: SchemaRegistry = {
        var registry = SchemaRegistry(empty: ())
        for (uri, text) in MetaSchemas.all {
            do throws(SchemaError) {
                try registry.add(MetaSchemas.parse(text), at: uri)
            } catch {
                preconditionFailure("the meta-schema \(uri) is part of this package: \(error)")
            }
        }
        registry.builtInCount = registry.resources.count
        return registry
    }()

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
        let number = documents.count
        let declared = document.root[Keyword.schema.name]?.string
        let known = declared.flatMap { self.dialect(ofMetaSchema: $0) }
        documents.append(
            SchemaDocument(
                document: document,
                uri: uri,
                firstResource: resources.count,
                dialect: known ?? dialect ?? defaultDialect
            )
        )
        var index = SchemaIndex(documents[number], number: number)
        index.run()
        resources += index.resources
        dynamicNames.formUnion(index.dynamicNames)
        // What a meta-schema that is not here yet allows is not known.
        if known != nil || declared == nil { documents[number].malformed = index.malformed }
        var problems = index.problems
        register(URIReference(uri).withoutFragment, documents[number].firstResource, &problems)
        for resource in documents[number].firstResource..<resources.count {
            register(resources[resource].uri, resource, &problems)
        }
        guard problems.isEmpty else { throw SchemaError(problems) }
        addToKnown(resources[documents[number].firstResource...])
        return number
    }

    private mutating func register(
        _ uri: URIReference,
        _ resource: Int,
        _ problems: inout [SchemaError.Problem]
    ) {
        let uri = uri.description
        let key = ExactText(uri)
        if let known = resourceByURI[key], known != resource, known >= builtInCount, !uri.isEmpty {
            let location = SchemaLocation(
                document: resources[resource].document,
                index: resources[resource].root
            )
            problems.append(problem(.duplicateIdentifier(uri), at: location))
        }
        resourceByURI[key] = resource
    }

    func problem(_ code: SchemaError.Code, at location: SchemaLocation) -> SchemaError.Problem {
        documents[location.document].problem(code, at: location.index)
    }

    func value(at location: SchemaLocation) -> JSONValue {
        JSONValue(document: documents[location.document].document, index: location.index)
    }

    /// The resource without whose `$id` nothing below it can be named.
    func resource(of location: SchemaLocation) -> Int {
        var candidate = lastResource(startingBefore: location)
        while let parent = resources[candidate].parent, resources[candidate].end <= location.index {
            candidate = parent
        }
        return candidate
    }

    private func lastResource(startingBefore location: SchemaLocation) -> Int {
        var low = documents[location.document].firstResource
        var high = resources.count
        while low + 1 < high {
            let middle = (low + high) / 2
            let isBefore =
                resources[middle].document == location.document && resources[middle].root <= location.index
            if isBefore { low = middle } else { high = middle }
        }
        return low
    }

    func resource(at uri: URIReference) -> Int? { resourceByURI[ExactText(uri.withoutFragment.description)] }

    /// URIs under which documents were given, without the built-in ones: some of them, and that which a reference leads into.
    func knownDocuments(for reference: URIReference) -> [String] {
        guard let target = resource(at: reference), target >= builtInCount else { return someDocuments }
        let uri = resources[target].uri.description
        return someDocuments.contains(uri) ? someDocuments : someDocuments + [uri]
    }

    private mutating func addToKnown(_ added: ArraySlice<SchemaResource>) {
        guard someDocuments.count < Self.maxKnownDocuments, builtInCount > 0 else { return }
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
