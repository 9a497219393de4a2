import JSONCore
import JSONSchema

extension Reasoner {
    private static let maxSteps = 50_000
    private static let maxDepth = 150

    /// Whether every value of `inner` is one of `outer`.
    ///
    /// - Complexity: O(schema of one × schema of the other) for schemas without alternatives; limited.
    mutating func isIncluded(_ inner: Conjunction, in outer: Conjunction) -> Inclusion {
        if outer.isTrivial { return .included }
        let pair = Pair(inner: inner.resolved, outer: outer.resolved)
        if isAssumed.contains(pair) { return .included }
        if let known = refuted[pair] { return known }
        guard steps < Self.maxSteps, depth < Self.maxDepth else { return .unclear(.tooLarge) }
        steps += 1
        depth += 1
        defer { depth -= 1 }
        let mark = assumed.count
        assume(pair)
        let result = areSame(inner, outer) ? .included : decide(inner, outer)
        if result != .included {
            // What was found on the way may rest on this pair.
            for wrong in assumed[mark...] { isAssumed.remove(wrong) }
            assumed.removeSubrange(mark...)
            refuted[pair] = result
        }
        return result
    }

    private mutating func assume(_ pair: Pair) {
        assumed.append(pair)
        isAssumed.insert(pair)
    }

    private mutating func decide(_ inner: Conjunction, _ outer: Conjunction) -> Inclusion {
        let outerShapes = shapes(of: outer)
        let innerShapes = shapes(of: inner)
        return .all(innerShapes) { isCovered($0, by: outerShapes, outer) }
    }

    private mutating func isCovered(
        _ shape: Shape,
        by shapes: [Shape],
        _ outer: Conjunction,
        splits: Int = 0
    ) -> Inclusion {
        if isEmpty(shape) { return .included }
        let doubt = shape.branch.opaque.first.map { Doubt.keyword($0.keyword.name) }
        if case .values(let values) = shape.form {
            return .all(values) { Inclusion(outer.accepts($0)) }
        }
        var unclear: Inclusion?
        var overlapping: [Shape] = []
        var last = Inclusion.excluded
        for candidate in shapes where !areDisjoint(shape, candidate) {
            last = isIncluded(shape, in: candidate)
            if last == .included { return last }
            if case .unclear = last { unclear = last }
            overlapping.append(candidate)
        }
        if overlapping.count <= 1 { return last.unless(doubt) }
        if let parts = parts(of: shape, toFit: overlapping), splits < 2 {
            return .all(parts) { isCovered($0, by: overlapping, outer, splits: splits + 1) }.unless(doubt)
        }
        return unclear ?? .unclear(.alternatives)
    }

    /// Whether every value of a shape is one of `outer`.
    mutating func isIncluded(_ shape: Shape, in outer: Conjunction) -> Inclusion {
        isCovered(shape, by: shapes(of: outer), outer)
    }

    /// Whether a shape is in one other.
    mutating func isIncluded(_ inner: Shape, in outer: Shape) -> Inclusion {
        let form: Inclusion
        switch (inner.form, outer.form) {
        case (.number(let one), .number(let other)): form = isIncluded(one, in: other)
        case (.string(let one), .string(let other)):
            form = isIncluded(one, inner.branch, in: other, outer.branch)
        case (.array(let one), .array(let other)): form = isIncluded(one, in: other)
        case (.object(let one), .object(let other)): form = isIncluded(one, in: other)
        case (_, .values): form = .unclear(.tooLarge)
        default: return .excluded
        }
        return form.and { exceptions(of: outer.branch, beside: inner.branch) }
            .and { unknowns(of: outer.branch, beside: inner.branch) }
    }

    /// What the outer one leaves out the inner one must, too.
    private func exceptions(of outer: Branch, beside inner: Branch) -> Inclusion {
        .all(outer.except.sorted { $0.text < $1.text }) { value in
            Inclusion(inner.accepts(value).map { !$0 })
        }
    }

