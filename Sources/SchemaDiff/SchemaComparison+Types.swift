import JSONCore
import JSONSchema

extension SchemaComparison {
    /// What changed in the types, and of those that both allow, in their values.
    mutating func typeChanges(_ old: Conjunction, _ new: Conjunction) -> [SchemaChange] {
        let oldShapes = occupied(old)
        let newShapes = occupied(new)
        let oldTypes = oldShapes.reduce(into: TypeSet()) { $0.formUnion($1.types) }
        let newTypes = newShapes.reduce(into: TypeSet()) { $0.formUnion($1.types) }
        var found: [SchemaChange] = []
        let isOpen = oldTypes == .all || newTypes == .all
        if !isOpen, let change = nullability(oldTypes, newTypes) { found.append(change) }
        let (oldRest, newRest) =
            isOpen ? (oldTypes, newTypes) : (oldTypes.subtracting(.null), newTypes.subtracting(.null))
        if oldRest != newRest {
            found.append(
                SchemaChange(
                    .typeChanged,
                    old: oldRest.words,
                    new: newRest.words,
                    readers: newRest.isSubset(of: oldRest) ? .none : .breaks,
                    writers: oldRest.isSubset(of: newRest) ? .none : .breaks
                )
            )
        }
        for type in [TypeSet.string, .number, .boolean, .array, .object] {
            let mine = oldShapes.compactMap { $0.limited(to: type) }
            let theirs = newShapes.compactMap { $0.limited(to: type) }
            guard !mine.isEmpty, !theirs.isEmpty else { continue }
            found += changes(of: type, mine, theirs, old, new)
        }
        return found
    }

    private mutating func occupied(_ conjunction: Conjunction) -> [Shape] {
        reasoner.shapes(of: conjunction).filter { !reasoner.isEmpty($0) }
    }

    private func nullability(_ old: TypeSet, _ new: TypeSet) -> SchemaChange? {
        switch (old.contains(.null), new.contains(.null)) {
        case (false, true): SchemaChange(.becameNullable, old: old.words, new: new.words, readers: .breaks)
        case (true, false): SchemaChange(.noLongerNullable, old: old.words, new: new.words, writers: .breaks)
        default: nil
        }
    }

    private mutating func changes(
        of type: TypeSet,
        _ old: [Shape],
        _ new: [Shape],
        _ oldSet: Conjunction,
        _ newSet: Conjunction
    ) -> [SchemaChange] {
        switch (old.constants, new.constants) {
        case (let values?, let others?):
            return removed(values, oldSet, others, newSet) + added(others, values, oldSet)
        case (let values?, nil):
            return [
                SchemaChange(.valuesOpened, old: values.words, new: "any \(type.words)", readers: .breaks)
            ]
                + removed(values, oldSet, [], newSet)
        case (nil, let values?):
            return [
                SchemaChange(.valuesClosed, old: "any \(type.words)", new: values.words, writers: .breaks)
            ]
                + added(values, [], oldSet)
        case (nil, nil): break
        }
        guard old.count == 1, new.count == 1 else {
            return type == .object ? variantChanges(old, new, oldSet, newSet) : []
        }
        return changes(old[0], new[0])
    }

    private func removed(
        _ values: [Constant],
        _ oldSet: Conjunction,
        _ others: [Constant],
        _ new: Conjunction
    ) -> [SchemaChange] {
        values.filter { !others.contains($0) && new.accepts($0) == false }
            .map { SchemaChange(.valueRemoved, old: $0.text, writers: .breaks) }
    }

    private func added(_ values: [Constant], _ others: [Constant], _ old: Conjunction) -> [SchemaChange] {
        values.filter { !others.contains($0) && old.accepts($0) == false }
            .map { SchemaChange(.valueAdded, new: $0.text, readers: .breaks) }
    }

    private mutating func changes(_ old: Shape, _ new: Shape) -> [SchemaChange] {
        switch (old.form, new.form) {
        case (.number(let one), .number(let other)):
            numberChanges(one, other) + formatChanges(old.branch, new.branch)
        case (.string(let one), .string(let other)):
            stringChanges(one, other) + formatChanges(old.branch, new.branch)
        case (.array(let one), .array(let other)): arrayChanges(one, other)
        case (.object(let one), .object(let other)): objectChanges(one, other)
        default: []
        }
    }

    // MARK: Scalars

    private func numberChanges(_ old: NumberShape, _ new: NumberShape) -> [SchemaChange] {
        var found: [SchemaChange] = []
        if old.minimum != new.minimum {
            let isWider = old.minimum.map { bound in new.minimum.map(bound.isAbove) ?? true } ?? false
            found.append(limit(.minimumChanged, old.minimum?.text(">"), new.minimum?.text(">"), isWider))
        }
        if old.maximum != new.maximum {
            let isWider = old.maximum.map { bound in new.maximum.map(bound.isBelow) ?? true } ?? false
            found.append(limit(.maximumChanged, old.maximum?.text("<"), new.maximum?.text("<"), isWider))
        }
        if Set(old.multiples) != Set(new.multiples) {
            found.append(
                SchemaChange(
                    .multipleChanged,
                    old: old.multiples.words,
                    new: new.multiples.words,
                    readers: new.fulfilsMultiples(of: old) ? .none : .breaks,
                    writers: old.fulfilsMultiples(of: new) ? .none : .breaks
                )
            )
        }
        return found
    }

