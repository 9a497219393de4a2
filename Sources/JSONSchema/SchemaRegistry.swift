package import JSONCore

/// The documents that schemas may refer to, by URI.
///
/// References never lead to the network.
///
/// The meta-schemas of all dialects are always in it.
package struct SchemaRegistry: Sendable {
    private(set) var documents: [SchemaDocument] = []
    private(set) var resources: [SchemaResource] = []
    private var resourceByURI: [String: Int] = [:]

    /// The names that some `$dynamicRef` asks for; other dynamic anchors are plain anchors.
    private(set) var dynamicNames: Set<String> = []

    private var builtInCount = 0

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
        return number
    }

    private mutating func register(
        _ uri: URIReference,
        _ resource: Int,
        _ problems: inout [SchemaError.Problem]
    ) {
        let key = uri.description
        if let known = resourceByURI[key], known != resource, known >= builtInCount, !key.isEmpty {
            let location = SchemaLocation(
                document: resources[resource].document,
                index: resources[resource].root
            )
            problems.append(problem(.duplicateIdentifier(key), at: location))
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

    func resource(at uri: URIReference) -> Int? { resourceByURI[uri.withoutFragment.description] }

    /// The URIs under which documents were given, without the built-in ones.
    var knownDocuments: [String] { resources[builtInCount...].map(\.uri.description).sorted() }
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
    var anchors: [String: Int] = [:]
    var dynamicAnchors: [String: Int] = [:]

    /// The name under which a `$recursiveAnchor` stands among the dynamic anchors; no other is empty.
    static let recursiveAnchor = ""
}
