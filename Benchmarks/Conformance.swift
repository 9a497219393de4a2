import Foundation
import JSONCore
import JSONSchema

/// `benchmarks conformance SUITE [--dialect draft2020-12] [--formats]`: runs the official JSON Schema test suite.
///
/// With `--formats` it runs the tests of `optional/format` instead of the required ones, with formats asserted.
///
/// Prints passed, failed and skipped for each file and every failing case.
///
/// - Returns: 0 when all pass, 1 when a case fails, 2 for a mistake in the call.
func runConformance(arguments: [String]) -> Int32 {
    var arguments = arguments[...]
    var dialect = "draft2020-12"
    if let option = arguments.firstIndex(of: "--dialect"), option + 1 < arguments.endIndex {
        dialect = arguments[option + 1]
        arguments.removeSubrange(option...option + 1)
    }
    let testsFormats = arguments.contains("--formats")
    arguments.removeAll { $0 == "--formats" }
    guard let suite = arguments.first, arguments.count == 1 else {
        print("usage: benchmarks conformance SUITE [--dialect draft2020-12] [--formats]")
        return 2
    }
    do {
        var conformance = Conformance(
            suite: URL(filePath: suite),
            dialect: dialect,
            testsFormats: testsFormats
        )
        return try conformance.run() ? 0 : 1
    } catch {
        print("\(suite): \(error)")
        return 2
    }
}

/// One run over a dialect's tests.
private struct Conformance {
    let suite: URL
    let dialect: String
    let testsFormats: Bool
    private var passed = 0
    private var failures: [String] = []

    init(suite: URL, dialect: String, testsFormats: Bool) {
        self.suite = suite
        self.dialect = dialect
        self.testsFormats = testsFormats
    }

    mutating func run() throws -> Bool {
        let registry = try remotes()
        let folder = suite.appending(path: "tests/\(dialect)\(testsFormats ? "/optional/format" : "")")
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
            .filter { $0.pathExtension == "json" }.sorted { $0.path < $1.path }
        for file in files {
            let (before, failedBefore) = (passed, failures.count)
            try run(file, registry)
            let name = file.lastPathComponent.padding(toLength: 36, withPad: " ", startingAt: 0)
            print("\(name) \(passed - before) passed, \(failures.count - failedBefore) failed, 0 skipped")
        }
        for failure in failures { print("FAILED \(failure)") }
        print("\(dialect): \(passed) passed, \(failures.count) failed, 0 skipped")
        return failures.isEmpty
    }

    /// The suite's own documents, under the URIs it gives them; those of other dialects are not needed.
    private func remotes() throws -> SchemaRegistry {
        var registry = SchemaRegistry()
        let folder = suite.appending(path: "remotes/\(dialect)")
        let paths = try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter {
            $0.hasSuffix(".json")
        }
        for path in paths.sorted() {
            let document = try JSONDocument([UInt8](Data(contentsOf: folder.appending(path: path))))
            try registry.add(document, at: "http://localhost:1234/\(dialect)/\(path)")
        }
        return registry
    }

    private mutating func run(_ file: URL, _ registry: SchemaRegistry) throws {
        let document = try JSONDocument([UInt8](Data(contentsOf: file)))
        for group in document.root.elements {
            let name = "\(file.lastPathComponent): \(group["description"]?.string ?? "")"
            guard let schema = group["schema"], let tests = group["tests"] else { continue }
            let compiled = Result {
                try CompiledSchema(
                    compiling: JSONDocument(text(schema)),
                    registry: registry,
                    assertsFormats: testsFormats
                )
            }
            for test in tests.elements { run(test, compiled, name) }
        }
    }

    private mutating func run(_ test: JSONValue, _ schema: Result<CompiledSchema, any Error>, _ group: String)
    {
        let name = "\(group): \(test["description"]?.string ?? "")"
        guard let data = test["data"], let expected = test["valid"]?.bool else { return }
        switch schema {
        case .failure(let error): failures.append("\(name): \(error)")
        case .success(let schema):
            let verdict = schema.verdict(of: data)
            let explained = schema.explain(data)
            if verdict != (expected ? .valid : .invalid) {
                failures.append("\(name): expected valid = \(expected), got \(verdict)")
            } else if explained.violations.isEmpty != expected {
                failures.append("\(name): explained as \(explained.violations)")
            } else {
                passed += 1
            }
        }
    }

    private func text(_ value: JSONValue) -> [UInt8] {
        Array(value.document.bytes[value.document.sourceRange(at: value.index)])
    }
}
