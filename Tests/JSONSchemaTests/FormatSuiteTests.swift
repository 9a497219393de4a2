import Foundation
import JSONCore
import JSONSchema
import Testing

/// The optional format tests of the official suite, for every edition, when `JSON_SCHEMA_SUITE` names its folder.
struct FormatSuiteTests {
    private static let suite = ProcessInfo.processInfo.environment["JSON_SCHEMA_SUITE"].map {
        URL(filePath: $0)
    }

    private static let folders: [(edition: Dialect, name: String, cases: Int)] = [
        (.draft4, "draft4", 219), (.draft6, "draft6", 325), (.draft7, "draft7", 676),
        (.draft201909, "draft2019-09", 757), (.draft202012, "draft2020-12", 764),
    ]

    @Test(
        .enabled(if: suite != nil, "set JSON_SCHEMA_SUITE to the folder of the official suite"),
        arguments: folders
    )
    func `the functions alone give the suite's verdicts`(
        _ folder: (edition: Dialect, name: String, cases: Int)
    ) throws {
        var count = 0
        try forEachCase(in: folder.name) { schema, value, isValid, name in
            count += 1
            let format = schema["format"]?.string.flatMap { Format.named($0, in: folder.edition) }
            let accepts = value.utf8?.withUTF8 { format?.accepts($0) ?? true } ?? true
            #expect(accepts == isValid, "\(name)")
        }
        #expect(count >= folder.cases)
    }

    @Test(.enabled(if: suite != nil, "set JSON_SCHEMA_SUITE to the folder of the official suite"))
    func `a schema of 2020-12 that asserts formats gives the suite's verdicts in both modes`() throws {
        try forEachCase(in: "draft2020-12") { schema, value, isValid, name in
            let text = schema.document.excerpt(schema.document.sourceRange(at: schema.index))
            let compiled = try CompiledSchema(compiling: JSONDocument(text), assertsFormats: true)
            #expect(compiled.accepts(value) == isValid, "\(name)")
            #expect(compiled.explain(value).violations.isEmpty == isValid, "\(name)")
        }
    }

    private func forEachCase(
        in folder: String,
        _ body: (_ schema: JSONValue, _ value: JSONValue, _ isValid: Bool, _ name: String) throws -> Void
    ) throws {
        let folder = try #require(Self.suite).appending(path: "tests/\(folder)/optional/format")
        for file in try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() {
            let document = try JSONDocument([UInt8](Data(contentsOf: folder.appending(path: file))))
            for group in document.root.elements {
                for test in try #require(group["tests"]).elements {
                    let name = "\(file): \(test["description"]?.string ?? "")"
                    let schema = try #require(group["schema"])
                    try body(schema, #require(test["data"]), test["valid"]?.bool == true, name)
                }
            }
        }
    }
}
