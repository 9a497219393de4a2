internal import JSONCore

/// Follows the references of one compilation, each text once, and through large objects by an index of their names.
struct ReferenceResolver {
    private struct Reference: Hashable {
        let text: ExactText
        let resource: Int
    }

    /// The registry keeps the document.
    private struct Place: Hashable {
        let document: ObjectIdentifier
        let index: Int
    }

    private let registry: SchemaRegistry
    private var known: [Reference: ResolvedReference] = [:]
    private var names: [Place: [ExactText: Int]] = [:]

    init(_ registry: SchemaRegistry) { self.registry = registry }

    /// The absolute form of a reference as it stands in a resource.
    func uri(_ text: String, in resource: Int) -> URIReference {
        URIReference(text).resolved(against: registry.resource(resource).uri)
    }

    /// What a reference leads to (JSON Schema core §8.2.3, §9.2), or nil.
    ///
    /// - Complexity: O(1) for a text seen before, else by the length of the text; an object on the way is read once.
    mutating func resolve(_ text: String, in resource: Int) -> ResolvedReference? {
        let reference = Reference(text: ExactText(text), resource: resource)
        if let target = known[reference] { return target }
        let target = registry.resolve(uri(text, in: resource)) { value, token in child(token, of: value) }
        known[reference] = target
        return target
    }

    private mutating func child(_ token: String, of value: JSONValue) -> JSONValue? {
        guard value.kind == .object, value.count > 16 else { return value.child(token) }
        let place = Place(document: ObjectIdentifier(value.document), index: value.index)
        let index =
            names[place]
            ?? Dictionary(value.members.map { (ExactText($0.name.string), $0.value.index) }) { $1 }
        names[place] = index
        return index[ExactText(token)].map { JSONValue(document: value.document, index: $0) }
    }
}
