import JSONCore
import JSONSchema
import Testing

struct OutputLimitTests {
    private func record(
        _ schema: String,
        _ value: String,
        for format: OutputFormat = .hierarchical,
        maxUnits: Int = OutputLimits().maxUnits,
        collectsAnnotations: Bool = true
    ) throws -> EvaluationRecord {
        var limits = OutputLimits()
        limits.maxUnits = maxUnits
        limits.collectsAnnotations = collectsAnnotations
        return try compile(schema).record(JSONDocument(value).root, for: format, limits: limits)
    }

    private let numbers = "[" + (0..<1_000).map(String.init).joined(separator: ",") + "]"

    @Test func `units past the limit are left out, which is told`() throws {
        let record = try record(#"{"items": {"title": "T"}}"#, numbers, for: .list, maxUnits: 10)
        #expect(record.verdict == .valid)
        #expect(record.isTruncated)
        #expect(record.root.details.count == 10)
        #expect(record.members(.list).contains { $0.0 == "truncated" && $0.1.compact == "true" })
    }

    @Test func `what is not left out is not said to be`() throws {
        let record = try record(#"{"items": {"title": "T"}}"#, numbers, for: .list, maxUnits: 2_000)
        #expect(!record.isTruncated)
        #expect(record.root.details.count == 1_000)
        #expect(!record.members(.list).contains { $0.0 == "truncated" })
    }

    @Test(arguments: OutputFormat.allCases)
    func `of a value that fails the errors are found behind any number of units`(
        _ format: OutputFormat
    ) throws {
        let record = try record(
            #"{"items": {"title": "T", "maximum": 998}}"#,
            numbers,
            for: format,
            maxUnits: 10
        )
        #expect(record.verdict == .invalid)
        #expect(!record.root.isValid)
        let failed = record.root.details.filter { !$0.isValid }
        #expect(failed.map(\.instanceLocation.description) == (format == .flag ? [] : ["/999"]))
    }

    @Test func `of the errors no more are kept than the limit`() throws {
        let record = try record(#"{"items": {"type": "null"}}"#, numbers, for: .list, maxUnits: 10)
        #expect(record.root.details.count == 10)
        #expect(record.isTruncated)
    }

    @Test func `a schema whose parts were left out has its own verdict`() throws {
        let schema = #"{"anyOf": [{"items": {"maximum": 998}}, {"title": "T"}]}"#
        let record = try record(schema, numbers, maxUnits: 10)
        #expect(record.verdict == .valid)
        #expect(record.root.details.first?.isValid == false)
        #expect(record.root.details.first?.errors.isEmpty == true)
    }

    @Test func `without annotations a value that conforms is only judged`() throws {
        let record = try record(#"{"items": {"title": "T"}}"#, "[1]", collectsAnnotations: false)
        #expect(record.root.isValid)
        #expect(record.root.all.count == 1)
        #expect(!record.isTruncated)
    }

    @Test func `without annotations the errors are the same`() throws {
        let record = try record(
            #"{"items": {"maximum": 1}}"#,
            "[1, 2]",
            for: .list,
            collectsAnnotations: false
        )
        #expect(record.root.details.map(\.instanceLocation.description) == ["/1"])
    }

    @Test func `units that say nothing are kept only where all are told`() throws {
        #expect(try record("{\"items\": true}", "[1, 2]").root.details.count == 2)
        #expect(try record("{\"items\": true}", "[1, 2]", for: .list).root.details.isEmpty)
    }

    @Test func `a limit of the evaluation is the error of the whole`() throws {
        var limits = EvaluationLimits()
        limits.maxDepth = 5
        let schema = try CompiledSchema(
            compiling: JSONDocument(##"{"items": {"$ref": "#"}, "title": "T"}"##),
            limits: limits
        )
        let value = try JSONDocument(String(repeating: "[", count: 50) + String(repeating: "]", count: 50))
            .root
        let record = schema.record(value, for: .list)
        #expect(record.verdict == .undecided(.depth(5)))
        #expect(!record.root.isValid)
        #expect(record.root.errors.map(\.kind) == [.limit(.depth(5))])
        #expect(record.root.details.isEmpty)
    }

    @Test func `a value that conforms is not gone through for violations`() throws {
        var limits = ExplanationLimits()
        limits.maxSteps = 0
        let schema = try compile(#"{"items": {"type": "integer"}}"#)
        let explanation = schema.explain(try JSONDocument("[1]").root, limits: limits, notes: false)
        #expect(explanation.violations.isEmpty)
        #expect(!explanation.isTruncated)
    }
}
