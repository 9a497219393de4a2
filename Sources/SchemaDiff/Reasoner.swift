import JSONCore
import JSONSchema

/// Decides about sets of values: whether one is empty, and whether one holds all of another.
///
/// Sets are never listed. What cannot be decided is said to be so; what is said to be included is.
struct Reasoner {
    /// What was found out about conjunctions.
    private var knownShapes: [Conjunction: [Shape]] = [:]

    /// Sets that are being tried for emptiness: a value that must hold itself has no end.
    private var emptiness: [Conjunction: Bool] = [:]
    private var emptinessDepth = 0

    var nameMatches: [NameAndPattern: Bool] = [:]
    var patternComparisons: [PatternPair: PatternLanguage.Comparison?] = [:]

    /// Pairs of which the first is in the second, unless what led to them fails (Amadio and Cardelli 1993).
    var assumed: [Pair] = []
    var isAssumed: Set<Pair> = []
    var refuted: [Pair: Inclusion] = [:]

    /// How many pairs were compared.
    var steps = 0
    var depth = 0

    struct Pair: Hashable {
        let inner: Conjunction
        let outer: Conjunction
    }

    struct NameAndPattern: Hashable {
        let name: String
        let pattern: String
    }

    // MARK: Shapes

    /// A conjunction as a union of shapes; those that are seen to be empty are left out.
    mutating func shapes(of conjunction: Conjunction) -> [Shape] {
        if let known = knownShapes[conjunction] { return known }
        let shapes = branches(of: conjunction).flatMap { self.shapes(of: $0) }
        knownShapes[conjunction] = shapes
        return shapes
    }

    private func shapes(of branch: Branch) -> [Shape] {
        if let values = branch.constants {
            return values.isEmpty ? [] : [Shape(form: .values(values), branch: branch)]
        }
        return branch.forms.map { Shape(form: $0, branch: branch) }
    }

    // MARK: Emptiness

    /// Past these nothing is certain.
    private static let maxEmptinessDepth = 100
    private static let maxEmptinessTries = 20_000

    /// Whether it is certain that no value fulfils a conjunction.
    mutating func isEmpty(_ conjunction: Conjunction) -> Bool {
        if conjunction.isTrivial { return false }
        if let known = emptiness[conjunction] { return known }
        guard emptinessDepth < Self.maxEmptinessDepth, emptiness.count < Self.maxEmptinessTries else {
            return false
        }
        emptinessDepth += 1
        defer { emptinessDepth -= 1 }
        // Not certain while it is being found out.
        emptiness[conjunction] = false
        let shapes = shapes(of: conjunction)
        let isEmpty = shapes.allSatisfy { self.isEmpty($0) }
        emptiness[conjunction] = isEmpty
        return isEmpty
    }

    mutating func isEmpty(_ shape: Shape) -> Bool {
        switch shape.form {
        case .values(let values): return values.isEmpty
        case .number(let number): return number.isEmpty
        case .string(let string): return string.lengths.isEmpty
        case .array(let array): return counts(of: array).isEmpty
        case .object(let object):
            if counts(of: object).isEmpty { return true }
            return object.required.contains { isEmpty(member($0, of: object)) }
        }
    }

    /// The lengths that arrays can have: none reaches a position that nothing may stand at.
    mutating func counts(of array: ArrayShape) -> SizeRange {
        var counts = array.counts
        let closed = (0...array.prefixLength).first { isEmpty(array.items(at: $0)) }
        counts.limit(to: closed)
        return counts
    }

    /// The numbers of members that objects can have.
    mutating func counts(of object: ObjectShape) -> SizeRange {
        var counts = object.counts
        counts.limit(from: object.required.count)
        if isClosed(object) {
            counts.limit(to: object.names.count { !isEmpty(member($0, of: object)) })
        }
        return counts
    }

    /// Whether no member may have a name that is not described.
    mutating func isClosed(_ object: ObjectShape) -> Bool {
        object.patterns.isEmpty && isEmpty(object.member(nil, matching: []))
    }

    /// What the value of a member fulfils.
    mutating func member(_ name: String, of object: ObjectShape) -> Conjunction {
        object.member(name, matching: object.patterns.filter { matches(name, $0) })
    }

