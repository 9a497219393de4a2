import JSONCore
import JSONSchema
import Testing

struct EvaluationLimitTests {
    @Test func `a document of the deepest nesting is judged`() throws {
        let schema = try compile(
            ##"{"anyOf": [{"type": "array", "items": {"$ref": "#"}}, {"type": "null"}]}"##
        )
        let text = String(repeating: "[", count: 1_000) + String(repeating: "]", count: 1_000)
        #expect(try schema.verdict(of: JSONDocument(text).root) == .valid)
        let wrong = String(repeating: "[", count: 999) + "1" + String(repeating: "]", count: 999)
        #expect(try schema.verdict(of: JSONDocument(wrong).root) == .invalid)
        #expect(try schema.violations(in: JSONDocument(wrong).root).map(\.kind) == [.anyOf(branches: 2)])
    }

    @Test func `the deepest evaluation that the limits allow fits the stack`() throws {
        let schema = try compile(
            ##"{"allOf": [{"allOf": [{"allOf": [{"allOf": [{"items": {"$ref": "#"}}]}]}]}]}"##
        )
        let text = String(repeating: "[", count: 1_000) + String(repeating: "]", count: 1_000)
        let document = try JSONDocument(text)
        #expect(schema.verdict(of: document.root) == .undecided(.depth(2_500)))
        #expect(schema.explain(document.root).violations.map(\.kind) == [.limit(.depth(2_500))])
    }

    @Test func `too many schemas inside each other end without a verdict`() throws {
        var limits = EvaluationLimits()
        limits.maxDepth = 100
        let schema = try CompiledSchema(
            compiling: JSONDocument(##"{"not": {"items": {"$ref": "#"}}}"##),
            limits: limits
        )
        let text = String(repeating: "[", count: 200) + String(repeating: "]", count: 200)
        let document = try JSONDocument(text)
        #expect(schema.verdict(of: document.root) == .undecided(.depth(100)))
        #expect(!schema.accepts(document))
        #expect(schema.violations(in: document.root).map(\.kind) == [.limit(.depth(100))])
    }

    @Test func `a schema as deep as a document may be compiles and judges`() throws {
        let schema =
            String(repeating: "{\"allOf\": [", count: 490) + "{\"type\": \"null\"}"
            + String(repeating: "]}", count: 490)
        let compiled = try compile(schema)
        #expect(try compiled.accepts(JSONDocument("null")))
        #expect(try compiled.violations(in: JSONDocument("1").root).count == 1)
    }

    @Test func `explaining a recursive choice is bounded and still says what is wrong`() throws {
        let schema = try compile(
            ##"{"anyOf": [{"type": "array", "items": {"$ref": "#"}, "minItems": 0}, {"items": {"$ref": "#"}, "maxItems": 9, "type": "array"}]}"##
        )
        let value = try JSONDocument(
            String(repeating: "[", count: 12) + "1" + String(repeating: "]", count: 12)
        )
        var limits = ExplanationLimits()
        limits.maxBranchSteps = 100
        let explanation = schema.explain(value.root, limits: limits)
        #expect(explanation.isTruncated)
        #expect(explanation.violations.map(\.kind) == [.anyOf(branches: 2)])
        limits.maxSteps = 0
        #expect(schema.explain(value.root, limits: limits).violations.map(\.kind) == [.limit(.steps(0))])
    }

    @Test func `a schema that doubles its work with each level ends without a verdict, and says so`() throws {
        var limits = EvaluationLimits()
        limits.maxApplications = 1_000
        let schema = try CompiledSchema(
            compiling: JSONDocument(
                ##"{"anyOf": [{"type": "array", "items": {"$ref": "#"}}, {"type": "array", "items": {"$ref": "#"}, "maxItems": 9}]}"##
            ),
            limits: limits
        )
        let document = try JSONDocument(
            String(repeating: "[", count: 60) + "1" + String(repeating: "]", count: 60)
        )
        let limit = limits.maxApplications + limits.applicationsPerWord * document.tape.endIndex
        #expect(schema.verdict(of: document.root) == .undecided(.applications(limit)))
        #expect(!schema.accepts(document))
        #expect(schema.violations(in: document.root).map(\.kind) == [.limit(.applications(limit))])
        #expect(EvaluationLimit.applications(limit).description.contains("the limit of \(limit)"))
    }

    @Test func `the limit on applied schemas grows with the document`() throws {
        var limits = EvaluationLimits()
        (limits.maxApplications, limits.applicationsPerWord) = (0, 4)
        let schema = try CompiledSchema(
            compiling: JSONDocument(#"{"items": {"allOf": [{"minimum": 0}]}}"#),
            limits: limits
        )
        let text = "[" + String(repeating: "1,", count: 10_000) + "1]"
        #expect(try schema.verdict(of: JSONDocument(text).root) == .valid)
        #expect(try schema.verdict(of: JSONDocument(text).root) == .valid, "each verdict has its own count")
    }

    @Test func `one schema serves many threads`() async throws {
        let schema = try compile(
            #"{"items": {"pattern": "^a+$"}, "uniqueItems": true, "unevaluatedItems": false}"#
        )
        let verdicts = try await withThrowingTaskGroup(of: Bool.self) { group in
            for number in 0..<64 {
                group.addTask {
                    let document = try JSONDocument(number % 2 == 0 ? "[\"a\", \"aa\"]" : "[\"a\", \"b\"]")
                    return (0..<200).allSatisfy { _ in schema.accepts(document) == (number % 2 == 0) }
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(verdicts.allSatisfy { $0 })
    }
}
