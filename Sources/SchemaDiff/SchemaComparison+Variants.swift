/// One of several shapes of an object.
private struct Variant {
    let shape: Shape
    let object: ObjectShape

    /// The values of the member that tells variants apart; nil for all others than the others'.
    let values: [Constant]?
}

extension SchemaComparison {
    /// The changes of objects of several shapes, matched by the member that tells them apart.
    mutating func variantChanges(
        _ old: [Shape],
        _ new: [Shape],
        _ oldSet: Conjunction,
        _ newSet: Conjunction
    ) -> [SchemaChange] {
        guard let name = discriminator(old + new) else { return [] }
        let oldVariants = variants(old, by: name)
        let newVariants = variants(new, by: name)
        var found: [SchemaChange] = []
        for variant in oldVariants {
            guard let values = variant.values else { continue }
            let step = ChangeStep.variant(name: name, value: values.label)
            let matching = newVariants.filter { $0.overlaps(variant) }
            if matching.isEmpty {
                let writers = Effect(reasoner.isIncluded(variant.shape, in: newSet))
                found.append(SchemaChange(.variantRemoved, writers: max(writers, .notice)).below(step))
            } else if matching.count == 1 {
                found += objectChanges(variant.object, matching[0].object).map { $0.below(step) }
            }
        }
        for variant in newVariants {
            guard let values = variant.values, !oldVariants.contains(where: { $0.overlaps(variant) }) else {
                continue
            }
            let readers = Effect(reasoner.isIncluded(variant.shape, in: oldSet))
            let isOpen = oldVariants.contains { $0.values == nil }
            found.append(
                SchemaChange(.variantAdded, readers: max(readers, .notice), writers: isOpen ? .notice : .none)
                    .below(.variant(name: name, value: values.label))
            )
        }
        return found + openChanges(oldVariants, newVariants, name)
    }

    /// The changes of what objects of unknown kinds look like.
    private mutating func openChanges(_ old: [Variant], _ new: [Variant], _ name: String) -> [SchemaChange] {
        let step = ChangeStep.variant(name: name, value: "*")
        let (one, other) = (old.filter { $0.values == nil }, new.filter { $0.values == nil })
        switch (one.count, other.count) {
        case (1, 1): return objectChanges(one[0].object, other[0].object, except: name).map { $0.below(step) }
        case (0, 1...): return [SchemaChange(.contentOpened, readers: .breaks).below(step)]
        case (1..., 0): return [SchemaChange(.contentClosed, writers: .breaks).below(step)]
        default: return []
        }
    }

    /// The member with a few values in the most shapes, each having it.
    private mutating func discriminator(_ shapes: [Shape]) -> String? {
        var best: (name: String, count: Int)?
        var tried: Set<String> = []
        for name in shapes.flatMap({ $0.object?.names ?? [] }) where tried.insert(name).inserted {
            let count = shapes.count { values(of: name, $0) != nil }
            if count > best?.count ?? 0 { best = (name, count) }
        }
        // Of two unions, each may have a shape for everything else.
        guard let best, best.count + 2 >= shapes.count else { return nil }
        return best.name
    }

    private mutating func variants(_ shapes: [Shape], by name: String) -> [Variant] {
        shapes.compactMap { shape in
            shape.object.map { Variant(shape: shape, object: $0, values: values(of: name, shape)) }
        }
    }

    private mutating func values(of name: String, _ shape: Shape) -> [Constant]? {
        guard let object = shape.object, object.required.contains(name) else { return nil }
        var values: [Constant] = []
        for part in reasoner.shapes(of: reasoner.member(name, of: object)) {
            guard case .values(let constants) = part.form else { return nil }
            values += constants
        }
        return values
    }
}

extension Variant {
    func overlaps(_ other: Variant) -> Bool {
        guard let values, let others = other.values else { return false }
        return values.contains { others.contains($0) }
    }
}

extension [Constant] {
    /// `A`, or `A|B` of several.
    fileprivate var label: String {
        map { $0.value.string ?? $0.text }.joined(separator: "|")
    }
}
