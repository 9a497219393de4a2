import JSONCore
import JSONSchema

/// Reads schemas as descriptions of values: references followed, `allOf` joined, `anyOf` and `oneOf` as alternatives.
struct SchemaReader {
    private let registry: SchemaRegistry

    /// The combinations of one place.
    private static let maxAlternatives = 512

    init(_ registry: SchemaRegistry) { self.registry = registry }

    /// What may stand where a schema is in force.
    func place(of schema: JSONValue) throws(GenerationError) -> Place { try place(of: schema, inside: []) }

    /// Who leads to itself by references and combinations alone says nothing the second time.
    private func place(of schema: JSONValue, inside outer: [JSONValue]) throws(GenerationError) -> Place {
        if schema.bool == false { return .nothing }
        guard schema.kind == .object, !outer.contains(where: { $0.isSame(as: schema) }) else {
            return .anything
        }
        let outer = outer + [schema]
        var place = Place.anything
        for reference in schema.references {
            try join(&place, self.place(of: target(of: reference, in: schema), inside: outer), at: schema)
        }
        for part in schema["allOf"]?.elements.map({ $0 }) ?? [] {
            try join(&place, self.place(of: part, inside: outer), at: schema)
        }
        if schema.tellsForm {
            let own = Alternative(nodes: [SchemaNode(schema: schema)], proposedName: proposedName(of: schema))
            try join(&place, Place(alternatives: [own]), at: schema)
        }
        for keyword in ["anyOf", "oneOf"] {
            guard let branches = schema[keyword], branches.kind == .array else { continue }
            var union: [Place] = []
            for branch in branches.elements { union.append(try self.place(of: branch, inside: outer)) }
            try join(&place, .either(union), at: schema)
        }
        for extra in schema.conditionalSchemas {
            let extra = try self.place(of: extra, inside: outer)
            place.alternatives = place.alternatives.map { $0.and(conditionally: extra) }
        }
        place.discriminator = schema.discriminator ?? place.discriminator
        nameOnlyAlternative(of: &place, after: schema)
        return place
    }

    private func join(_ place: inout Place, _ other: Place, at schema: JSONValue) throws(GenerationError) {
        guard place.alternatives.count * other.alternatives.count <= Self.maxAlternatives else {
            throw error(.tooManyAlternatives(limit: Self.maxAlternatives), at: schema)
        }
        place = place.and(other)
    }

    private func target(of reference: String, in schema: JSONValue) throws(GenerationError) -> JSONValue {
        guard let target = registry.schema(at: reference, from: schema) else {
            throw error(.unresolvableReference(reference), at: schema)
        }
        return target
    }

    func error(_ code: GenerationError.Code, at schema: JSONValue) -> GenerationError {
        let document = registry.uri(ofDocumentWith: schema) ?? ""
        return GenerationError(code: code, document: document, pointer: schema.pointer)
    }

    // MARK: Names

    /// A definition of one form, null aside, gives it its name, even where it is put together from others.
    private func nameOnlyAlternative(of place: inout Place, after schema: JSONValue) {
        guard schema.references.isEmpty || schema.tellsForm, let name = proposedName(of: schema) else {
            return
        }
        let named = place.alternatives.indices.filter { !place.alternatives[$0].isNull }
        if named.count == 1 { place.alternatives[named[0]].proposedName = name }
    }

    /// A title that is a name, or else the key of the definition, or else a short title.
    private func proposedName(of schema: JSONValue) -> String? {
        let title = schema["title"]?.string
        if let title, title.isName { return title }
        let tokens = schema.pointer.tokens
        if tokens.count >= 2, ["$defs", "definitions", "schemas"].contains(tokens[tokens.count - 2]) {
            return tokens[tokens.count - 1]
        }
        guard let title, title.split(separator: " ").count <= Self.maxWordsOfTitle else { return nil }
        return title
    }

    /// Longer ones are sentences.
    private static let maxWordsOfTitle = 5
}

extension String {
    /// Whether it could be the name of a type as it is.
    fileprivate var isName: Bool {
        first?.isLetter == true && allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
    }
}
