package import JSONCore
package import JSONSchema

/// A hostile schema or value, and what must come of the two in bounded time and stack.
package struct Probe: Sendable {
    /// Unique among ``all(size:)``.
    package let name: String

    /// JSON text, or what is to be refused as such.
    package let schema: String

    /// As `schema`.
    package let value: String

    /// What must come of them.
    package let expected: Outcome

    /// That of ``EvaluationLimits``, or less where that would be met only after seconds.
    private let maxSteps: Int

    /// Deepest nesting of both texts; that of ``ParseLimits`` unless the probe is about depth behind the parser.
    private let maxDepth: Int

    /// What came of a schema and a value.
    package enum Outcome: Equatable, Sendable {
        case verdict(Verdict)
        /// The schema's text, or the value's, is refused.
        case notRead(JSONError.Code)
        /// By its first problem.
        case notCompiled(SchemaError.Code)
    }

    init(
        _ name: String,
        _ schema: String,
        _ value: String,
        _ expected: Outcome,
        maxSteps: Int = EvaluationLimits().maxSteps,
        maxDepth: Int = ParseLimits().maxDepth
    ) {
        self.name = name
        self.schema = schema
        self.value = value
        self.expected = expected
        self.maxSteps = maxSteps
        self.maxDepth = maxDepth
    }

    /// All probes, with about so many members, items or schemas where there are many.
    package static func all(size: Int) -> [Probe] {
        references(size) + scopes(size) + depths + choices(size) + names(size) + objects(size)
            + numbers(size) + arrays(size) + enumerations(size)
    }

    /// Takes the steps from two texts to an explanation, each through `take`, as far as they go.
    ///
    /// - Returns: what came of them, and how many violations were explained.
    package func run(_ take: (Step, () -> Void) -> Void) -> (outcome: Outcome, violations: Int) {
        var course = Course(probe: self)
        for step in Step.allCases where course.outcome == nil || step == .explain && course.isJudged {
            take(step) { course.take(step) }
        }
        return (course.outcome ?? expected, course.violations)
    }

    /// What takes time.
    package enum Step: String, CaseIterable, Sendable {
        case readSchema = "read_schema"
        case compile
        case readValue = "read_value"
        case judge, explain
    }

    private struct Course {
        let probe: Probe
        var schemaDocument: JSONDocument?
        var schema: CompiledSchema?
        var value: JSONDocument?
        var outcome: Outcome?
        var violations = 0

        mutating func take(_ step: Step) {
            do {
                switch step {
                case .readSchema: schemaDocument = try read(probe.schema)
                case .compile: schema = try compile()
                case .readValue: value = try read(probe.value)
                case .judge: outcome = judge()
                case .explain: explain()
                }
            } catch let error as JSONError {
                outcome = .notRead(error.code)
            } catch let error as SchemaError {
                outcome = .notCompiled(error.problems[0].code)
            } catch {
                preconditionFailure("\(step) throws nothing else: \(error)")
            }
        }

        var isJudged: Bool { if case .verdict = outcome { true } else { false } }

        private func read(_ text: String) throws -> JSONDocument {
            try JSONDocument(text, limits: ParseLimits(maxDepth: probe.maxDepth))
        }

        private func compile() throws -> CompiledSchema? {
            var limits = EvaluationLimits()
            limits.maxSteps = probe.maxSteps
            return try schemaDocument.map { try CompiledSchema(compiling: $0, limits: limits) }
        }

        private func judge() -> Outcome? {
            guard let schema, let value else { return nil }
            return .verdict(schema.verdict(of: value.root))
        }

        private mutating func explain() {
            guard let schema, let value else { return }
            violations = schema.explain(value.root).violations.count
        }
    }
}

extension String {
    /// So many times `open`, then `inner`, then as many times `close`.
    static func nested(_ depth: Int, _ open: String, _ inner: String = "", close: String) -> String {
        String(repeating: open, count: depth) + inner + String(repeating: close, count: depth)
    }

    /// `[…]` of so many elements.
    static func array(_ count: Int, _ element: (Int) -> String) -> String { "[\(list(count, element))]" }

    /// `{…}` of so many members.
    static func object(_ count: Int, _ member: (Int) -> String) -> String { "{\(list(count, member))}" }

    static func list(_ count: Int, _ entry: (Int) -> String) -> String {
        (0..<count).map(entry).joined(separator: ",")
    }

    /// A name that begins and ends as all others do.
    static func withLikeEnds(_ number: Int) -> String {
        let digits = String(number)
        return "property" + String(repeating: "0", count: 8 - digits.count) + digits + "property"
    }
}
