import Foundation
import JSONCore
import JSONSchema

/// `benchmarks schema SCHEMA INSTANCES.jsonl`: speed from bytes to verdict, as one JSON object.
///
/// - Returns: 0, or 2 when the files cannot be read or the schema does not compile.
func runSchemaBenchmark(schemaPath: String, instancesPath: String) -> Int32 {
    do {
        let benchmark = try SchemaBenchmark(
            schema: [UInt8](Data(contentsOf: URL(filePath: schemaPath))),
            instances: [UInt8](Data(contentsOf: URL(filePath: instancesPath)))
        )
        print(try benchmark.run())
        return 0
    } catch {
        print("\(schemaPath): \(error)")
        return 2
    }
}

/// Times the steps over one set of instances, on one thread and by its own CPU time.
private struct SchemaBenchmark {
    let schemaText: [UInt8]
    let instances: [[UInt8]]

    init(schema: [UInt8], instances text: [UInt8]) throws {
        schemaText = schema
        instances = text.split(separator: UInt8(ascii: "\n")).map(Array.init)
    }

    func run() throws -> String {
        let schema = try compile()
        let documents = try instances.map { try JSONDocument($0) }
        let valid = documents.count { schema.accepts($0) }
        let compileSeconds = try Timing.seconds { _ = try compile() }
        let parse = try megabytesPerSecond { for text in instances { _ = try JSONDocument(text) } }
        let validate = megabytesPerSecond {
            for document in documents { Timing.sink(schema.accepts(document)) }
        }
        let explain = megabytesPerSecond {
            for document in documents { Timing.sink(schema.explain(document.root).violations.isEmpty) }
        }
        let both = try megabytesPerSecond {
            for text in instances { Timing.sink(schema.accepts(try JSONDocument(text))) }
        }
        return """
            {"instances": \(instances.count), "bytes": \(byteCount), "valid": \(valid), \
            "compile_ms": \(Timing.text(1000 * compileSeconds)), "parse_mb_s": \(Timing.text(parse)), \
            "validate_mb_s": \(Timing.text(validate)), "explain_mb_s": \(Timing.text(explain)), \
            "parse_validate_mb_s": \(Timing.text(both))}
            """
    }

    private var byteCount: Int { instances.reduce(0) { $0 + $1.count } }

    private func compile() throws -> CompiledSchema {
        try CompiledSchema(compiling: JSONDocument(schemaText))
    }

    private func megabytesPerSecond(_ pass: () throws -> Void) rethrows -> Double {
        try Double(byteCount) / Timing.seconds(pass) / 1e6
    }
}