    /// A keyword that is not understood is fulfilled where the inner one has the same.
    private mutating func unknowns(of outer: Branch, beside inner: Branch) -> Inclusion {
        .all(outer.opaque) { unknown in
            let isSame = inner.opaque.contains { areSame($0, unknown) }
            return isSame ? .included : .unclear(.keyword(unknown.keyword.name))
        }
    }

    // MARK: Numbers

    private func isIncluded(_ inner: NumberShape, in outer: NumberShape) -> Inclusion {
        Inclusion(inner.types.isSubset(of: outer.types))
            .and { range(inner, outer) }
            .and { .all(outer.multiples) { isMultiple(inner, of: $0) } }
    }

    private func range(_ inner: NumberShape, _ outer: NumberShape) -> Inclusion {
        let isLow = outer.minimum.map { bound in inner.minimum.map(bound.isAbove) ?? true } ?? false
        let isHigh = outer.maximum.map { bound in inner.maximum.map(bound.isBelow) ?? true } ?? false
        guard isLow || isHigh else { return .included }
        // The first integer above 0.5 is 1: what other bounds say of integers is not worked out.
        let isSharp = inner.types.contains(.fraction) || inner.hasWholeBounds && outer.hasWholeBounds
        return isSharp && inner.multiples.isEmpty ? .excluded : .unclear(.multiples)
    }

    private func isMultiple(_ inner: NumberShape, of divisor: ExactDecimal) -> Inclusion {
        let own = inner.multiples + (inner.types == .integer ? [ExactDecimal(Int64(1))] : [])
        if own.contains(where: { $0.isMultiple(of: divisor) }) { return .included }
        let isEndless = inner.minimum == nil || inner.maximum == nil
        return isEndless && inner.multiples.isEmpty ? .excluded : .unclear(.multiples)
    }

    // MARK: Strings

    private mutating func isIncluded(
        _ inner: StringShape,
        _ innerBranch: Branch,
        in outer: StringShape,
        _ outerBranch: Branch
    ) -> Inclusion {
        let isFree = inner.patterns.isEmpty && inner.formats.isEmpty
        let isFitting = outer.lengths.contains(inner.lengths)
        let hasPatterns = outer.patterns.allSatisfy { patterns(inner.patterns, imply: $0) }
        let hasFormats = outer.formats.allSatisfy { format in
            inner.formats.contains { $0 == format || $0.implied.contains(format) }
        }
        if isFitting, hasPatterns, hasFormats { return .included }
        if !isFitting, isFree { return .excluded }
        let apart = textsApart(inner.patterns, outer.patterns).map(Constant.string)
        let refutes = (Self.probes + apart).contains {
            innerBranch.accepts($0) == true && outerBranch.accepts($0) == false
        }
        return refutes ? .excluded : .unclear(.pattern)
    }

    /// Texts that tell many patterns and formats apart.
    private static let probes = [
        "", " ", "a", "A", "0", "-", "aa", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", "a b", "1.5", "é", "日本", "😀",
        "2024-02-29", "2024-02-29T12:00:00Z", "12:00:00Z", "P1D", "a@b.example", "é@b.example", "b.example",
        "bücher.example", "192.0.2.1", "2001:db8::1", "https://b.example/a", "https://b.example/é", "a/b",
        "é/b",
        "https://b.example/{a}", "/a/b", "1/a", "123e4567-e89b-12d3-a456-426614174000", "(",
    ].map(Constant.string)
}

extension NumberShape {
    fileprivate var hasWholeBounds: Bool {
        [minimum, maximum].allSatisfy { $0.map { $0.value.isInteger && !$0.isExclusive } ?? true }
    }
}

extension Format {
    /// Formats that hold all of this one's texts.
    var implied: [Format] {
        switch self {
        case .email: [.idnEmail]
        case .uri: [.uriReference, .iri, .iriReference]
        case .uriReference, .iri: [.iriReference]
        default: []
        }
    }
}
