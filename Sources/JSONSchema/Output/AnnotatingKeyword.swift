internal import JSONCore

/// A keyword of a schema that leaves an annotation with values that conform.
struct AnnotatingKeyword {
    /// What the annotation is.
    enum Source {
        case written(JSONValue)
        /// For strings only.
        case writtenForStrings(JSONValue)
        /// The names of the members that it was applied to.
        case names(Keyword)
        /// The position of the last item that it was applied to, or true for all.
        case lastPosition(Keyword)
        /// The positions of the items that conform.
        case positions(Keyword)
        /// Whether it was applied to any item.
        case any(Keyword)
    }

    let name: String
    let source: Source

    /// Those of a schema, in the order in which they are written.
    ///
    /// Up to draft 7 nothing says what unknown keywords and those that apply subschemas leave; later dialects do (2019-09 core
    /// §6.5, §9.3; 2020-12 core §6.5, §10.3, §11).
    static func all(in schema: JSONValue, _ language: Language) -> [AnnotatingKeyword] {
        if language.dialect.referencesStandAlone, schema[Keyword.ref.name] != nil { return [] }
        return schema.members.compactMap { name, value in
            let keyword = Keyword.named(name).flatMap { language.keywords.contains($0) ? $0 : nil }
            return source(of: keyword, value, in: schema, language.dialect)
                .map { AnnotatingKeyword(name: name.string, source: $0) }
        }
    }

    private static func source(
        of keyword: Keyword?,
        _ value: JSONValue,
        in schema: JSONValue,
        _ dialect: Dialect
    ) -> Source? {
        switch keyword {
        case .title, .description, .default, .deprecated, .readOnly, .writeOnly, .examples, .format:
            .written(value)
        case nil, .knownValues, .discriminator: dialect.collectsUnknown ? .written(value) : nil
        case .contentEncoding, .contentMediaType: .writtenForStrings(value)
        case .contentSchema: schema[Keyword.contentMediaType.name] == nil ? nil : .writtenForStrings(value)
        case let keyword?: dialect.collectsUnknown ? applied(keyword, value, dialect) : nil
        }
    }

    private static func applied(_ keyword: Keyword, _ value: JSONValue, _ dialect: Dialect) -> Source? {
        switch keyword {
        case .properties, .patternProperties, .additionalProperties, .unevaluatedProperties: .names(keyword)
        case .prefixItems: .lastPosition(keyword)
        case .items: value.kind == .array ? .lastPosition(keyword) : .any(keyword)
        case .additionalItems, .unevaluatedItems: .any(keyword)
        case .contains: dialect.containsEvaluates ? .positions(keyword) : nil
        default: nil
        }
    }
}

extension Dialect {
    /// Whether unknown keywords are annotations.
    fileprivate var collectsUnknown: Bool { self >= .draft201909 }
}
