/// Finds the members through which a type would contain itself without a list or a map between.
struct Recursion {
    private var list: [Declaration]
    private var state: [State]

    private enum State { case new, open, done }

    init(_ list: [Declaration]) {
        self.list = list
        state = Array(repeating: .new, count: list.count)
    }

    /// The declarations, with references where a chain of members would close: at a union if it is one that closes it, else
    /// at the member.
    mutating func broken() -> [Declaration] {
        for declaration in list.indices { visit(declaration) }
        return list
    }

    /// - Complexity: as deep as types contain each other directly.
    private mutating func visit(_ declaration: Int) {
        guard state[declaration] == .new else { return }
        state[declaration] = .open
        defer { state[declaration] = .done }
        switch list[declaration].body {
        case .structure(var properties):
            for position in properties.indices {
                properties[position].isIndirect = closes(properties[position].type)
            }
            list[declaration].body = .structure(properties)
        case .union(var union):
            let payloads = union.cases.map(\.payload) + [union.unknown ?? .any]
            union.isIndirect = payloads.map { closes($0) }.contains(true)
            list[declaration].body = .union(union)
        case .mixture(let cases): for part in cases { _ = closes(part.type) }
        case .alias(let type): _ = closes(type)
        case .enumeration: break
        }
    }

    /// Whether a value of this type, held directly, leads back to a type that is being visited.
    private mutating func closes(_ type: TypeReference) -> Bool {
        guard case .named(let target) = type else { return false }
        visit(target)
        return state[target] == .open
    }
}
