package import JSONCore

/// One thing that is wrong with a value, as facts; the text is made in ``description``.
package struct Violation: Sendable {
    package let kind: Kind

    /// The value that is wrong; its pointer, line and offset come on demand.
    package let value: JSONValue

    /// The keyword, by the way the evaluation went: through `$ref` and the like.
    package let keywordLocation: JSONPointer

    /// The keyword, where it is written.
    package let schemaLocation: SchemaAddress

    /// For `anyOf` and `oneOf`: what is wrong by the branch that came closest.
    package let causes: [Violation]

    /// How many containers the value is in.
    let depth: Int

    /// What is wrong, with what was expected.
    package enum Kind: Equatable, Sendable {
        case type(expected: [String], found: JSONKind)
        /// The schema is `false`: nothing may stand here.
        case falseSchema
        case constant(expected: String)
        /// The text of the allowed values, shortened.
        case enumeration(allowed: String)
        case minimum(limit: String)
        case exclusiveMinimum(limit: String)
        case maximum(limit: String)
        case exclusiveMaximum(limit: String)
        case multipleOf(divisor: String)
        /// In code points, as all lengths.
        case minLength(limit: Int, actual: Int)
        case maxLength(limit: Int, actual: Int)
        case pattern(String)
        case minItems(limit: Int, actual: Int)
        case maxItems(limit: Int, actual: Int)
        /// Positions of two equal items.
        case uniqueItems(first: Int, second: Int)
        case contains(minimum: Int, maximum: Int, actual: Int)
        case minProperties(limit: Int, actual: Int)
        case maxProperties(limit: Int, actual: Int)
        case required(missing: String)
        case dependentRequired(trigger: String, missing: String)
        /// A member that the schema does not allow.
        case additionalProperty(String)
        /// The member's name does not conform; ``Violation/causes`` say why.
        case propertyName(String)
        case anyOf(branches: Int)
        case oneOf(matched: [Int], branches: Int)
        case not
        /// An evaluation limit stopped the explanation.
        case limit(EvaluationLimit)
    }
}

/// Where a keyword or schema is written.
package struct SchemaAddress: Hashable, Sendable {
    /// Of the innermost resource around it.
    package let uri: String

    /// From that resource's root.
    package let pointer: JSONPointer
}

extension SchemaAddress: CustomStringConvertible {
    package var description: String { "\(uri)#\(pointer)" }
}

extension Violation: CustomStringConvertible {
    package var description: String {
        let place = value.pointer.description
        return "\(place.isEmpty ? "the value" : place): \(kind) (\(schemaLocation))"
    }
}

extension Violation.Kind: CustomStringConvertible {
    package var description: String {
        switch self {
        case .type(let expected, let found):
            "expected \(expected.joined(separator: " or ")), found \(found.rawValue)"
        case .falseSchema: "nothing is allowed here"
        case .constant(let expected): "expected \(expected)"
        case .enumeration(let allowed): "expected one of \(allowed)"
        case .minimum(let limit): "expected at least \(limit)"
        case .exclusiveMinimum(let limit): "expected more than \(limit)"
        case .maximum(let limit): "expected at most \(limit)"
        case .exclusiveMaximum(let limit): "expected less than \(limit)"
        case .multipleOf(let divisor): "expected a multiple of \(divisor)"
        case .minLength(let limit, let actual): "expected at least \(limit) characters, found \(actual)"
        case .maxLength(let limit, let actual): "expected at most \(limit) characters, found \(actual)"
        case .pattern(let pattern): "expected text that matches \(pattern)"
        case .minItems(let limit, let actual): "expected at least \(limit) items, found \(actual)"
        case .maxItems(let limit, let actual): "expected at most \(limit) items, found \(actual)"
        case .uniqueItems(let first, let second): "items \(first) and \(second) are equal"
        case .contains(let minimum, let maximum, let actual):
            "expected \(Self.span(minimum, maximum)) items of a kind, found \(actual)"
        case .minProperties(let limit, let actual): "expected at least \(limit) members, found \(actual)"
        case .maxProperties(let limit, let actual): "expected at most \(limit) members, found \(actual)"
        case .required(let missing): "the member \(JSONText.quoted(missing)) is missing"
        case .dependentRequired(let trigger, let missing):
            "the member \(JSONText.quoted(missing)) is missing, which \(JSONText.quoted(trigger)) demands"
        case .additionalProperty(let name): "the member \(JSONText.quoted(name)) is not allowed"
        case .propertyName(let name): "the name \(JSONText.quoted(name)) is not allowed"
        case .anyOf(let branches): "none of \(branches) alternatives fits"
        case .oneOf(let matched, let branches):
            matched.isEmpty
                ? "none of \(branches) alternatives fits"
                : "\(matched.count) of \(branches) alternatives fit, where one may: \(matched)"
        case .not: "the value is of the kind that is excluded"
        case .limit(.depth(let limit)): "schemas nest deeper than the limit of \(limit) on this value"
        case .limit(.steps(let limit)):
            "the value does not conform; why was not found within \(limit) steps or the limit of depth"
        case .limit(.pattern): "matching a pattern takes more steps than the limit"
        }
    }

    private static func span(_ minimum: Int, _ maximum: Int) -> String {
        maximum == .max
            ? "at least \(minimum)" : minimum == maximum ? "\(minimum)" : "\(minimum) to \(maximum)"
    }
}

/// Something that is valid and yet worth knowing.
package struct SchemaNote: Sendable {
    package enum Kind: Equatable, Sendable {
        /// A value outside `x-known-values`.
        case unknownValue
        /// A member that no schema for its object describes, though one names some.
        case unknownMember(String)
    }

    package let kind: Kind

    /// The value; of a member, not its key.
    package let value: JSONValue

    /// The schema that names others.
    package let schemaLocation: SchemaAddress
}

/// Everything there is to say about a value.
package struct Explanation: Sendable {
    /// None exactly when the value conforms.
    package internal(set) var violations: [Violation] = []

    /// Of the parts that conform.
    package internal(set) var notes: [SchemaNote] = []

    /// Whether more would have been said without the limit.
    package internal(set) var isTruncated = false
}
