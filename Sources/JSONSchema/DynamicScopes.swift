internal import JSONCore

/// The dynamic scopes that compiling meets: for each dynamic anchor, which schema the outermost resource gave it.
struct DynamicScopes {
    struct ID: Hashable {
        let number: Int

        /// Before any resource is entered.
        static let outermost = ID(number: 0)
    }

    private struct Entry: Hashable {
        let resource: Int
        let outer: ID
    }

    private let registry: SchemaRegistry
    private var scopes: [[ExactText: SchemaLocation]] = [[:]]
    private var numbers: [[ExactText: SchemaLocation]: ID] = [[:]: .outermost]
    private var entered: [Entry: ID] = [:]

    /// Over all scopes: what they take of memory and time.
    private(set) var anchorCount = 0

    init(_ registry: SchemaRegistry) { self.registry = registry }

    /// The scope inside a resource that is reached from another scope.
    ///
    /// A name already there keeps its meaning.
    mutating func entering(resource: Int, from outer: ID) -> ID {
        guard registry.hasDynamicAnchors(resource) else { return outer }
        let anchors = registry.resource(resource).dynamicAnchors
        guard !anchors.isEmpty else { return outer }
        let entry = Entry(resource: resource, outer: outer)
        if let known = entered[entry] { return known }
        var scope = scopes[outer.number]
        for (name, index) in anchors where scope[name] == nil && registry.dynamicNames.contains(name) {
            scope[name] = SchemaLocation(document: registry.resource(resource).document, index: index)
        }
        let id = number(of: scope)
        entered[entry] = id
        return id
    }

    private mutating func number(of scope: [ExactText: SchemaLocation]) -> ID {
        if let known = numbers[scope] { return known }
        let id = ID(number: scopes.count)
        scopes.append(scope)
        anchorCount += scope.count
        numbers[scope] = id
        return id
    }

    /// What the dynamic anchor means in a scope.
    func target(of name: ExactText, in scope: ID) -> SchemaLocation? { scopes[scope.number][name] }
}
