import JSONCore
import JSONSchema

/// Values of one type, or a few single values, in a normal form: one part of a union.
struct Shape {
    enum Form {
        /// These and no others.
        case values([Constant])
        case number(NumberShape)
        case string(StringShape)
        case array(ArrayShape)
        case object(ObjectShape)
    }

    let form: Form

    /// What it was read from.
    let branch: Branch

    var types: TypeSet {
        switch form {
        case .values(let values): values.reduce(into: []) { $0.formUnion($1.type) }
        case .number(let number): number.types
        case .string: .string
        case .array: .array
        case .object: .object
        }
    }

    var object: ObjectShape? { if case .object(let object) = form { object } else { nil } }
}

/// Numbers in a range.
struct NumberShape {
    struct Bound: Equatable {
        let value: ExactDecimal
        let isExclusive: Bool
    }

    var types: TypeSet
    var minimum: Bound?
    var maximum: Bound?
    var multiples: [ExactDecimal] = []

    init(_ branch: Branch, _ types: TypeSet) {
        self.types = types
        for node in branch.nodes {
            let isBoolean = node.dialect.exclusionsAreBoolean
            for (keyword, value) in node.keywords {
                let exclusive =
                    isBoolean ? node[keyword == .minimum ? .exclusiveMinimum : .exclusiveMaximum] : nil
                guard let number = value.decimal else { continue }
                switch keyword {
                case .minimum: raise(to: Bound(value: number, isExclusive: exclusive?.bool == true))
                case .exclusiveMinimum: raise(to: Bound(value: number, isExclusive: true))
                case .maximum: lower(to: Bound(value: number, isExclusive: exclusive?.bool == true))
                case .exclusiveMaximum: lower(to: Bound(value: number, isExclusive: true))
                case .multipleOf: multiples.append(number)
                default: break
                }
            }
        }
        sharpen()
    }

    private mutating func raise(to bound: Bound) {
        if minimum.map({ bound.isAbove($0) }) ?? true { minimum = bound }
    }

    private mutating func lower(to bound: Bound) {
        if maximum.map({ bound.isBelow($0) }) ?? true { maximum = bound }
    }

    /// Of integers, a bound that is one itself is made inclusive.
    private mutating func sharpen() {
        guard types == .integer else { return }
        minimum = minimum?.closed(by: 1)
        maximum = maximum?.closed(by: -1)
    }

    /// The whole numbers in the range, where they are few and nothing else is in it.
    var fewIntegers: ClosedRange<Int64>? {
        guard types == .integer, let minimum, let maximum, !minimum.isExclusive, !maximum.isExclusive,
            let low = minimum.value.int64, let high = maximum.value.int64, low <= high
        else { return nil }
        let size = high.subtractingReportingOverflow(low)
        return !size.overflow && size.partialValue < 32 ? low...high : nil
    }

    var isEmpty: Bool {
        guard let minimum, let maximum else { return false }
        if minimum.value > maximum.value { return true }
        return minimum.value == maximum.value
            && (minimum.isExclusive || maximum.isExclusive || !minimum.value.isInteger && types == .integer)
    }
}

extension NumberShape.Bound {
    fileprivate func closed(by step: Int64) -> NumberShape.Bound {
        guard isExclusive, let whole = value.int64 else { return self }
        let next = whole.addingReportingOverflow(step)
        return next.overflow
            ? self : NumberShape.Bound(value: ExactDecimal(next.partialValue), isExclusive: false)
    }

    /// As a lower bound: whether it leaves less.
    func isAbove(_ other: NumberShape.Bound) -> Bool {
        value == other.value ? isExclusive && !other.isExclusive : value > other.value
    }

    /// As an upper bound: whether it leaves less.
    func isBelow(_ other: NumberShape.Bound) -> Bool {
        value == other.value ? isExclusive && !other.isExclusive : value < other.value
    }
}

/// How many there may be of something.
struct SizeRange: Equatable {
    var minimum = 0
    var maximum: Int?

    mutating func limit(from minimum: Int? = nil, to maximum: Int? = nil) {
        if let minimum { self.minimum = max(self.minimum, minimum) }
        if let maximum { self.maximum = min(self.maximum ?? maximum, maximum) }
    }

    var isEmpty: Bool { maximum.map { $0 < minimum } ?? false }

    func contains(_ other: SizeRange) -> Bool {
        guard minimum <= other.minimum else { return false }
        guard let maximum else { return true }
        return other.maximum.map { $0 <= maximum } ?? false
    }
}

extension SizeRange {
    init(_ branch: Branch, _ minimum: Keyword, _ maximum: Keyword) {
        for (_, value) in branch.all(minimum) { limit(from: value.size(roundedUp: true)) }
        for (_, value) in branch.all(maximum) { limit(to: value.size(roundedUp: false)) }
    }
}

