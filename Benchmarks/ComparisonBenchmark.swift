import Foundation
import JSONCore

/// `benchmarks compare SETS PYTHON`: `benchmarks schema` beside jsonschema-rs, as a Markdown table.
///
/// `SETS` is a folder of folders with a `schema.json` and an `instances.jsonl` each; `PYTHON` runs the peer. Both take turns,
/// three times, and the best of each measure counts: whatever else the machine does only adds to a time.
///
/// - Returns: 0, or 2 when a set cannot be measured.
func runComparison(sets: String, python: String) -> Int32 {
    do {
        let folders = try FileManager.default.contentsOfDirectory(atPath: sets).sorted()
        let rows = try folders.map { name in
            FileHandle.standardError.write(Data("\(name)\n".utf8))
            return try ComparisonRow(name: name, folder: "\(sets)/\(name)", python: python)
        }
        print(ComparisonTable(rows: rows).markdown)
        return 0
    } catch {
        print("\(sets): \(error)")
        return 2
    }
}

private struct ComparisonError: Error, CustomStringConvertible {
    let command: String
    let output: String

    var description: String { "\(command): \(output)" }
}

/// One set's measures by name, in milliseconds or MB/s: ours and the peer's.
private struct ComparisonRow {
    let name: String
    private(set) var ours: [String: Double] = [:]
    private(set) var peers: [String: Double] = [:]

    init(name: String, folder: String, python: String) throws {
        self.name = name
        let files = ["\(folder)/schema.json", "\(folder)/instances.jsonl"]
        for _ in 0..<3 {
            try Self.keepBest(of: Self.run(CommandLine.arguments[0], ["schema"] + files), in: &ours)
            try Self.keepBest(of: Self.run(python, ["Benchmarks/Peers/jsonschema-rs.py"] + files), in: &peers)
        }
        guard ours["valid"] == peers["valid"] else {
            throw ComparisonError(command: name, output: "other verdicts: \(ours["valid"] ?? 0) valid")
        }
    }

    private static func keepBest(of measures: [String: Double], in best: inout [String: Double]) {
        for (name, value) in measures {
            let known = best[name] ?? value
            best[name] = name.hasSuffix("_ms") ? min(known, value) : max(known, value)
        }
    }

    /// Ours divided by the peer's.
    func ratio(_ measure: String) -> Double { (ours[measure] ?? .nan) / (peers[measure] ?? .nan) }

    private static func run(_ command: String, _ arguments: [String]) throws -> [String: Double] {
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(filePath: command)
        process.arguments = arguments
        process.standardOutput = output
        try process.run()
        let bytes = [UInt8](output.fileHandleForReading.readDataToEndOfFile())
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw ComparisonError(command: command, output: String(decoding: bytes, as: UTF8.self))
        }
        return try JSONDocument(bytes).root.members.reduce(into: [:]) { measures, member in
            measures[member.0.string] = member.1.document.nearestDouble(at: member.1.index)
        }
    }
}

/// The rows under each other, with geometric means of what they come to.
private struct ComparisonTable {
    let rows: [ComparisonRow]

    var markdown: String {
        let header = """
            \(Date.now.formatted(.iso8601.year().month().day())): ratios to jsonschema-rs with orjson of the same run. MB/s and ms
            are Feedkeeper's; compile times are from the schema's text, and the first of a process also makes tables that all share.

            | set | parse MB/s | bytes to verdict MB/s | ratio | verdict MB/s | ratio | explained / verdict | compile ms | of the peer's time | first compile, of the peer's time |
            | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |
            """
        let cells = rows.map(cells)
        let lines = zip(rows, cells).map { line($0.name, $1) }
        let means = cells[0].indices.map { column in geometricMean(cells.map { $0[column] }) }
        return ([header] + lines + [line("**geometric mean**", means)]).joined(separator: "\n")
    }

    private func cells(of row: ComparisonRow) -> [Double] {
        let verdict = row.ours["verdict_mb_s"] ?? .nan
        return [
            row.ours["parse_mb_s"] ?? .nan,
            row.ours["bytes_to_verdict_mb_s"] ?? .nan,
            row.ratio("bytes_to_verdict_mb_s"),
            verdict,
            row.ratio("verdict_mb_s"),
            (row.ours["explained_mb_s"] ?? .nan) / verdict,
            row.ours["compile_ms"] ?? .nan,
            row.ratio("compile_ms"),
            row.ratio("first_compile_ms"),
        ]
    }

    private func line(_ name: String, _ cells: [Double]) -> String {
        "| \(name) | \(cells.map { String(format: $0 < 100 ? "%.2f" : "%.0f", $0) }.joined(separator: " | ")) |"
    }

    private func geometricMean(_ values: [Double]) -> Double {
        exp(values.reduce(0) { $0 + log($1) } / Double(values.count))
    }
}
