internal import JSONCore

/// What JSON value a keyword takes, by its text for messages.
///
/// It is all that the meta-schemas say of many keywords; the compiler asks more of those that it reads.
enum KeywordForm: String, Sendable {
    case any = "any value"
    case string = "a string"
    case boolean = "a boolean"
    case number = "a number"
    case numberOrBoolean = "a number or a boolean"
    case array = "an array"
    case object = "an object"

    func allows(_ kind: JSONKind) -> Bool {
        switch self {
        case .any: true
        case .string: kind == .string
        case .boolean: kind == .boolean
        case .number: kind == .integer || kind == .number
        case .numberOrBoolean: kind == .integer || kind == .number || kind == .boolean
        case .array: kind == .array
        case .object: kind == .object
        }
    }
}

extension Keyword {
    /// The form of the keyword's value; `any` also where the value is checked when identifiers are read.
    var form: KeywordForm {
        switch self {
        case .comment, .title, .description, .format, .contentEncoding, .contentMediaType, .pattern, .ref,
            .dynamicRef, .recursiveRef, .discriminator:
            .string
        case .deprecated, .readOnly, .writeOnly, .uniqueItems: .boolean
        case .examples, .enum, .allOf, .anyOf, .oneOf, .prefixItems, .required, .knownValues: .array
        case .properties, .patternProperties, .defs, .definitions, .dependentSchemas, .dependentRequired,
            .dependencies, .vocabulary:
            .object
        case .multipleOf, .maximum, .minimum, .maxLength, .minLength, .maxItems, .minItems, .maxContains,
            .minContains, .maxProperties, .minProperties:
            .number
        case .exclusiveMaximum, .exclusiveMinimum: .numberOrBoolean
        default: .any
        }
    }
}