extension JSONValue {
    /// A keyword's count, which may be written `2.0`; past all limits when it does not fit.
    fileprivate func size(roundedUp: Bool) -> Int? { decimal.map { $0.int64.map(Int.init) ?? Int.max } }
}

/// Strings by length, patterns and formats.
struct StringShape {
    /// In code points.
    let lengths: SizeRange
    let patterns: Set<String>
    let formats: Set<Format>

    init(_ branch: Branch) {
        lengths = SizeRange(branch, .minLength, .maxLength)
        patterns = Set(branch.all(.pattern).compactMap(\.value.string))
        formats = Set(
            branch.all(.format).compactMap { node, value in
                value.string.flatMap { Format.named($0, in: node.dialect) }
            }
        )
    }
}

/// Arrays by position.
struct ArrayShape {
    private struct Layer {
        var prefix: [Conjunction] = []
        var rest = Conjunction()
    }

    private let layers: [Layer]
    var counts: SizeRange
    let isUnique: Bool

    init(_ branch: Branch) {
        layers = branch.nodes.map(Self.layer)
        counts = SizeRange(branch, .minItems, .maxItems)
        isUnique = branch.all(.uniqueItems).contains { $0.value.bool == true }
    }

    private static func layer(_ node: SchemaNode) -> Layer {
        let old = node[.items].flatMap { $0.kind == .array ? $0 : nil }
        let list = node[.prefixItems] ?? old
        let rest = old == nil ? node[.items] : node[.additionalItems]
        return Layer(
            prefix: list?.elements.map { Conjunction(node.sibling($0)) } ?? [],
            rest: rest.map { Conjunction(node.sibling($0)) } ?? Conjunction()
        )
    }

    /// From here on all positions are alike.
    var prefixLength: Int { layers.map(\.prefix.count).max() ?? 0 }

    /// What stands at a position.
    func items(at position: Int) -> Conjunction {
        layers.reduce(Conjunction()) { all, layer in
            all.and(position < layer.prefix.count ? layer.prefix[position] : layer.rest)
        }
    }
}

/// Objects by member.
struct ObjectShape {
    private struct Layer {
        var members: [String: Conjunction] = [:]
        var patterns: [(pattern: String, value: Conjunction)] = []
        var rest = Conjunction()
    }

    private var layers: [Layer]

    /// Those that some schema describes, in the order in which they are met.
    private(set) var names: [String] = []

    var required: Set<String>
    var counts: SizeRange
    let dependents: [(name: String, needed: String)]
    let nameSchemas: [SchemaNode]

    init(_ branch: Branch) {
        layers = branch.nodes.map(Self.layer)
        required = Set(branch.all(.required).flatMap { $0.value.elements.compactMap(\.string) })
        counts = SizeRange(branch, .minProperties, .maxProperties)
        dependents = (branch.all(.dependentRequired) + branch.all(.dependencies)).flatMap { _, value in
            value.members.flatMap { name, needed in
                needed.elements.compactMap(\.string).map { (name.string, $0) }
            }
        }
        nameSchemas = branch.all(.propertyNames).map { $0.node.sibling($0.value) }
        for (_, value) in branch.all(.properties) {
            for (name, _) in value.members where !names.contains(name.string) { names.append(name.string) }
        }
    }

    private static func layer(_ node: SchemaNode) -> Layer {
        var layer = Layer()
        for (name, value) in node[.properties]?.members ?? .none(node.value) {
            layer.members[name.string] = Conjunction(node.sibling(value))
        }
        for (pattern, value) in node[.patternProperties]?.members ?? .none(node.value) {
            layer.patterns.append((pattern.string, Conjunction(node.sibling(value))))
        }
        layer.rest = node[.additionalProperties].map { Conjunction(node.sibling($0)) } ?? Conjunction()
        return layer
    }

    /// The patterns of names, each once.
    var patterns: Set<String> { Set(layers.flatMap { $0.patterns.map(\.pattern) }) }

    /// Whether some schema describes a member by its name.
    func describes(_ name: String) -> Bool { names.contains(name) }

    /// What a member's value fulfils whose name matches just these of the patterns; nil for any name that is not described.
    func member(_ name: String?, matching patterns: Set<String>) -> Conjunction {
        layers.reduce(Conjunction()) { all, layer in
            var found = layer.patterns.filter { patterns.contains($0.pattern) }.map(\.value)
            if let described = name.flatMap({ layer.members[$0] }) { found.append(described) }
            return found.isEmpty ? all.and(layer.rest) : found.reduce(all) { $0.and($1) }
        }
    }

    /// The objects among them in which one member is as the term says; it is required unless the term is that there is none.
    func narrowed(_ name: String, to term: Term) -> ObjectShape {
        var copy = self
        copy.layers.append(Layer(members: [name: Conjunction([term])]))
        if term != .nothing { copy.required.insert(name) }
        if !describes(name) { copy.names.append(name) }
        return copy
    }
}
