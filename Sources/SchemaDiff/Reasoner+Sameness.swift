import JSONCore
import JSONSchema

extension Reasoner {
    /// Whether two conjunctions are written alike, apart from names and what only informs.
    func areSame(_ left: Conjunction, _ right: Conjunction) -> Bool {
        guard left.terms.count == right.terms.count else { return false }
        var sameness = Sameness(comparesAnnotations: false)
        return zip(left.terms, right.terms).allSatisfy { sameness.areSame($0, $1) }
    }

    /// Whether two keywords that are not understood say the same.
    func areSame(_ left: OpaqueKeyword, _ right: OpaqueKeyword) -> Bool {
        guard left.keyword == right.keyword, !left.dependsOnContext else { return false }
        var sameness = Sameness(comparesAnnotations: false)
        return left.related.allSatisfy { sameness.areSame($0, of: left.node, right.node) }
    }
}

/// Compares schemas as they are written; references are the same that lead to the same.
struct Sameness {
    /// Whether what only informs counts, too.
    let comparesAnnotations: Bool

    /// Pairs that were met; what is the same apart from them is the same.
    private var met: Set<[SchemaNode]> = []
    private var depth = 0

    /// Schemas that nest deeper are not called the same.
    private static let maxDepth = 150

    init(comparesAnnotations: Bool) { self.comparesAnnotations = comparesAnnotations }

    mutating func areSame(_ left: Term, _ right: Term) -> Bool {
        switch (left, right) {
        case (.schema(let one), .schema(let other)), (.plain(let one), .plain(let other)): areSame(one, other)
        default: left == right
        }
    }

    mutating func areSame(_ left: SchemaNode, _ right: SchemaNode) -> Bool {
        if left == right || !met.insert([left, right]).inserted { return true }
        guard depth < Self.maxDepth else { return false }
        depth += 1
        defer { depth -= 1 }
        guard left.value.kind == .object, right.value.kind == .object else {
            return left.value.equals(right.value)
        }
        let keywords = Set((left.keywords + right.keywords).map(\.keyword)).filter(counts)
        return left.dialect == right.dialect
            && keywords.allSatisfy { areSame($0, of: left, right) }
            && (!comparesAnnotations || haveSameExtras(left, right))
    }

    private func counts(_ keyword: Keyword) -> Bool {
        keyword.isAssertion || comparesAnnotations && keyword.isAnnotation
    }

    /// Whether a keyword has the same meaning in both, or is in neither.
    mutating func areSame(_ keyword: Keyword, of left: SchemaNode, _ right: SchemaNode) -> Bool {
        guard let one = left[keyword], let other = right[keyword] else {
            return left[keyword] == nil && right[keyword] == nil
        }
        switch keyword {
        case .ref:
            guard let one = left.target, let other = right.target else { return false }
            return areSame(one, other)
        case .dynamicRef, .recursiveRef:
            // Where they lead depends on the way there.
            return false
        default: return haveSameSchemas(keyword, left.sibling(one), right.sibling(other))
        }
    }

    private mutating func haveSameSchemas(_ keyword: Keyword, _ left: SchemaNode, _ right: SchemaNode) -> Bool
    {
        switch (keyword.subschemas, left.value.kind, right.value.kind) {
        case (.one, _, _), (.oneOrList, .object, .object), (.oneOrList, .boolean, .boolean):
            return areSame(left, right)
        case (.list, .array, .array), (.oneOrList, .array, .array):
            let pairs = zip(left.value.elements, right.value.elements)
            return left.value.count == right.value.count
                && pairs.allSatisfy { areSame(left.sibling($0), right.sibling($1)) }
        case (.byName, .object, .object), (.byNameOrNames, .object, .object):
            return left.value.count == right.value.count
                && left.value.members.allSatisfy { name, value in
                    guard let other = right.value[name.string] else { return false }
                    if value.kind == .array { return value.equals(other) }
                    return areSame(left.sibling(value), right.sibling(other))
                }
        default: return left.value.equals(right.value)
        }
    }

    /// Whether the members that are no keywords are equal.
    private func haveSameExtras(_ left: SchemaNode, _ right: SchemaNode) -> Bool {
        let (one, other) = (left.extras, right.extras)
        return one.count == other.count
            && one.allSatisfy { extra in
                other.contains { $0.name == extra.name && $0.value.equals(extra.value) }
            }
    }
}

extension SchemaNode {
    /// What stands in it and is no keyword.
    fileprivate var extras: [(name: String, value: JSONValue)] {
        value.members.filter { name, _ in Keyword.named(name) == nil }.map { ($0.string, $1) }
    }
}