    private func limit(
        _ kind: SchemaChange.Kind,
        _ old: String?,
        _ new: String?,
        _ isWider: Bool
    ) -> SchemaChange {
        SchemaChange(
            kind,
            old: old,
            new: new,
            readers: isWider ? .breaks : .none,
            writers: isWider ? .none : .breaks
        )
    }

    private mutating func stringChanges(_ old: StringShape, _ new: StringShape) -> [SchemaChange] {
        var found = sizeChanges(old.lengths, new.lengths, .minLengthChanged, .maxLengthChanged)
        if old.patterns != new.patterns {
            var change = SchemaChange(.patternChanged, old: old.patterns.words, new: new.patterns.words)
            change.readers = effect(ofLosing: old.patterns, keeping: new.patterns)
            change.writers = effect(ofLosing: new.patterns, keeping: old.patterns)
            if change.effect(on: .both) == .unclear { change.doubt = .pattern }
            found.append(change)
        }
        return found
    }

    private mutating func effect(ofLosing patterns: Set<String>, keeping others: Set<String>) -> Effect {
        let lost = patterns.filter { !reasoner.patterns(others, imply: $0) }
        guard !lost.isEmpty else { return .none }
        let isCertain = others.isEmpty || others.count == 1 && !reasoner.textsApart(others, lost).isEmpty
        return isCertain ? .breaks : .unclear
    }

    func sizeChanges(
        _ old: SizeRange,
        _ new: SizeRange,
        _ minimum: SchemaChange.Kind,
        _ maximum: SchemaChange.Kind
    ) -> [SchemaChange] {
        var found: [SchemaChange] = []
        if old.minimum != new.minimum {
            found.append(limit(minimum, "\(old.minimum)", "\(new.minimum)", new.minimum < old.minimum))
        }
        if old.maximum != new.maximum {
            let isWider = (new.maximum ?? .max) > (old.maximum ?? .max)
            found.append(limit(maximum, old.maximum.map { "\($0)" }, new.maximum.map { "\($0)" }, isWider))
        }
        return found
    }

    /// Names that no dialect defines only inform, but whoever makes code of a schema goes by them.
    private func formatChanges(_ old: Branch, _ new: Branch) -> [SchemaChange] {
        let oldNames = Set(old.all(.format).compactMap(\.value.string))
        let newNames = Set(new.all(.format).compactMap(\.value.string))
        guard oldNames != newNames else { return [] }
        var change = SchemaChange(.formatChanged, old: oldNames.words, new: newNames.words, readers: .notice)
        let (one, other) = (StringShape(old).formats, StringShape(new).formats)
        if one != other {
            change.readers = other.imply(one) ? .none : .breaks
            change.writers = one.imply(other) ? .none : .breaks
        }
        return [change]
    }
}

extension Shape {
    /// The part of one type; nil where there is none.
    fileprivate func limited(to type: TypeSet) -> Shape? {
        guard case .values(let values) = form else { return types.isDisjoint(with: type) ? nil : self }
        let rest = values.filter { type.contains($0.type) }
        return rest.isEmpty ? nil : Shape(form: .values(rest), branch: branch)
    }
}

extension [Shape] {
    /// All values, each once, where there are no others.
    fileprivate var constants: [Constant]? {
        var all: [Constant] = []
        for shape in self {
            guard case .values(let values) = shape.form else { return nil }
            all += values.filter { !all.contains($0) }
        }
        return all
    }
}

extension NumberShape.Bound {
    /// `>= 0`.
    fileprivate func text(_ sign: String) -> String {
        sign + (isExclusive ? " " : "= ") + value.canonicalText
    }
}

extension NumberShape {
    fileprivate func fulfilsMultiples(of other: NumberShape) -> Bool {
        let own = multiples + (types == .integer ? [ExactDecimal(Int64(1))] : [])
        return other.multiples.allSatisfy { divisor in own.contains { $0.isMultiple(of: divisor) } }
    }
}

extension Set<Format> {
    fileprivate func imply(_ others: Set<Format>) -> Bool {
        others.allSatisfy { other in contains { $0 == other || $0.implied.contains(other) } }
    }
}

extension TypeSet {
    /// `string or null`; `anything` for all types.
    var words: String { self == .all ? "anything" : isEmpty ? "nothing" : names.joined(separator: " or ") }
}

extension Set<String> {
    /// Nil for none.
    var words: String? { isEmpty ? nil : sorted().joined(separator: " and ") }
}

extension [Constant] {
    fileprivate var words: String {
        let shown = prefix(5).map(\.text).joined(separator: ", ")
        return count > 5 ? "\(shown), … (\(count))" : shown
    }
}

extension [ExactDecimal] {
    fileprivate var words: String? {
        isEmpty ? nil : sorted().map(\.canonicalText).joined(separator: " and ")
    }
}
