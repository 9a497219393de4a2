import JSONCore
import JSONSchema
import Testing

/// A schema, a value and the verdict on it.
struct SchemaCase: CustomTestStringConvertible, Sendable {
    let schema: String
    let value: String
    let isValid: Bool

    static func accepts(_ schema: String, _ values: String...) -> [SchemaCase] {
        values.map { SchemaCase(schema: schema, value: $0, isValid: true) }
    }

    static func refuses(_ schema: String, _ values: String...) -> [SchemaCase] {
        values.map { SchemaCase(schema: schema, value: $0, isValid: false) }
    }

    var testDescription: String { "\(schema) \(isValid ? "accepts" : "refuses") \(value)" }

    /// Expects the verdict from both modes, in a record, and of the text without a parse if there is one.
    func check(registry: SchemaRegistry = SchemaRegistry(), dialect: Dialect? = nil) throws {
        let compiled = try CompiledSchema(
            compiling: JSONDocument(schema),
            dialect: dialect,
            registry: registry
        )
        let document = try JSONDocument(value)
        #expect(compiled.verdict(of: document.root) == (isValid ? .valid : .invalid), "\(testDescription)")
        #expect(
            isValid || !compiled.certainlyAccepts(Array(value.utf8)),
            "\(testDescription) without a parse"
        )
        let explanation = compiled.explain(document.root)
        #expect(explanation.violations.isEmpty == isValid, "\(testDescription): \(explanation.violations)")
        #expect(compiled.record(document.root).root.isValid == isValid, "\(testDescription)")
    }
}

func compile(_ schema: String, registry: SchemaRegistry = SchemaRegistry()) throws -> CompiledSchema {
    try CompiledSchema(compiling: JSONDocument(schema), registry: registry)
}

/// The problems of a schema that must not compile.
func problems(_ schema: String, registry: SchemaRegistry = SchemaRegistry()) throws -> [SchemaError.Problem] {
    let document = try JSONDocument(schema)
    let error = #expect(throws: SchemaError.self) {
        try CompiledSchema(compiling: document, registry: registry)
    }
    return error?.problems ?? []
}
