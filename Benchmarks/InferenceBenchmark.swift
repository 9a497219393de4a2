import CSimdJSON
import Foundation
import JSONCore
import TypeInference

/// `benchmarks inference FOLDER`: how fast schemas are inferred from the JSON files below a folder, and how often they cry
/// wolf, as two Markdown tables.
///
/// - Returns: 0; 1 when a file is not valid under its own schema; 2 when the folder cannot be read.
func runInferenceBenchmark(_ arguments: [String]) -> Int32 {
    do {
        let benchmark = try InferenceBenchmark(folder: arguments[0])
        print(benchmark.speedTable, terminator: "\n\n")
        print(try FalseAlarms(benchmark.documents).table)
        return try benchmark.refusedCount() == 0 ? 0 : 1
    } catch {
        print("\(arguments[0]): \(error)")
        return 2
    }
}

private struct InferenceBenchmark {
    private let texts: [[UInt8]]
    let documents: [JSONDocument]

    init(folder: String) throws {
        let names = try FileManager.default.subpathsOfDirectory(atPath: folder).filter {
            $0.hasSuffix(".json")
        }
        texts = try names.sorted().map { [UInt8](try Data(contentsOf: URL(filePath: "\(folder)/\($0)"))) }
        documents = try texts.map { try JSONDocument($0) }
    }

    /// How many files are not valid under the schema that was inferred from them.
    func refusedCount() throws -> Int {
        try documents.count { try !Inference([$0]).compiled().accepts($0) }
    }

    /// Each of the steps over all files, one after another, on one thread.
    var speedTable: String {
        let bytes = texts.reduce(0) { $0 + $1.count }
        let raw = Self.best { rawParse() }
        let rows = [
            ("simdjson alone, in memory that is kept", raw),
            (
                "parsed",
                Self.best { for text in texts { Timing.sink((try? JSONDocument(text))?.byteCount ?? 0) } }
            ),
            (
                "counted: shapes of parsed documents",
                Self.best { for document in documents { count(document) } }
            ),
            (
                "inferred: schemas of parsed documents",
                Self.best { for document in documents { infer(document) } }
            ),
            (
                "from bytes to schema",
                Self.best {
                    for text in texts { if let document = try? JSONDocument(text) { infer(document) } }
                }
            ),
        ]
        let lines = rows.map { name, seconds in
            "| \(name) | \(Int(Double(bytes) / seconds / 1e6)) | \(Timing.text(seconds / raw)) |"
        }
        let head = "\(texts.count) files of \(bytes) bytes together, one at a time, on one thread:\n"
        let titles = ["| step | MB/s | time, of simdjson's |", "| --- | ---: | ---: |"]
        return ([head] + titles + lines).joined(separator: "\n")
    }

    /// The least of three times: whatever else the machine does only adds.
    private static func best(_ pass: () -> Void) -> Double {
        (0..<3).map { _ in Timing.seconds(pass) }.min() ?? 0
    }

    private func rawParse() {
        for text in texts {
            guard let json = unsafe fk_json_new(text.count) else { continue }
            unsafe fk_json_source(json).update(from: text, count: text.count)
            unsafe Timing.sink(Int(fk_json_parse_only(json, 0, text.count, 1_000)))
            unsafe fk_json_free(json)
        }
    }

    private func count(_ document: JSONDocument) {
        var shape = Shape()
        shape.observe(document.root)
        Timing.sink(shape.sampleCount)
    }

    private func infer(_ document: JSONDocument) {
        if case .object(let members) = Inference([document]).schema { Timing.sink(members.count) }
    }
}
