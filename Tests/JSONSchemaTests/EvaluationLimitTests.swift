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
            ##"{"not": {"not": {"not": {"not": {"items": {"$ref": "#"}}}}}}"##
        )
        let text = String(repeating: "[", count: 1_000) + String(repeating: "]", count: 1_000)
        let document = try JSONDocument(text)
        #expect(schema.verdict(of: document.root) == .undecided(.depth(2_500)))
        #expect(schema.explain(document.root).violations.map(\.kind) == [.limit(.depth(2_500))])
    }

    @Test(arguments: [
        ##"{"not": {"items": {"$ref": "#"}}}"##, ##"{"items": {"$ref": "#"}}"##,
        ##"{"prefixItems": [{"$ref": "#"}]}"##,
        ##"{"contains": {"$ref": "#"}}"##, ##"{"unevaluatedItems": {"$ref": "#"}}"##,
    ])
    func `too many schemas inside each other end without a verdict`(_ text: String) throws {
        var limits = EvaluationLimits()
        limits.maxDepth = 100
        let schema = try CompiledSchema(compiling: JSONDocument(text), limits: limits)
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

    /// Schemas that judge each value on two ways, so that the ways double with each level.
    @Test(arguments: [
        ##"{"$ref": "#/$defs/n", "$defs": {"n": {"anyOf": [{"type": "array", "items": {"$ref": "#/$defs/n"}, "minItems": 0}, {"type": "array", "items": {"$ref": "#/$defs/n"}, "maxItems": 99}]}}}"##,
        ##"{"type": "array", "oneOf": [{"items": {"$ref": "#"}, "minItems": 0}, {"items": {"$ref": "#"}, "maxItems": 9}, {"items": {"$ref": "#"}, "maxItems": 1}]}"##,
        ##"{"type": "array", "allOf": [{"items": {"$ref": "#"}}, {"not": {"not": {"items": {"$ref": "#"}}}}]}"##,
        ##"{"type": "array", "contains": {"$ref": "#"}, "items": {"$ref": "#"}}"##,
        ##"{"type": "array", "if": {"items": {"$ref": "#"}}, "then": {"items": {"$ref": "#"}}, "else": {"items": {"$ref": "#"}}}"##,
    ])
    func `a recursive choice is judged in time by the document's length`(_ schema: String) throws {
        let compiled = try compile(schema)
        for depth in [24, 300] {
            let text = String(repeating: "[", count: depth) + "1" + String(repeating: "]", count: depth)
            #expect(try compiled.verdict(of: JSONDocument(text).root) == .invalid)
        }
        // The same memory serves the next document.
        #expect(try compiled.verdict(of: JSONDocument("1").root) == .invalid)
    }

    @Test func `a fan of references is judged in time by its length`() throws {
        let fans = (0..<100).map {
            ##""d\##($0)": {"allOf": [{"$ref": "#/$defs/d\##($0 + 1)"}, {"$ref": "#/$defs/d\##($0 + 1)"}]}"##
        }
        let fan =
            "{\"$ref\": \"#/$defs/d0\", \"$defs\": {" + fans.joined(separator: ",")
            + ", \"d100\": {\"const\": 1}}"
        let choice = fan.replacing("allOf", with: "anyOf")
        for schema in [fan + "}", choice + "}"] {
            #expect(try compile(schema).verdict(of: JSONDocument("1").root) == .valid)
            #expect(try compile(schema).verdict(of: JSONDocument("2").root) == .invalid)
        }
        var limits = EvaluationLimits()
        limits.maxSteps = 10_000
        // What a fan evaluated is gathered on each way.
        let marking = try CompiledSchema(
            compiling: JSONDocument(
                choice.replacing(##"{"const": 1}"##, with: ##"{"properties": {"a": true}}"##)
                    + ", \"unevaluatedProperties\": false}"
            ),
            limits: limits
        )
        #expect(try marking.verdict(of: JSONDocument("{}").root) == .undecided(.steps(10_000)))
        #expect(
            EvaluationLimit.steps(10_000).description == "judging takes more than the limit of 10000 steps"
        )
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
