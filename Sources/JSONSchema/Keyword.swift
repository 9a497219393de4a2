package import JSONCore

/// The keywords of JSON Schema that the engine knows, over all dialects.
package enum Keyword: UInt8, BitwiseCopyable, CaseIterable, Sendable {
    // Core; their names begin with a dollar sign.
    case schema, vocabulary, id, anchor, dynamicAnchor, ref, dynamicRef, defs, comment
    case recursiveAnchor, recursiveRef
    // Core, before the dollar sign.
    /// `id` as draft 4 spells it.
    case plainID
    case definitions
    // Applicators.
    case allOf, anyOf, oneOf, not
    case `if`, then, `else`
    case dependentSchemas, dependencies
    case prefixItems, items, additionalItems, contains
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
    // Feedkeeper's own: the member that tells which branch of `anyOf` an object is meant for.
    case discriminator

    /// The keyword as a schema writes it.
    package var name: String { Self.names[Int(rawValue)] }

    private static let names = allCases.map { keyword in
        switch keyword {
        case .knownValues: "x-known-values"
        case .discriminator: "x-discriminator"
        case .plainID: "id"
        case .definitions: "definitions"
        default: keyword.vocabulary == .core ? "$\(keyword)" : "\(keyword)"
        }
    }

    private static let table = KeywordTable()

    /// The keyword of that name, or nil: unknown members of a schema are annotations.
    package static func named(_ name: JSONString) -> Keyword? { table.keyword(name) }

    /// How subschemas stand in the keyword's value.
    package enum Subschemas {
        case none
        case one
        case list
        case oneOrList
        case byName
        /// A member may also be an array of names.
        case byNameOrNames
    }

    /// Where the subschemas are in its value.
    package var subschemas: Subschemas {
        switch self {
        case .not, .if, .then, .else, .additionalItems, .contains, .additionalProperties, .propertyNames,
            .unevaluatedItems, .unevaluatedProperties, .contentSchema:
            .one
        case .items: .oneOrList
        case .allOf, .anyOf, .oneOf, .prefixItems: .list
        case .defs, .definitions, .dependentSchemas, .properties, .patternProperties: .byName
        case .dependencies: .byNameOrNames
        default: .none
        }
    }

    /// The vocabulary it belongs to; nil for what every dialect understands.
    var vocabulary: Vocabularies? {
        switch self {
        case .schema, .vocabulary, .id, .anchor, .dynamicAnchor, .ref, .dynamicRef, .defs, .comment,
            .recursiveAnchor, .recursiveRef, .plainID, .definitions:
            .core
        case .allOf, .anyOf, .oneOf, .not, .if, .then, .else, .dependentSchemas, .dependencies, .prefixItems,
            .items, .additionalItems, .contains,
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
        case .knownValues, .discriminator: nil
        }
    }
}

/// Finds keywords by the bytes of their names: a string for each member of each schema would take most of the time of reading.
private struct KeywordTable {
    private var slots = [Keyword?](repeating: nil, count: 256)

    init() {
        for keyword in Keyword.allCases {
            let name = Array(keyword.name.utf8)
            var slot = Self.slot(name.count) { name[$0] }
            while slots[slot] != nil { slot = (slot + 1) % slots.count }
            slots[slot] = keyword
        }
    }

    func keyword(_ name: JSONString) -> Keyword? {
        guard name.count > 1 else { return nil }
        var slot = name.withUTF8 { text in Self.slot(text.count) { text[$0] } }
        while let keyword = slots[slot] {
            if name == keyword.name { return keyword }
            slot = (slot + 1) % slots.count
        }
        return nil
    }

    /// Where the search for a name of at least two bytes begins.
    private static func slot(_ count: Int, _ byte: (Int) -> UInt8) -> Int {
        (count &* 37 &+ Int(byte(0)) &* 5 &+ Int(byte(1)) &* 19 &+ Int(byte(count - 1)) &* 11) & 255
    }
}

/// The vocabularies of 2019-09 and 2020-12 that a meta-schema uses.
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
    ///
    /// `format` of 2019-09 asserts where it is required.
    init?(uri: String, isRequired: Bool) {
        let path = uri.hasPrefix(Self.prefix) ? uri.dropFirst(Self.prefix.count) : ""
        switch path {
        case "2020-12/vocab/core", "2019-09/vocab/core": self = .core
        case "2020-12/vocab/applicator": self = .applicator
        case "2020-12/vocab/unevaluated": self = .unevaluated
        case "2019-09/vocab/applicator": self = [.applicator, .unevaluated]
        case "2020-12/vocab/validation", "2019-09/vocab/validation": self = .validation
        case "2020-12/vocab/meta-data", "2019-09/vocab/meta-data": self = .metaData
        case "2020-12/vocab/format-annotation": self = .format
        case "2020-12/vocab/format-assertion": self = [.format, .formatAssertion]
        case "2019-09/vocab/format": self = isRequired ? [.format, .formatAssertion] : .format
        case "2020-12/vocab/content", "2019-09/vocab/content": self = .content
        default: return nil
        }
    }

    private static let prefix = "https://json-schema.org/draft/"

    init(rawValue: UInt8) { self.rawValue = rawValue }
}
