package import JSONCore

/// One thing that is wrong with a value, as facts; the text is made in ``description``.
package struct Violation: Sendable {
    /// Which keyword is violated, with its facts.
    package let kind: Kind

    /// The value that is wrong; its pointer, line and offset come on demand.
    package let value: JSONValue

    /// The keyword, by the way the evaluation went: through `$ref` and the like.
    package let keywordLocation: JSONPointer

    /// The keyword, where it is written.
    package let schemaLocation: SchemaAddress

    /// For `anyOf` and `oneOf` without a branch that fits: the branches that came closest, equally close, not more than
    /// ``ExplanationLimits/maxClosestBranches``; for `propertyNames` its schema.
    package let closest: [FailedBranch]

    /// How many containers the value is in.
    let depth: Int

    /// The schema that the keyword stands in.
    let node: NodeID

    /// What is wrong, with what was expected.
    package enum Kind: Equatable, Sendable {
        case type(expected: [String], found: JSONKind)
        /// The schema is `false`: nothing may stand here.
        case falseSchema
        case constant(expected: String)
        /// The text of the allowed values, shortened.
        case enumeration(allowed: String)
        /// A member that chooses between branches has a value that none of them knows; the text of those they know, shortened.
        case unknownKind(known: String)
        /// A string that reads like an allowed one, and consists of other code points.
        case lookalike(expected: String, found: String)
        case minimum(limit: String)
        case exclusiveMinimum(limit: String)
        case maximum(limit: String)
        case exclusiveMaximum(limit: String)
        case multipleOf(divisor: String)
        /// In code points, as all lengths.
        case minLength(limit: Int, actual: Int)
        case maxLength(limit: Int, actual: Int)
        case pattern(String)
        /// The name, as the schema writes it.
        case format(String)
        /// The name, as the schema writes it.
        case contentEncoding(String)
        /// The name, as the schema writes it.
        case contentMediaType(String)
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

/// A schema of several that does not accept a value.
package struct FailedBranch: Sendable {
    /// In the array of `anyOf` or `oneOf`, from 0; 0 for the one schema of `propertyNames`.
    package let position: Int

    /// What is wrong with the value by this schema.
    package let violations: [Violation]
}

extension Violation {
    /// What is wrong by the one branch that came closest; empty when several are equally close.
    package var causes: [Violation] { closest.count == 1 ? closest[0].violations : [] }
}

/// Where a keyword or schema is written.
package struct SchemaAddress: Hashable, Sendable {
    /// Of the innermost resource around it.
    package let uri: String

    /// From that resource's root.
    package let pointer: JSONPointer

    package init(uri: String, pointer: JSONPointer) {
        self.uri = uri
        self.pointer = pointer
    }
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

extension Violation.Kind {
    /// What the schema asks for, in a few words.
    package var expected: String {
        switch self {
        case .type(let types, _): types.joined(separator: " or ")
        case .falseSchema: "nothing here"
        case .constant(let value): value
        case .enumeration(let values), .unknownKind(let values): "one of \(values)"
        case .lookalike(let text, _): Self.codePoints(of: text)
        case .minimum(let limit): "at least \(limit)"
        case .exclusiveMinimum(let limit): "more than \(limit)"
        case .maximum(let limit): "at most \(limit)"
        case .exclusiveMaximum(let limit): "less than \(limit)"
        case .multipleOf(let divisor): "a multiple of \(divisor)"
        case .minLength(let limit, _): "at least \(Self.counted(limit, "code point"))"
        case .maxLength(let limit, _): "at most \(Self.counted(limit, "code point"))"
        case .pattern(let pattern): "text that matches \(pattern)"
        case .format(let name): "text of the format \(name)"
        case .contentEncoding(let name): "text in the encoding \(name)"
        case .contentMediaType(let name): "text with content of the type \(name)"
        case .minItems(let limit, _): "at least \(Self.counted(limit, "item"))"
        case .maxItems(let limit, _): "at most \(Self.counted(limit, "item"))"
        case .uniqueItems: "items that all differ"
        case .contains(let minimum, let maximum, _): "\(Self.span(minimum, maximum)) of a kind"
        case .minProperties(let limit, _): "at least \(Self.counted(limit, "member"))"
        case .maxProperties(let limit, _): "at most \(Self.counted(limit, "member"))"
        case .required(let name): "the member \(JSONText.quoted(name))"
        case .dependentRequired(let trigger, let name):
            "the member \(JSONText.quoted(name)), which \(JSONText.quoted(trigger)) demands"
        case .additionalProperty(let name): "no member \(JSONText.quoted(name))"
        case .propertyName(let name): "another name than \(JSONText.quoted(name))"
        case .anyOf(let branches): "one of \(branches) alternatives"
        case .oneOf(_, let branches): "exactly one of \(branches) alternatives"
        case .not: "a value that is not of the excluded kind"
        case .limit(.depth(let limit)): "schemas that nest at most \(limit) deep on one value"
        case .limit(.steps(let limit)): "a value that is judged and explained within \(limit) steps"
        case .limit(.pattern): "a pattern that matches within the limit of steps"
        }
    }

    /// What stands there instead, where the value itself does not say it.
    package var found: String? {
        switch self {
        case .type(_, let kind): kind.rawValue
        case .lookalike(_, let text): Self.codePoints(of: text)
        case .minLength(_, let actual), .maxLength(_, let actual): Self.counted(actual, "code point")
        case .minItems(_, let actual), .maxItems(_, let actual), .contains(_, _, let actual): "\(actual)"
        case .minProperties(_, let actual), .maxProperties(_, let actual): "\(actual)"
        case .uniqueItems(let first, let second): "items \(first) and \(second) equal"
        case .required, .dependentRequired: "nothing"
        case .anyOf: "none that fits"
        case .oneOf(let matched, _):
            matched.isEmpty ? "none that fits" : "\(matched.count) that fit: \(matched)"
        default: nil
        }
    }

    private static func span(_ minimum: Int, _ maximum: Int) -> String {
        if maximum == .max { return "at least \(counted(minimum, "item"))" }
        return minimum == maximum ? counted(minimum, "item") : "\(minimum) to \(counted(maximum, "item"))"
    }

    private static func counted(_ number: Int, _ noun: String) -> String {
        "\(number) \(noun)\(number == 1 ? "" : "s")"
    }

    /// All but ASCII escaped as JSON does it, so that the difference shows.
    private static func codePoints(of text: String) -> String {
        let units = JSONText.quoted(String(text.prefix(60))).utf16.map { unit in
            UInt8(exactly: unit).flatMap { $0 < 0x7F ? String(UnicodeScalar($0)) : nil }
                ?? "\\u" + String(0x1_0000 | Int(unit), radix: 16).dropFirst()
        }
        let rest = text.dropFirst(60).isEmpty ? "" : "…"
        return "\(units.joined())\(rest) (\(counted(text.unicodeScalars.count, "code point")))"
    }
}

extension Violation.Kind: CustomStringConvertible {
    package var description: String { "expected \(expected)" + (found.map { ", found \($0)" } ?? "") }
}

/// Something that is valid and yet worth knowing.
package struct SchemaNote: Sendable {
    /// What is worth knowing.
    package enum Kind: Equatable, Sendable {
        /// A value outside `x-known-values`.
        case unknownValue
        /// A member that no schema for its object describes, though one names some.
        case unknownMember(String)
        /// A kind that the branches of an `x-discriminator` do not know; the value is the member that says it.
        case unknownVariant
        /// An integer that a reader made from the schema cannot hold.
        case integerOutOfRange(IntegerRange)
        /// An integer written with a fraction or an exponent.
        case integerAsDecimal
        /// A number with more digits than a double keeps.
        case precisionLost
        /// An integer past 2^53 that differs from the same digits in the text of a sibling, by the sibling's name.
        case roundedInteger(twin: String)
        /// Text that is not of the format its schema names.
        case otherFormat(String)
    }

    /// What is worth knowing, with its facts.
    package let kind: Kind

    /// The value; of a member, not its key.
    package let value: JSONValue

    let program: Program
    let node: NodeID

    /// The schema that names others.
    package var schemaLocation: SchemaAddress { program.address(of: node) }
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
