package import JSONCore

// For those who read schemas themselves.
extension SchemaRegistry {
    /// The schema that a `$ref` leads to, seen from the schema that it stands in; nil when nothing is there.
    ///
    /// The schema must stand in a document of the registry.
    package func schema(at reference: String, from schema: JSONValue) -> JSONValue? {
        guard let location = location(of: schema) else { return nil }
        let base = resource(resource(of: location)).uri
        return resolve(URIReference(reference).resolved(against: base)).map { value(at: $0.location) }
    }

    /// The dialect that a schema of one of the registry's documents is written in, and the keywords that have a meaning in
    /// it; nil for a dialect that is not known.
    package func dialect(of schema: JSONValue) -> (dialect: Dialect, keywords: KeywordSet)? {
        guard let location = location(of: schema) else { return nil }
        // Whoever compiles the schema is told what is wrong with its `$schema`.
        let language = try? language(ofResource: resource(of: location))
        return language.map { ($0.dialect, $0.keywords) }
    }

    /// The URI at which the document of a value was added; nil when it is of no document here.
    package func uri(ofDocumentWith value: JSONValue) -> String? {
        number(of: value.document).map { document($0).uri }
    }

    func location(of schema: JSONValue) -> SchemaLocation? {
        number(of: schema.document).map { SchemaLocation(document: $0, index: schema.index) }
    }
}
