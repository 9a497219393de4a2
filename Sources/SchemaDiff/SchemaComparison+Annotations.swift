import JSONCore
import JSONSchema

extension SchemaComparison {
    /// What changed in what only informs.
    mutating func annotationChanges(_ old: Conjunction, _ new: Conjunction) -> [SchemaChange] {
        let oldNodes = certainNodes(old)
        let newNodes = certainNodes(new)
        let (known, knownNow) = (knownValues(oldNodes), knownValues(newNodes))
        var names = differing(oldNodes, newNodes)
        var found: [SchemaChange] = []
        if known.isEmpty || knownNow.isEmpty {
            if known != knownNow { names.append("x-known-values") }
        } else {
            found += knownNow.filter { !known.contains($0) }
                .map { SchemaChange(.knownValueAdded, new: $0.text, readers: .notice) }
            found += known.filter { !knownNow.contains($0) }.map {
                SchemaChange(.knownValueRemoved, old: $0.text)
            }
        }
        guard !names.isEmpty else { return found }
        return found + [SchemaChange(.annotationChanged, new: names.joined(separator: ", "))]
    }

    /// The schemas that count whatever alternative is taken.
    private mutating func certainNodes(_ conjunction: Conjunction) -> [SchemaNode] {
        let branches = reasoner.branches(of: conjunction)
        return branches.first?.nodes.filter { node in branches.allSatisfy { $0.nodes.contains(node) } } ?? []
    }

    private func knownValues(_ nodes: [SchemaNode]) -> [Constant] {
        nodes.flatMap { $0[.knownValues].map { $0.elements.map(Constant.init) } ?? [] }
    }

    /// The names of annotations whose first values are not the same, sorted.
    private func differing(_ old: [SchemaNode], _ new: [SchemaNode]) -> [String] {
        let (old, new) = (old.annotations, new.annotations)
        let names = Set(old.keys).union(new.keys)
        return names.filter { name in
            guard let one = old[name], let other = new[name] else { return true }
            return !one.equals(other)
        }.sorted()
    }
}

extension [SchemaNode] {
    /// The first value of each annotation, and of each member that is no keyword.
    fileprivate var annotations: [String: JSONValue] {
        reduce(into: [:]) { all, node in
            for (name, value) in node.value.members {
                let keyword = Keyword.named(name)
                guard keyword?.isAnnotation ?? true, keyword != .knownValues else { continue }
                all[name.string] = all[name.string] ?? value
            }
        }
    }
}
