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
        let compileSeconds = try seconds { _ = try compile() }
        let parse = try megabytesPerSecond { for text in instances { _ = try JSONDocument(text) } }
        let validate = megabytesPerSecond { for document in documents { sink(schema.accepts(document)) } }
        let explain = megabytesPerSecond {
            for document in documents { sink(schema.explain(document.root).violations.isEmpty) }
        }
        let both = try megabytesPerSecond {
            for text in instances { sink(schema.accepts(try JSONDocument(text))) }
        }
        return """
            {"instances": \(instances.count), "bytes": \(byteCount), "valid": \(valid), \
            "compile_ms": \(rounded(1000 * compileSeconds)), "parse_mb_s": \(rounded(parse)), \
            "validate_mb_s": \(rounded(validate)), "explain_mb_s": \(rounded(explain)), \
            "parse_validate_mb_s": \(rounded(both))}
            """
    }

    private var byteCount: Int { instances.reduce(0) { $0 + $1.count } }

    private func compile() throws -> CompiledSchema {
        try CompiledSchema(compiling: JSONDocument(schemaText))
    }

    private func megabytesPerSecond(_ pass: () throws -> Void) rethrows -> Double {
        try Double(byteCount) / seconds(pass) / 1e6
    }

    /// Seconds of one pass, over at least one second of passes.
    private func seconds(_ pass: () throws -> Void) rethrows -> Double {
        let start = threadSeconds()
        var passes = 0
        repeat {
            try pass()
            passes += 1
        } while threadSeconds() - start < 1
        return (threadSeconds() - start) / Double(passes)
    }

    private func threadSeconds() -> Double {
        var time = timespec()
        unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    /// Keeps the optimiser from dropping a verdict.
    @inline(never) private func sink(_ verdict: Bool) {}

    private func rounded(_ value: Double) -> String { String(format: "%.3f", value) }
}
