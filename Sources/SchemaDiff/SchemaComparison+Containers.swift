extension SchemaComparison {
    // MARK: Arrays

    mutating func arrayChanges(_ old: ArrayShape, _ new: ArrayShape) -> [SchemaChange] {
        var found = sizeChanges(old.counts, new.counts, .minItemsChanged, .maxItemsChanged)
        if old.isUnique != new.isUnique {
            let kind = SchemaChange.Kind.uniqueItemsChanged
            found.append(
                new.isUnique
                    ? SchemaChange(kind, new: "unique", writers: .breaks)
                    : SchemaChange(kind, old: "unique", readers: .breaks)
            )
        }
        let length = max(old.prefixLength, new.prefixLength)
        for position in 0..<length {
            found += contentChanges(old.items(at: position), new.items(at: position), .name("\(position)"))
        }
        return found + contentChanges(old.items(at: length), new.items(at: length), .each)
    }

    /// The changes of what stands at many places, or is not allowed there at all.
    private mutating func contentChanges(
        _ old: Conjunction,
        _ new: Conjunction,
        _ step: ChangeStep
    ) -> [SchemaChange] {
        switch (reasoner.isEmpty(old), reasoner.isEmpty(new)) {
        case (true, true): []
        case (true, false): [SchemaChange(.contentOpened, readers: .breaks).below(step)]
        case (false, true): [SchemaChange(.contentClosed, writers: .breaks).below(step)]
        case (false, false): changes(old, new).map { $0.below(step) }
        }
    }

    // MARK: Objects

    /// The changes of objects, but for a member that tells variants apart.
    mutating func objectChanges(
        _ old: ObjectShape,
        _ new: ObjectShape,
        except chosen: String? = nil
    ) -> [SchemaChange] {
        var found = sizeChanges(old.counts, new.counts, .minMembersChanged, .maxMembersChanged)
        let names = old.names + new.names.filter { !old.describes($0) }
        for name in names where name != chosen { found += memberChanges(name, old, new) }
        let undescribed = old.required.symmetricDifference(new.required).subtracting(names)
        for name in undescribed.sorted() {
            found.append(presence(old.required.contains(name)).below(.name(name)))
        }
        return found + contentChanges(old.member(nil, matching: []), new.member(nil, matching: []), .each)
            + patternChanges(old, new)
    }

    private func presence(_ wasRequired: Bool) -> SchemaChange {
        wasRequired
            ? SchemaChange(.fieldBecameOptional, readers: .breaks)
            : SchemaChange(.fieldBecameRequired, writers: .breaks)
    }

    private mutating func memberChanges(
        _ name: String,
        _ old: ObjectShape,
        _ new: ObjectShape
    ) -> [SchemaChange] {
        let oldValue = reasoner.member(name, of: old)
        let newValue = reasoner.member(name, of: new)
        let wasAllowed = !reasoner.isEmpty(oldValue)
        let isAllowed = !reasoner.isEmpty(newValue)
        let wasDescribed = old.describes(name) && wasAllowed
        let isDescribed = new.describes(name) && isAllowed
        var found: [SchemaChange] = []
        switch (wasDescribed, isDescribed) {
        case (true, true):
            found = changes(oldValue, newValue)
            if old.required.contains(name) != new.required.contains(name) {
                found.append(presence(old.required.contains(name)))
            }
        case (false, true):
            found = [added(oldValue, newValue, wasAllowed, isRequired: new.required.contains(name))]
        case (true, false):
            found = [removed(oldValue, newValue, isAllowed, wasRequired: old.required.contains(name))]
        case (false, false): break
        }
        return found.map { $0.below(.name(name)) }
    }

    private mutating func added(
        _ old: Conjunction,
        _ new: Conjunction,
        _ wasAllowed: Bool,
        isRequired: Bool
    ) -> SchemaChange {
        let types = words(for: new)
        let readers = wasAllowed ? Effect(reasoner.isIncluded(new, in: old)) : .breaks
        // Who sent something else under a name that nobody had described is not what the field is described for.
        let described: Effect = reasoner.isIncluded(old, in: new) == .included ? .none : .notice
        return SchemaChange(
            .fieldAdded,
            new: (isRequired ? "required, " : "optional, ") + types,
            readers: readers,
            writers: isRequired ? .breaks : wasAllowed ? described : .none
        )
    }

    private mutating func removed(
        _ old: Conjunction,
        _ new: Conjunction,
        _ isAllowed: Bool,
        wasRequired: Bool
    ) -> SchemaChange {
        let undescribed: Effect = reasoner.isIncluded(new, in: old) == .included ? .none : .notice
        return SchemaChange(
            .fieldRemoved,
            old: (wasRequired ? "required, " : "optional, ") + words(for: old),
            readers: wasRequired ? .breaks : isAllowed ? undescribed : .none,
            writers: isAllowed ? Effect(reasoner.isIncluded(old, in: new)) : .breaks
        )
    }

    private mutating func words(for value: Conjunction) -> String {
        reasoner.shapes(of: value).reduce(into: TypeSet()) { $0.formUnion($1.types) }.words
    }

    /// The values under names that match a pattern which both have; what else there is to say is left to the sets.
    private mutating func patternChanges(_ old: ObjectShape, _ new: ObjectShape) -> [SchemaChange] {
        var found: [SchemaChange] = []
        for pattern in old.patterns.intersection(new.patterns).sorted() {
            found += contentChanges(
                old.member(nil, matching: [pattern]),
                new.member(nil, matching: [pattern]),
                .each
            )
        }
        return found
    }
}
