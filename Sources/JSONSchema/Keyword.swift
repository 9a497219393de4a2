/// The keywords of JSON Schema 2020-12 that the engine knows.
enum Keyword: UInt8, CaseIterable, Sendable {
    // Core; their names begin with a dollar sign.
    case schema, vocabulary, id, anchor, dynamicAnchor, ref, dynamicRef, defs, comment
    // Applicators.
    case allOf, anyOf, oneOf, not
    case `if`, then, `else`
    case dependentSchemas
    case prefixItems, items, contains
    case properties, patternProperties, additionalProperties, propertyNames
    // Unevaluated.
    case unevaluatedItems, unevaluatedProperties
    // Validation.
    case type, `enum`, const
    case multipleOf, maximum, exclusiveMaximum, minimum, exclusiveMinimum
    case maxLength, minLength, pattern
    case maxItems, minItems, uniqueItems, maxContains, minContains
    case maxProperties, minProperties, required, dependentRequired
    // Annotations only.
    case title, description, `default`, deprecated, readOnly, writeOnly, examples
    case format
    case contentEncoding, contentMediaType, contentSchema
    // Feedkeeper's own: the values of an open enum known so far.
    case knownValues

    /// The keyword as a schema writes it.
    var name: String { Self.names[Int(rawValue)] }

    private static let names = allCases.map { keyword in
        keyword == .knownValues
            ? "x-known-values" : keyword.vocabulary == .core ? "$\(keyword)" : "\(keyword)"
    }

    private static let byName = Dictionary(uniqueKeysWithValues: allCases.map { ($0.name, $0) })

    /// The keyword of that name, or nil: unknown members of a schema are annotations.
    static func named(_ name: String) -> Keyword? { byName[name] }

    /// How subschemas stand in the keyword's value.
    enum Subschemas {
        case none
        case one
        case list
        case byName
    }

    var subschemas: Subschemas {
        switch self {
        case .not, .if, .then, .else, .items, .contains, .additionalProperties, .propertyNames,
            .unevaluatedItems, .unevaluatedProperties, .contentSchema:
            .one
        case .allOf, .anyOf, .oneOf, .prefixItems: .list
        case .defs, .dependentSchemas, .properties, .patternProperties: .byName
        default: .none
        }
    }

    /// The vocabulary it belongs to; nil for what every dialect understands.
    var vocabulary: Vocabularies? {
        switch self {
        case .schema, .vocabulary, .id, .anchor, .dynamicAnchor, .ref, .dynamicRef, .defs, .comment: .core
        case .allOf, .anyOf, .oneOf, .not, .if, .then, .else, .dependentSchemas, .prefixItems, .items,
            .contains,
            .properties, .patternProperties, .additionalProperties, .propertyNames:
            .applicator
        case .unevaluatedItems, .unevaluatedProperties: .unevaluated
        case .type, .enum, .const, .multipleOf, .maximum, .exclusiveMaximum, .minimum, .exclusiveMinimum,
            .maxLength, .minLength, .pattern, .maxItems, .minItems, .uniqueItems, .maxContains, .minContains,
            .maxProperties, .minProperties, .required, .dependentRequired:
            .validation
        case .title, .description, .default, .deprecated, .readOnly, .writeOnly, .examples: .metaData
        case .format: .format
        case .contentEncoding, .contentMediaType, .contentSchema: .content
        case .knownValues: nil
        }
    }
}

/// The vocabularies of 2020-12 that a dialect uses.
struct Vocabularies: OptionSet, Sendable {
    let rawValue: UInt8

    static let core = Vocabularies(rawValue: 1 << 0)
    static let applicator = Vocabularies(rawValue: 1 << 1)
    static let unevaluated = Vocabularies(rawValue: 1 << 2)
    static let validation = Vocabularies(rawValue: 1 << 3)
    static let metaData = Vocabularies(rawValue: 1 << 4)
    static let format = Vocabularies(rawValue: 1 << 5)
    static let content = Vocabularies(rawValue: 1 << 6)
    /// Formats are asserted.
    static let formatAssertion = Vocabularies(rawValue: 1 << 7)
    /// The dialect 2020-12, in which formats are annotations.
    static let all = Vocabularies(rawValue: 0x7F)

    /// The vocabulary of that URI, or nil.
    init?(uri: String) {
        let prefix = "https://json-schema.org/draft/2020-12/vocab/"
        guard uri.hasPrefix(prefix) else { return nil }
        switch uri.dropFirst(prefix.count) {
        case "core": self = .core
        case "applicator": self = .applicator
        case "unevaluated": self = .unevaluated
        case "validation": self = .validation
        case "meta-data": self = .metaData
        case "format-annotation": self = .format
        case "format-assertion": self = [.format, .formatAssertion]
        case "content": self = .content
        default: return nil
        }
    }

    init(rawValue: UInt8) { self.rawValue = rawValue }
}
