import JSONCore
import JSONSchema

extension Reasoner {
    // MARK: Arrays

    mutating func isIncluded(_ inner: ArrayShape, in outer: ArrayShape) -> Inclusion {
        let innerCounts = counts(of: inner)
        let outerCounts = SizeRange(minimum: outer.counts.minimum, maximum: counts(of: outer).maximum)
        guard outerCounts.contains(innerCounts) else { return .excluded }
        if outer.isUnique, !inner.isUnique, innerCounts.maximum ?? .max > 1 {
            // Items of one schema can be equal.
            return inner.prefixLength == 0 ? .excluded : .unclear(.keyword("uniqueItems"))
        }
        // Beyond both prefixes all positions are alike.
        let last = max(inner.prefixLength, outer.prefixLength)
        let positions = 0...min(last, max(0, (innerCounts.maximum ?? .max) - 1))
        return .all(positions) { position in
            if innerCounts.maximum == 0 { return .included }
            return isIncluded(inner.items(at: position), in: outer.items(at: position))
        }
    }

    // MARK: Objects

    mutating func isIncluded(_ inner: ObjectShape, in outer: ObjectShape) -> Inclusion {
        guard outer.required.isSubset(of: inner.required) else { return .excluded }
        guard fits(inner, outer.counts) else { return .excluded }
        return named(inner, outer)
            .and { unnamed(inner, outer) }
            .and { dependents(inner, outer) }
            .and { nameSchemas(inner, outer) }
    }

    private mutating func fits(_ inner: ObjectShape, _ counts: SizeRange) -> Bool {
        counts.contains(self.counts(of: inner))
    }

    /// The members that one of both describes.
    private mutating func named(_ inner: ObjectShape, _ outer: ObjectShape) -> Inclusion {
        let names = inner.names + outer.names.filter { !inner.describes($0) }
        return .all(names) { name in
            let value = member(name, of: inner)
            if isEmpty(value) { return .included }
            return isIncluded(value, in: member(name, of: outer))
        }
    }

    /// More patterns than this are not told apart.
    private static let maxPatterns = 4

    /// The members that none describes: by which patterns their names match.
    private mutating func unnamed(_ inner: ObjectShape, _ outer: ObjectShape) -> Inclusion {
        let patterns = inner.patterns.union(outer.patterns).sorted()
        guard patterns.count <= Self.maxPatterns else { return .unclear(.tooLarge) }
        return .all(0..<(1 << patterns.count)) { number in
            let matching = Set(patterns.indices.filter { number >> $0 & 1 == 1 }.map { patterns[$0] })
            let value = inner.member(nil, matching: matching)
            if isEmpty(value) { return .included }
            let isCertain = patterns.isEmpty || matching.count == 1
            // There may be no name that matches just these.
            return isIncluded(value, in: outer.member(nil, matching: matching)).unless(
                isCertain ? nil : .names
            )
        }
    }

    private mutating func dependents(_ inner: ObjectShape, _ outer: ObjectShape) -> Inclusion {
        .all(outer.dependents) { dependent in
            let isSaid = inner.dependents.contains { $0 == dependent }
            if isSaid || inner.required.contains(dependent.needed) { return .included }
            return isEmpty(member(dependent.name, of: inner))
                ? .included
                : Inclusion.excluded.unless(inner.dependents.isEmpty ? nil : .keyword("dependentRequired"))
        }
    }

    private mutating func nameSchemas(_ inner: ObjectShape, _ outer: ObjectShape) -> Inclusion {
        .all(outer.nameSchemas) { schema in
            let isSaid = inner.nameSchemas.contains { areSame(Conjunction($0), Conjunction(schema)) }
            if isSaid { return .included }
            let names = inner.names.filter { !isEmpty(member($0, of: inner)) }
            let described = Inclusion.all(names) {
                Inclusion(schema.side.accepts(Constant.string($0).value, by: schema))
            }
            return described.and { isClosed(inner) ? .included : .unclear(.keyword("propertyNames")) }
        }
    }

    // MARK: Splitting

    private static let maxParts = 64

    /// The objects of a shape told apart by a member that others choose by.
    ///
    /// A part for each value that they name, one for all other values, one without the member. Nil where the others do not choose by one member.
    mutating func parts(of shape: Shape, toFit others: [Shape]) -> [Shape]? {
        guard let object = shape.object else { return nil }
        let names = others.compactMap(\.object).flatMap(\.names)
        for name in names {
            let values = others.compactMap(\.object).reduce(into: Set<Constant>()) { values, other in
                values.formUnion(choice(name, of: other))
            }
            guard !values.isEmpty, values.count <= Self.maxParts, !isChosen(name, of: object) else {
                continue
            }
            let terms = values.sorted { $0.text < $1.text }.map { Term.only([$0]) } + [.except(values)]
            let isRequired = object.required.contains(name)
            return (isRequired ? terms : terms + [.nothing]).map { term in
                Shape(form: .object(object.narrowed(name, to: term)), branch: shape.branch)
            }
        }
        return nil
    }

    /// The values that a member is chosen from, or that it must not have.
    private mutating func choice(_ name: String, of object: ObjectShape) -> Set<Constant> {
        guard object.describes(name) else { return [] }
        let shapes = shapes(of: member(name, of: object))
        return shapes.reduce(into: []) { values, shape in
            if case .values(let constants) = shape.form { values.formUnion(constants) }
            values.formUnion(shape.branch.except)
        }
    }

    /// Whether a member has one value already.
    private mutating func isChosen(_ name: String, of object: ObjectShape) -> Bool {
        guard object.required.contains(name) else { return false }
        let shapes = shapes(of: member(name, of: object))
        guard shapes.count == 1, case .values(let values) = shapes[0].form else { return false }
        return values.count == 1
    }
}
