/// A published version of JSON Schema, older ones first.
package enum Dialect: UInt8, CaseIterable, Sendable {
    case draft4, draft6, draft7, draft201909, draft202012

    /// The dialect that a `$schema` names, with or without the empty fragment; nil for any other URI.
    package init?(metaSchema uri: String) {
        let name = Substring(uri.utf8.last == UInt8(ascii: "#") ? uri.utf8.dropLast() : uri.utf8[...])
        guard let dialect = Self.allCases.first(where: { name == $0.metaSchema }) else { return nil }
        self = dialect
    }

    /// What people call it: `draft7`, `2020-12`.
    package var name: String {
        switch self {
        case .draft4: "draft4"
        case .draft6: "draft6"
        case .draft7: "draft7"
        case .draft201909: "2019-09"
        case .draft202012: "2020-12"
        }
    }

    /// The URI of its meta-schema, without fragment.
    package var metaSchema: String {
        switch self {
        case .draft4: "http://json-schema.org/draft-04/schema"
        case .draft6: "http://json-schema.org/draft-06/schema"
        case .draft7: "http://json-schema.org/draft-07/schema"
        case .draft201909: "https://json-schema.org/draft/2019-09/schema"
        case .draft202012: "https://json-schema.org/draft/2020-12/schema"
        }
    }

    /// The keyword that gives a schema a URI of its own.
    var identifier: Keyword { self == .draft4 ? .plainID : .id }

    /// Whether the fragment of an identifier is an anchor; later there is `$anchor`, and a fragment is a mistake.
    var identifiersHoldAnchors: Bool { self < .draft201909 }

    /// Whether nothing counts beside a `$ref` (draft 7 core §8.3).
    package var referencesStandAlone: Bool { self < .draft201909 }

    /// Whether an integer is a number written without fraction and exponent (draft 4 core §3.5); later `1.0` is one.
    var integersAreLiteral: Bool { self == .draft4 }

    /// Whether `exclusiveMinimum` and `exclusiveMaximum` are booleans beside `minimum` and `maximum`.
    package var exclusionsAreBoolean: Bool { self == .draft4 }

    /// Whether an array of schemas under `items` stands for the items one by one, and `additionalItems` for the rest.
    var itemsMayBeList: Bool { self < .draft202012 }

    /// Whether items that `contains` found count as evaluated.
    var containsEvaluates: Bool { self == .draft202012 }
}

extension Dialect: Comparable {
    package static func < (left: Dialect, right: Dialect) -> Bool { left.rawValue < right.rawValue }
}

extension Keyword {
    /// The dialects that give the keyword its meaning.
    ///
    /// `definitions` and `dependencies` are kept by the newer meta-schemas, for schemas that grew up with them.
    var dialects: ClosedRange<Dialect> {
        switch self {
        case .plainID: .draft4 ... .draft4
        case .id, .const, .contains, .propertyNames, .examples: .draft6 ... .draft202012
        case .if, .then, .else, .comment, .readOnly, .writeOnly, .contentEncoding, .contentMediaType:
            .draft7 ... .draft202012
        case .vocabulary, .anchor, .defs, .dependentRequired, .dependentSchemas, .minContains, .maxContains,
            .unevaluatedItems, .unevaluatedProperties, .deprecated, .contentSchema:
            .draft201909 ... .draft202012
        case .recursiveRef, .recursiveAnchor: .draft201909 ... .draft201909
        case .dynamicRef, .dynamicAnchor, .prefixItems: .draft202012 ... .draft202012
        case .additionalItems: .draft4 ... .draft201909
        default: .draft4 ... .draft202012
        }
    }
}

/// What a schema is written in: a dialect, and those of its keywords that the meta-schema's vocabularies leave.
struct Language: Sendable {
    let dialect: Dialect
    let keywords: KeywordSet

    /// Whether its vocabularies demand that formats are asserted.
    let assertsFormats: Bool

    init(_ dialect: Dialect, vocabularies: Vocabularies = .all) {
        self.dialect = dialect
        assertsFormats = vocabularies.contains(.formatAssertion)
        keywords = KeywordSet(
            Keyword.allCases.filter { keyword in
                keyword.dialects.contains(dialect)
                    && (keyword.vocabulary.map(vocabularies.contains) ?? true)
            }
        )
    }

    /// A dialect's own language, with all its vocabularies.
    static func standard(_ dialect: Dialect) -> Language { all[Int(dialect.rawValue)] }

    private static let all = Dialect.allCases.map { Language($0) }
}

/// A set of keywords, tested for each member of each schema.
package struct KeywordSet: Sendable {
    private var bits: UInt128 = 0

    init(_ keywords: [Keyword]) {
        for keyword in keywords { insert(keyword) }
    }

    mutating func insert(_ keyword: Keyword) { bits |= 1 << UInt128(keyword.rawValue) }

    package func contains(_ keyword: Keyword) -> Bool { bits >> UInt128(keyword.rawValue) & 1 == 1 }

    func isDisjoint(with other: KeywordSet) -> Bool { bits & other.bits == 0 }
}
