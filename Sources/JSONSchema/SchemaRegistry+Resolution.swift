internal import JSONCore

/// What a reference leads to.
struct ResolvedReference {
    let location: SchemaLocation

    /// The name, where the fragment is a dynamic anchor's.
    let dynamicName: ExactText?
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
        let resource = self.resource(number)
        guard let fragment = reference.decodedFragment else {
            return reference.fragment == nil ? plain(resource.document, resource.root) : nil
        }
        if fragment.isEmpty { return plain(resource.document, resource.root) }
        if fragment.hasPrefix("/") {
            guard let pointer = JSONPointer(fragment) else { return nil }
            var value = JSONValue(document: document(resource.document).document, index: resource.root)
            for token in pointer.tokens {
                guard let next = child(value, token) else { return nil }
                value = next
            }
            return plain(resource.document, value.index)
        }
        let name = ExactText(fragment)
        guard let index = resource.anchors[name] else { return nil }
        return ResolvedReference(
            location: SchemaLocation(document: resource.document, index: index),
            dynamicName: resource.dynamicAnchors[name] == index ? name : nil
        )
    }

    private func plain(_ document: Int, _ index: Int) -> ResolvedReference {
        ResolvedReference(location: SchemaLocation(document: document, index: index), dynamicName: nil)
    }

    /// What a resource is written in, by its `$schema` or that of the resource around it.
    func language(ofResource number: Int) throws(SchemaError) -> Language {
        let resource = self.resource(number)
        let location = SchemaLocation(document: resource.document, index: resource.root)
        guard let declared = value(at: location)[Keyword.schema.name] else {
            guard let parent = resource.parent else {
                return .standard(document(resource.document).dialect)
            }
            return try language(ofResource: parent)
        }
        let at = SchemaLocation(document: resource.document, index: declared.index)
        guard let uri = declared.string else {
            throw SchemaError([problem(.malformedKeyword("$schema", expected: "a URI"), at: at)])
        }
        do throws(UnknownDialect) {
            return try language(ofMetaSchema: uri)
        } catch {
            throw SchemaError([problem(error.code, at: at)])
        }
    }

    /// The URI of the meta-schema in force in a resource, as it or a resource around it declares it, or by the document's
    /// dialect.
    func metaSchema(ofResource number: Int) -> String {
        let resource = self.resource(number)
        if let declared = root(of: number)[Keyword.schema.name]?.string { return declared }
        return resource.parent.map(metaSchema) ?? document(resource.document).dialect.metaSchema
    }

    private struct UnknownDialect: Error {
        let code: SchemaError.Code
    }

    private func language(ofMetaSchema uri: String) throws(UnknownDialect) -> Language {
        if let dialect = Dialect(metaSchema: uri) { return .standard(dialect) }
        guard let number = resource(at: URIReference(uri)), let dialect = baseDialect(ofMetaSchema: number)
        else {
            throw UnknownDialect(code: .unknownDialect(uri))
        }
        guard let declared = root(of: number)[Keyword.vocabulary.name] else { return .standard(dialect) }
        var vocabularies: Vocabularies = .core
        for (name, isRequired) in declared.members {
            if let known = Vocabularies(uri: name.string, isRequired: isRequired.bool == true) {
                vocabularies.formUnion(known)
            } else if isRequired.bool == true {
                throw UnknownDialect(code: .unknownVocabulary(name.string))
            }
        }
        return Language(dialect, vocabularies: vocabularies)
    }

    /// The dialect that a `$schema` names or builds on; nil when its meta-schema is not known.
    func dialect(ofMetaSchema uri: String) -> Dialect? {
        Dialect(metaSchema: uri) ?? resource(at: URIReference(uri)).flatMap { baseDialect(ofMetaSchema: $0) }
    }

    /// The dialect a custom meta-schema builds on: where its `$schema` leads, through others of its kind.
    private func baseDialect(ofMetaSchema start: Int) -> Dialect? {
        var seen: Set<Int> = []
        var number = start
        while seen.insert(number).inserted {
            guard let uri = root(of: number)[Keyword.schema.name]?.string else {
                return document(self.resource(number).document).dialect
            }
            if let dialect = Dialect(metaSchema: uri) { return dialect }
            guard let next = resource(at: URIReference(uri)) else { return nil }
            number = next
        }
        // It describes itself, and only its vocabularies can say what it is.
        return root(of: start)[Keyword.vocabulary.name] == nil ? nil : .draft202012
    }

    private func root(of resource: Int) -> JSONValue {
        let resource = self.resource(resource)
        return value(at: SchemaLocation(document: resource.document, index: resource.root))
    }
}
