package import JSONCore

// For those who read schemas themselves.
extension SchemaRegistry {
    /// The schema that a `$ref` leads to, seen from the schema that it stands in; nil when nothing is there.
    ///
    /// The schema must stand in a document of the registry.
    package func schema(at reference: String, from schema: JSONValue) -> JSONValue? {
        guard let location = location(of: schema) else { return nil }
        let base = resources[resource(of: location)].uri
        return resolve(URIReference(reference).resolved(against: base)).map { value(at: $0.location) }
    }

    /// What a schema in a document of the registry is written in; nil for a dialect that is not known.
    package func language(of schema: JSONValue) -> Language? {
        guard let location = location(of: schema) else { return nil }
        // Whoever compiles the schema is told what is wrong with its `$schema`.
        return try? language(ofResource: resource(of: location))
    }

    /// The value of the document that was added at a URI.
    package func root(at uri: String) -> JSONValue? {
        documents.last { $0.uri == uri }?.document.root
    }

    /// The URI at which the document of a value was added; nil when it is of no document here.
    package func uri(ofDocumentWith value: JSONValue) -> String? {
        documents.last { $0.document === value.document }?.uri
    }

    func location(of schema: JSONValue) -> SchemaLocation? {
        documents.firstIndex { $0.document === schema.document }.map {
            SchemaLocation(document: $0, index: schema.index)
        }
    }
}
