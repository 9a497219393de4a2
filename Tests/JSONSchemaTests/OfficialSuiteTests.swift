import Foundation
import JSONCore
import JSONSchema
import Testing

/// The official JSON Schema test suite, when `JSON_SCHEMA_SUITE` names its folder.
struct OfficialSuiteTests {
    private static let suite = ProcessInfo.processInfo.environment["JSON_SCHEMA_SUITE"].map {
        URL(filePath: $0)
    }

    private static let dialects: [String: (dialect: Dialect, required: Int)] = [
        "draft2020-12": (.draft202012, 46), "draft2019-09": (.draft201909, 46), "draft7": (.draft7, 37),
        "draft6": (.draft6, 36), "draft4": (.draft4, 30),
    ]

    private static var files: [String] {
        dialects.keys.sorted().flatMap { name in files(of: name).map { "\(name)/\($0)" } }
    }

    private static func files(of dialect: String) -> [String] {
        guard let suite else { return [] }
        let folder = suite.appending(path: "tests/\(dialect)")
        let names = try? FileManager.default.contentsOfDirectory(atPath: folder.path)
        // A folder without tests fails in the test below.
        return (names ?? []).filter { $0.hasSuffix(".json") }.sorted()
    }

    @Test(.enabled(if: suite != nil, "set JSON_SCHEMA_SUITE to the folder of the official suite"))
    func `the suite's folders hold the required tests`() {
        for (name, facts) in Self.dialects { #expect(Self.files(of: name).count >= facts.required) }
    }

    @Test(
        .enabled(if: suite != nil, "set JSON_SCHEMA_SUITE to the folder of the official suite"),
        arguments: files
    )
    func `the required tests of every dialect pass`(_ file: String) throws {
        let suite = try #require(Self.suite)
        let name = String(file.prefix { $0 != "/" })
        let registry = try remotes(suite, name, #require(Self.dialects[name]).dialect)
        let document = try read(suite.appending(path: "tests/\(file)"))
        for group in document.root.elements {
            let schema = try #require(group["schema"])
            let text = document.excerpt(document.sourceRange(at: schema.index))
            for test in try #require(group["tests"]).elements {
                let value = try #require(test["data"])
                let example = SchemaCase(
                    schema: text,
                    value: document.excerpt(document.sourceRange(at: value.index)),
                    isValid: test["valid"]?.bool == true
                )
                try example.check(registry: registry)
            }
        }
    }

    /// The documents for all dialects and those for this one, which alone may share their identifiers.
    private func remotes(_ suite: URL, _ name: String, _ dialect: Dialect) throws -> SchemaRegistry {
        var registry = SchemaRegistry(defaultDialect: dialect)
        let folder = suite.appending(path: "remotes")
        for path in try FileManager.default.subpathsOfDirectory(atPath: folder.path)
        where path.hasSuffix(".json") && (path.hasPrefix(name + "/") || !isOfOneDialect(path)) {
            try registry.add(read(folder.appending(path: path)), at: "http://localhost:1234/\(path)")
        }
        return registry
    }

    private func isOfOneDialect(_ path: String) -> Bool { path.hasPrefix("draft") || path.hasPrefix("v1/") }

    private func read(_ file: URL) throws -> JSONDocument {
        try JSONDocument([UInt8](Data(contentsOf: file)))
    }
}
