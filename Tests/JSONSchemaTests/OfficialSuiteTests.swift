import Foundation
import JSONCore
import JSONSchema
import Testing

/// The official JSON Schema test suite, when `JSON_SCHEMA_SUITE` names its folder.
struct OfficialSuiteTests {
    private static let suite = ProcessInfo.processInfo.environment["JSON_SCHEMA_SUITE"].map {
        URL(filePath: $0)
    }

    private static var files: [String] {
        guard let suite else { return [] }
        let folder = suite.appending(path: "tests/draft2020-12")
        let names = try? FileManager.default.contentsOfDirectory(atPath: folder.path)
        // A folder without tests fails in the test below.
        return (names ?? []).filter { $0.hasSuffix(".json") }.sorted()
    }

    @Test(.enabled(if: suite != nil, "set JSON_SCHEMA_SUITE to the folder of the official suite"))
    func `the suite's folder holds the required tests`() { #expect(Self.files.count >= 46) }

    @Test(
        .enabled(if: suite != nil, "set JSON_SCHEMA_SUITE to the folder of the official suite"),
        arguments: files
    )
    func `the required tests of 2020-12 pass`(_ file: String) throws {
        let suite = try #require(Self.suite)
        let registry = try remotes(suite)
        let document = try read(suite.appending(path: "tests/draft2020-12/\(file)"))
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

    private func remotes(_ suite: URL) throws -> SchemaRegistry {
        var registry = SchemaRegistry()
        let folder = suite.appending(path: "remotes/draft2020-12")
        for path in try FileManager.default.subpathsOfDirectory(atPath: folder.path)
        where path.hasSuffix(".json") {
            try registry.add(
                read(folder.appending(path: path)),
                at: "http://localhost:1234/draft2020-12/\(path)"
            )
        }
        return registry
    }

    private func read(_ file: URL) throws -> JSONDocument {
        try JSONDocument([UInt8](Data(contentsOf: file)))
    }
}
