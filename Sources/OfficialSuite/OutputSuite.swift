package import Foundation
import JSONCore
import JSONSchema

/// The suite's output tests: what the documents of the output formats must hold, as schemas for them.
package struct OutputSuite {
    /// The releases that have such tests.
    ///
    /// `v1` is not published. Its tests use keywords that mean the same in 2020-12, as which they are read.
    package static let releases = ["draft2019-09", "draft2020-12", "v1"]

    private static let v1 = """
        {"$id": "https://json-schema.org/v1", "$schema": "https://json-schema.org/draft/2020-12/schema"}
        """

    private let registry: SchemaRegistry
    private var totals = SuiteTotals()

    private init(_ folder: URL, _ dialect: Dialect) throws {
        var registry = SchemaRegistry(defaultDialect: dialect)
        try registry.add(JSONDocument(Self.v1), at: "https://json-schema.org/v1")
        try registry.add(suiteDocument(at: folder.appending(path: "output-schema.json")), at: "")
        self.registry = registry
    }

    /// Runs the tests of a release; each document counts.
    ///
    /// Formats are asserted in the documents, so that their pointers and URIs are well-formed, too.
    ///
    /// `suite` is the suite's folder.
    ///
    /// - Throws: what reading the files throws, and for a schema that does not compile.
    package static func run(_ release: String, in suite: URL) throws -> SuiteTotals {
        let folder = suite.appending(path: "output-tests/\(release)")
        var run = try OutputSuite(folder, release == "draft2019-09" ? .draft201909 : .draft202012)
        for (name, document) in try suiteFiles(in: folder.appending(path: "content")) {
            for group in document.root.elements {
                try run.run(group, "\(name): \(group["description"]?.string ?? "")")
            }
        }
        return run.totals
    }

    private mutating func run(_ group: JSONValue, _ name: String) throws {
        guard let schema = group["schema"], let tests = group["tests"] else { return }
        let compiled = try CompiledSchema(compiling: schema.alone, registry: registry)
        for test in tests.elements {
            guard let data = test["data"], let outputs = test["output"] else { continue }
            for (format, expected) in outputs.members {
                guard let format = OutputFormat(rawValue: format.string) else {
                    totals.failures.append("\(name): no format \(format.string)")
                    continue
                }
                let output = JSONOutput.object(compiled.record(data, for: format).members(format)).compact
                let document = try JSONDocument(output)
                let judge = try CompiledSchema(
                    compiling: expected.alone,
                    registry: registry,
                    assertsFormats: true
                )
                let violations = judge.violations(in: document.root)
                totals.expect(violations.isEmpty, "\(name): \(format): \(output): \(violations)")
            }
        }
    }
}
