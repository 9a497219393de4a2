import Foundation
import JSONCore
import JSONSchema

/// `benchmarks schema SCHEMA INSTANCES.jsonl [MEASURE]`: speed from bytes to verdict, as one JSON object.
///
/// With a measure's name only that is taken, for a profiler to look at.
///
/// - Returns: 0, or 2 when the files cannot be read or the schema does not compile.
func runSchemaBenchmark(_ arguments: [String]) -> Int32 {
    do {
        let benchmark = try SchemaBenchmark(
            schema: [UInt8](Data(contentsOf: URL(filePath: arguments[0]))),
            instances: [UInt8](Data(contentsOf: URL(filePath: arguments[1])))
        )
        print(try benchmark.run(only: arguments.count > 2 ? arguments[2] : nil))
        return 0
    } catch {
        print("\(arguments[0]): \(error)")
        return 2
    }
}

/// Times the steps over one set of instances, on one thread and by its own CPU time.
private struct SchemaBenchmark {
    private let schemaText: [UInt8]
    private let texts: [[UInt8]]
    private let documents: [JSONDocument]
    private let schema: CompiledSchema
    private let firstCompileSeconds: Double

    init(schema text: [UInt8], instances: [UInt8]) throws {
        schemaText = text
        texts = instances.split(separator: UInt8(ascii: "\n")).map(Array.init)
        documents = try texts.map { try JSONDocument($0) }
        let start = Timing.threadSeconds()
        schema = try Self.compile(text)
        firstCompileSeconds = Timing.threadSeconds() - start
    }

    func run(only name: String?) throws -> String {
        let measures: [(name: String, take: () throws -> Double)] = [
            ("first_compile_ms", { 1000 * firstCompileSeconds }),
            ("compile_ms", { try 1000 * Timing.seconds { _ = try Self.compile(schemaText) } }),
            ("parse_mb_s", { try megabytesPerSecond { for text in texts { _ = try JSONDocument(text) } } }),
            ("verdict_mb_s", { megabytesPerSecond { for document in documents { judge(document) } } }),
            (
                "bytes_to_verdict_mb_s",
                {
                    try megabytesPerSecond {
                        for text in texts { Timing.sink(try schema.verdict(ofText: text) == .valid) }
                    }
                }
            ),
            ("explained_mb_s", { megabytesPerSecond { for document in documents { explain(document) } } }),
            ("with_notes_mb_s", { megabytesPerSecond { for document in documents { note(document) } } }),
        ]
        let taken = try measures.filter { name == nil || $0.name == name }.map { measure in
            "\"\(measure.name)\": \(Timing.text(try measure.take()))"
        }
        let valid = documents.count { schema.accepts($0) }
        return "{\"valid\": \(valid), \(taken.joined(separator: ", "))}"
    }

    private static func compile(_ text: [UInt8]) throws -> CompiledSchema {
        try CompiledSchema(compiling: JSONDocument(text))
    }

    private func judge(_ document: JSONDocument) { Timing.sink(schema.accepts(document)) }

    private func explain(_ document: JSONDocument) {
        Timing.sink(schema.violations(in: document.root).isEmpty)
    }

    private func note(_ document: JSONDocument) {
        Timing.sink(schema.explain(document.root).notes.isEmpty)
    }

    private func megabytesPerSecond(_ pass: () throws -> Void) rethrows -> Double {
        let byteCount = texts.reduce(0) { $0 + $1.count }
        return try Double(byteCount) / Timing.seconds(pass) / 1e6
    }
}