    mutating func matches(_ name: String, _ pattern: String) -> Bool {
        let key = NameAndPattern(name: name, pattern: pattern)
        if let known = nameMatches[key] { return known }
        let isMatch = pattern.isPattern(of: name)
        nameMatches[key] = isMatch
        return isMatch
    }

    /// Whether it is certain that no value is in both shapes.
    mutating func areDisjoint(_ left: Shape, _ right: Shape) -> Bool {
        switch (left.form, right.form) {
        case (.values(let values), _): return values.allSatisfy { right.branch.accepts($0) == false }
        case (_, .values(let values)): return values.allSatisfy { left.branch.accepts($0) == false }
        case (.number(let one), .number(var both)):
            both.intersect(one)
            return both.types.isEmpty || both.isEmpty
        case (.string(let one), .string(let other)):
            var lengths = one.lengths
            lengths.limit(from: other.lengths.minimum, to: other.lengths.maximum)
            return lengths.isEmpty
        case (.array(let one), .array(let other)):
            var counts = counts(of: one)
            let limits = self.counts(of: other)
            counts.limit(from: limits.minimum, to: limits.maximum)
            return counts.isEmpty
        case (.object(let one), .object(let other)):
            return one.required.union(other.required).contains { name in
                isEmpty(member(name, of: one).and(member(name, of: other)))
            }
        default: return true
        }
    }
}

extension Branch {
    /// All values of the branch, where they are finite in number and few; nil where not, or where that is not certain.
    fileprivate var constants: [Constant]? {
        guard
            let candidates = nodes.lazy.compactMap(\.constants).first
                ?? only.map({ $0.sorted { $0.text < $1.text } })
        else { return nil }
        return accepted(candidates)
    }

    /// Without those that are certain not to fulfil it.
    private func accepted(_ candidates: [Constant]) -> [Constant] {
        candidates.filter { accepts($0) != false }
    }

    /// One form for each type, the types of finite many values together.
    fileprivate var forms: [Shape.Form] {
        let types = types
        var forms: [Shape.Form] = []
        let few = (types.contains(.null) ? [.null] : []) + (types.contains(.boolean) ? Constant.booleans : [])
        let values = accepted(few)
        if !values.isEmpty { forms.append(.values(values)) }
        if !types.isDisjoint(with: .number) { forms += form(NumberShape(self, types.intersection(.number))) }
        if types.contains(.string) { forms += form(StringShape(self)) }
        if types.contains(.array) { forms.append(.array(ArrayShape(self))) }
        if types.contains(.object) { forms.append(.object(ObjectShape(self))) }
        return forms
    }

    private func form(_ number: NumberShape) -> [Shape.Form] {
        guard let few = number.fewIntegers else { return number.isEmpty ? [] : [.number(number)] }
        let values = accepted(few.map(Constant.integer))
        return values.isEmpty ? [] : [.values(values)]
    }

    private func form(_ string: StringShape) -> [Shape.Form] {
        guard string.lengths == SizeRange(minimum: 0, maximum: 0) else {
            return string.lengths.isEmpty ? [] : [.string(string)]
        }
        let values = accepted([.emptyText])
        return values.isEmpty ? [] : [.values(values)]
    }
}

extension NumberShape {
    mutating func intersect(_ other: NumberShape) {
        types.formIntersection(other.types)
        if let bound = other.minimum, minimum.map({ bound.isAbove($0) }) ?? true { minimum = bound }
        if let bound = other.maximum, maximum.map({ bound.isBelow($0) }) ?? true { maximum = bound }
    }
}

extension String {
    /// Whether a schema's pattern, which this is, matches somewhere in a text.
    fileprivate func isPattern(of text: String) -> Bool {
        let schema = #"{"pattern": \#(JSONText.quoted(self))}"#
        do {
            let compiled = try CompiledSchema(compiling: JSONDocument(schema))
            return compiled.accepts(try JSONDocument(JSONText.quoted(text)))
        } catch {
            preconditionFailure("a pattern of a schema that compiles: \(self): \(error)")
        }
    }
}
