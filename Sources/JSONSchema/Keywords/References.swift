internal import JSONCore

extension SchemaCompiler {
    mutating func compileReferences(_ schema: SchemaObject, into draft: inout NodeDraft) {
        if let value = schema[.ref], let target = resolve(value, .ref, in: schema) {
            draft.values.append(.reference(node(for: target.location, in: schema.scope)))
        }
        if let value = schema[.dynamicRef], let target = resolve(value, .dynamicRef, in: schema) {
            // Only a reference that would already lead to a dynamic anchor is dynamic (core §8.2.3.2).
            let outermost = target.dynamicName.flatMap { scopes.target(of: $0, in: schema.scope) }
            draft.values.append(.dynamicReference(node(for: outermost ?? target.location, in: schema.scope)))
        }
        compileRecursiveReference(schema, into: &draft)
    }

    /// 2019-09: the resource's root, or where that is marked, the root of the outermost marked resource on the way
    /// (core §8.2.4.2).
    private mutating func compileRecursiveReference(_ schema: SchemaObject, into draft: inout NodeDraft) {
        guard let value = schema[.recursiveRef] else { return }
        guard value.string == "#" else {
            return malformed(.recursiveRef, expected: "\"#\"", value, in: schema)
        }
        let name = SchemaResource.recursiveAnchor
        let resource = registry.resource(schema.resource)
        let outermost = resource.dynamicAnchors[name].flatMap { _ in scopes.target(of: name, in: schema.scope)
        }
        let root = SchemaLocation(document: resource.document, index: resource.root)
        draft.values.append(.dynamicReference(node(for: outermost ?? root, in: schema.scope)))
    }

    private mutating func resolve(
        _ value: JSONValue,
        _ keyword: Keyword,
        in schema: SchemaObject
    ) -> ResolvedReference? {
        guard let text = value.string else {
            malformed(keyword, expected: "a URI reference", value, in: schema)
            return nil
        }
        if let target = resolver.resolve(text, in: schema.resource) { return target }
        let uri = resolver.uri(text, in: schema.resource)
        let code = SchemaError.Code.unresolvableReference(
            text,
            uri: uri.description,
            knownDocuments: registry.knownDocuments(for: uri)
        )
        report(code, at: value, in: schema)
        return nil
    }
}
