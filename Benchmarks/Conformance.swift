import Foundation
import JSONCore
import JSONSchema
import OfficialSuite

/// `benchmarks conformance SUITE [--dialect NAME]`: runs the official JSON Schema test suite, all dialects or one.
///
/// Prints every case that has another verdict than expected, and totals for each dialect: the required tests, the optional
/// ones, those of formats with formats asserted, and the annotation tests; then those of the output tests.
///
/// - Returns: 0 when all verdicts are as expected, 1 when one is not, 2 for a mistake in the call.
func runConformance(arguments: [String]) -> Int32 {
    var arguments = arguments[...]
    var dialects = SuiteDialect.allCases
    if let option = arguments.firstIndex(of: "--dialect"), option + 1 < arguments.endIndex {
        dialects = SuiteDialect.allCases.filter { $0.rawValue == arguments[option + 1] }
        arguments.removeSubrange(option...option + 1)
    }
    guard let suite = arguments.first, arguments.count == 1, !dialects.isEmpty else {
        let names = SuiteDialect.allCases.map(\.rawValue).joined(separator: "|")
        print("usage: benchmarks conformance SUITE [--dialect \(names)]")
        return 2
    }
    do {
        var isRight = true
        for dialect in dialects {
            var conformance = Conformance(suite: URL(filePath: suite), dialect: dialect)
            if try !conformance.run() { isRight = false }
        }
        for release in OutputSuite.releases {
            let totals = try OutputSuite.run(release, in: URL(filePath: suite))
            for failure in totals.failures { print("FAILED \(release) output \(failure)") }
            print("\(release): output \(totals.text)")
            if !totals.failures.isEmpty { isRight = false }
        }
        return isRight ? 0 : 1
    } catch {
        print("\(suite): \(error)")
        return 2
    }
}

/// One run over a dialect's tests.
private struct Conformance {
    private let suite: URL
    private let dialect: SuiteDialect
    private var passed = 0
    private var failures: [String] = []

    /// Cases of ``knownFailures`` that failed.
    private var expectedFailures = 0

    init(suite: URL, dialect: SuiteDialect) {
        self.suite = suite
        self.dialect = dialect
    }

    /// Optional cases with another verdict than ours: dialect, file, group and name, as they are printed, and the reason.
    ///
    /// One that passes is a failure until it is taken out.
    private static let knownFailures: [String: String] = [:]

    mutating func run() throws -> Bool {
        let registry = try remotes()
        let required = try run(folder: "tests/\(dialect.rawValue)", registry)
        let optional = try run(folder: "tests/\(dialect.rawValue)/optional", registry)
        let formats = try run(
            folder: "tests/\(dialect.rawValue)/optional/format",
            registry,
            assertsFormats: true
        )
        let annotations = add(try AnnotationSuite.run(dialect, in: suite))
        for failure in failures { print("FAILED \(dialect.rawValue) \(failure)") }
        print(
            "\(dialect.rawValue): required \(required), optional \(optional), formats \(formats), annotations \(annotations)"
        )
        return failures.isEmpty
    }

    /// - Returns: the totals' text.
    private mutating func add(_ totals: SuiteTotals) -> String {
        passed += totals.passed
        failures += totals.failures
        return totals.text
    }

    /// - Returns: the folder's totals.
    private mutating func run(
        folder: String,
        _ registry: SchemaRegistry,
        assertsFormats: Bool = false
    ) throws -> String {
        let (passedBefore, failedBefore, expectedBefore) = (passed, failures.count, expectedFailures)
        let files = try FileManager.default.contentsOfDirectory(atPath: suite.appending(path: folder).path)
            .filter { $0.hasSuffix(".json") }.sorted()
        for file in files {
            try run(suite.appending(path: "\(folder)/\(file)"), registry, assertsFormats: assertsFormats)
        }
        let (right, wrong) = (passed - passedBefore, failures.count - failedBefore)
        let expected = expectedFailures - expectedBefore
        return "\(right)/\(right + wrong + expected)" + (expected > 0 ? " (\(expected) known)" : "")
    }

    /// The suite's own documents, under the URIs it gives them.
    private func remotes() throws -> SchemaRegistry {
        var registry = SchemaRegistry(defaultDialect: dialect.dialect)
        let isForeign = try Regex("^(draft[0-9-]+|v1)/")
        let paths = try FileManager.default.subpathsOfDirectory(atPath: suite.appending(path: "remotes").path)
            .filter { path in
                path.hasSuffix(".json")
                    && (path.hasPrefix(dialect.rawValue + "/") || path.prefixMatch(of: isForeign) == nil
                        || dialect.foreignRemotes.contains(path))
            }
        for path in paths.sorted() {
            let document = try JSONDocument(
                [UInt8](Data(contentsOf: suite.appending(path: "remotes/\(path)")))
            )
            try registry.add(document, at: "http://localhost:1234/\(path)")
        }
        return registry
    }

    private mutating func run(_ file: URL, _ registry: SchemaRegistry, assertsFormats: Bool) throws {
        let document = try JSONDocument([UInt8](Data(contentsOf: file)))
        for group in document.root.elements {
            let name = "\(file.lastPathComponent): \(group["description"]?.string ?? "")"
            guard let schema = group["schema"], let tests = group["tests"] else { continue }
            let compiled = Result {
                try CompiledSchema(
                    compiling: JSONDocument(text(schema)),
                    registry: registry,
                    assertsFormats: assertsFormats,
                    // Draft 7 leaves it open, and has optional tests for it; later dialects must not be swayed.
                    assertsContent: true
                )
            }
            for test in tests.elements { run(test, compiled, name) }
        }
    }

    private mutating func run(_ test: JSONValue, _ schema: Result<CompiledSchema, any Error>, _ group: String)
    {
        let name = "\(group): \(test["description"]?.string ?? "")"
        let reason = Self.knownFailures["\(dialect.rawValue) \(name)"]
        switch (mistake(in: test, schema), reason) {
        case (nil, nil): passed += 1
        case (.some, .some): expectedFailures += 1
        case (let mistake?, nil): failures.append("\(name): \(mistake)")
        case (nil, let reason?): failures.append("\(name): passes, though known as a failure: \(reason)")
        }
    }

    /// What is wrong with our answer, or nil.
    private func mistake(in test: JSONValue, _ schema: Result<CompiledSchema, any Error>) -> String? {
        guard let data = test["data"], let expected = test["valid"]?.bool else { return "not a test" }
        switch schema {
        case .failure(let error): return "\(error)"
        case .success(let schema):
            let verdict = schema.verdict(of: data)
            guard verdict == (expected ? .valid : .invalid) else {
                return "expected valid = \(expected), got \(verdict)"
            }
            let violations = schema.explain(data).violations
            return violations.isEmpty == expected ? nil : "explained as \(violations)"
        }
    }

    private func text(_ value: JSONValue) -> [UInt8] {
        Array(value.document.bytes[value.document.sourceRange(at: value.index)])
    }
}

extension SuiteTotals {
    fileprivate var text: String { "\(passed)/\(passed + failures.count)" }
}
