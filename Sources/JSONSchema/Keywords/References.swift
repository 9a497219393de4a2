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
        let code = SchemaError.Code.unresolvableReference(
            text,
            uri: resolver.uri(text, in: schema.resource).description,
            knownDocuments: registry.knownDocuments
        )
        report(code, at: value, in: schema)
        return nil
    }
}
