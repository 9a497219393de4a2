internal import JSONCore
internal import JSONSchema

/// What holds for every schema and value.
enum ValidateLaws {
    static func check(_ bytes: [UInt8]) throws(BrokenLaw) {
        let parts = bytes.split(
            separator: FuzzTarget.separator,
            maxSplits: 1,
            omittingEmptySubsequences: false
        )
        // What is no schema or no value is for the other targets.
        guard parts.count == 2, let document = try? JSONDocument(Array(parts[0])),
            let schema = try? CompiledSchema(compiling: document, assertsFormats: true)
        else { return }
        let value = try? JSONDocument(Array(parts[1]))
        try checkWalk(over: Array(parts[1]), value, schema)
        guard let value else { return }
        try check(value.root, schema)
    }

    /// What is accepted without a parse is JSON, and valid unless a limit leaves that open.
    private static func checkWalk(
        over text: [UInt8],
        _ value: JSONDocument?,
        _ schema: CompiledSchema
    ) throws(BrokenLaw) {
        guard schema.certainlyAccepts(text) else { return }
        guard let value else { throw BrokenLaw(law: "what is accepted without a parse is JSON") }
        try expect(schema.verdict(of: value.root) != .invalid, "what is accepted without a parse is valid")
    }

    static func check(_ value: JSONValue, _ schema: CompiledSchema) throws(BrokenLaw) {
        let verdict = schema.verdict(of: value)
        let explanation = schema.explain(value)
        try expect(schema.verdict(of: value) == verdict, "a verdict is the same again")
        switch verdict {
        case .valid:
            let limits = explanation.violations.compactMap(\.limit)
            try expect(
                limits.count == explanation.violations.count,
                "\(explanation.violations) of a valid value"
            )
        case .invalid: try expect(!explanation.violations.isEmpty, "something is wrong with an invalid value")
        case .undecided: break  // An explanation counts its steps in its own way, and may come to an end.
        }
        for violation in explanation.violations { try check(violation, of: value) }
    }

    private static func check(_ violation: Violation, of value: JSONValue) throws(BrokenLaw) {
        try expect(!violation.description.isEmpty, "a violation says what it is")
        let place = value.value(at: violation.value.pointer)
        let isName = if case .propertyName = violation.kind { true } else { false }
        try expect(
            isName || place?.index == violation.value.index,
            "\(violation) stands where its pointer leads"
        )
    }
}

extension Violation {
    fileprivate var limit: EvaluationLimit? { if case .limit(let limit) = kind { limit } else { nil } }
}
