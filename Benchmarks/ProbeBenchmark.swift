import Foundation
import HostileInputs
import JSONCore
import JSONSchema

/// `benchmarks probes [TEXT]`: what comes of hostile schemas and values, and how long it takes, one line each.
///
/// Only those whose names hold the text, or all.
///
/// - Returns: 0 when all came out as they must, else 1.
func runProbes(matching text: String?) -> Int32 {
    let probes = Probe.all.filter { text.map($0.name.contains) ?? true || $0.name == text }
    if text == "list" { for p in Probe.all { print(p.name) }; return 0 }

    var isRight = true
    for probe in probes {
        var run = ProbeRun(probe)
        let outcome = run.run()
        FileHandle.standardOutput.write(Data((run.line(outcome) + "\n").utf8))
        if outcome != probe.expected { isRight = false }
    }
    return isRight ? 0 : 1
}

private struct ProbeRun {
    let probe: Probe
    var times: [(String, Double)] = []
    var explained = 0

    init(_ probe: Probe) { self.probe = probe }

    mutating func run() -> Probe.Outcome {
        let limits = ParseLimits(maxDepth: probe.maxDepth)
        let probe = self.probe
        do {
            let schemaDocument = try timed("parse schema") { try JSONDocument(probe.schema, limits: limits) }
            let schema = try timed("compile") { try CompiledSchema(compiling: schemaDocument) }
            let value = try timed("parse") { try JSONDocument(probe.value, limits: limits) }
            let verdict = timed("validate") { schema.verdict(of: value.root) }
            explained = timed("explain") { schema.explain(value.root).violations.count }
            return .verdict(verdict)
        } catch let error as JSONError {
            return .notRead(error.code)
        } catch let error as SchemaError {
            return .notCompiled(error.problems[0].code)
        } catch { preconditionFailure("\(error)") }
    }

    mutating func timed<R>(_ name: String, _ body: () throws -> R) rethrows -> R {
        let start = ContinuousClock.now
        defer {
            let t = ContinuousClock.now - start
            times.append((name, Double(t.components.seconds) * 1000 + Double(t.components.attoseconds) / 1e15))
        }
        return try body()
    }

    func line(_ outcome: Probe.Outcome) -> String {
        let t = times.map { "\($0.0) \(Timing.text($0.1))" }.joined(separator: " ")
        return "\(outcome == probe.expected ? "ok" : "WRONG") \(probe.name): \(String(describing: outcome).prefix(100)) | \(t) | violations \(explained)"
    }
}
