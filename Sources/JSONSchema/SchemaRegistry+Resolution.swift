internal import JSONCore

/// What a reference leads to.
struct ResolvedReference {
    let location: SchemaLocation

    /// The name, where the fragment is a dynamic anchor's.
    let dynamicName: String?
}

extension SchemaRegistry {
    /// Follows a reference from a resource to a schema (JSON Schema core §8.2.3, §9.2).
    ///
    /// - Returns: nil when the URI, the pointer or the anchor is not there.
    ///
    /// `child` takes the steps of a pointer.
    func resolve(
        _ reference: URIReference,
        child: (JSONValue, String) -> JSONValue? = { $0.child($1) }
    ) -> ResolvedReference? {
        guard let number = resource(at: reference) else { return nil }
        let resource = resources[number]
        guard let fragment = reference.decodedFragment else {
            return reference.fragment == nil ? plain(resource.document, resource.root) : nil
        }
        if fragment.isEmpty { return plain(resource.document, resource.root) }
        if fragment.hasPrefix("/") {
            guard let pointer = JSONPointer(fragment) else { return nil }
            var value = JSONValue(document: documents[resource.document].document, index: resource.root)
            for token in pointer.tokens {
                guard let next = child(value, token) else { return nil }
                value = next
            }
            return plain(resource.document, value.index)
        }
        guard let index = resource.anchors[fragment] else { return nil }
        return ResolvedReference(
            location: SchemaLocation(document: resource.document, index: index),
            dynamicName: resource.dynamicAnchors[fragment] == index ? fragment : nil
        )
    }

    private func plain(_ document: Int, _ index: Int) -> ResolvedReference {
        ResolvedReference(location: SchemaLocation(document: document, index: index), dynamicName: nil)
    }

    /// The vocabularies in force in a resource, by its `$schema` or that of the resource around it.
    func vocabularies(ofResource number: Int) throws(SchemaError) -> Vocabularies {
        let resource = resources[number]
        let location = SchemaLocation(document: resource.document, index: resource.root)
        guard let declared = value(at: location)[Keyword.schema.name] else {
            guard let parent = resource.parent else { return .all }
            return try vocabularies(ofResource: parent)
        }
        let at = SchemaLocation(document: resource.document, index: declared.index)
        guard let uri = declared.string else {
            throw SchemaError([problem(.malformedKeyword("$schema", expected: "a URI"), at: at)])
        }
        do throws(UnknownDialect) {
            return try vocabularies(ofDialect: URIReference(uri))
        } catch {
            throw SchemaError([problem(error.code, at: at)])
        }
    }

    private struct UnknownDialect: Error {
        let code: SchemaError.Code
    }

    private func vocabularies(ofDialect uri: URIReference) throws(UnknownDialect) -> Vocabularies {
        if uri.withoutFragment.description == MetaSchemas.draft202012 { return .all }
        guard let number = resource(at: uri), let metaSchema = metaSchema(number) else {
            throw UnknownDialect(code: .unknownDialect(uri.description))
        }
        var vocabularies: Vocabularies = .core
        for (name, isRequired) in metaSchema.members {
            if let known = Vocabularies(uri: name.string) {
                vocabularies.insert(known)
            } else if isRequired.bool == true {
                throw UnknownDialect(code: .unknownVocabulary(name.string))
            }
        }
        return vocabularies
    }

    /// The `$vocabulary` of a meta-schema.
    private func metaSchema(_ number: Int) -> JSONValue? {
        value(at: SchemaLocation(document: resources[number].document, index: resources[number].root))[
            Keyword.vocabulary.name
        ]
    }
}
