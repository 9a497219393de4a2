import Foundation
import HostileInputs

/// `benchmarks probes [TEXT]`: what comes of hostile schemas and values and how long it takes, one line for each.
///
/// Only those are run whose names hold the text, or all.
///
/// - Returns: 0 when all came out as they must, else 1.
func runProbes(_ arguments: [String]) -> Int32 {
    var isRight = true
    for probe in Probe.all(size: 100_000) where arguments.allSatisfy(probe.name.contains) {
        var times: [String] = []
        let (outcome, violations) = probe.run { step, take in
            let start = ContinuousClock.now
            take()
            let milliseconds = (ContinuousClock.now - start) / .milliseconds(1)
            times.append("\"\(step.rawValue)_ms\": \(Timing.text(milliseconds))")
        }
        let isExpected = outcome == probe.expected
        isRight = isRight && isExpected
        let facts =
            "\"probe\": \"\(probe.name)\", \"outcome\": \"\(outcome.label)\", \"is_right\": \(isExpected)"
        let line = "{\(facts), \(times.joined(separator: ", ")), \"violations\": \(violations)}\n"
        FileHandle.standardOutput.write(Data(line.utf8))
    }
    return isRight ? 0 : 1
}

extension Probe.Outcome {
    fileprivate var label: String {
        switch self {
        case .verdict(.undecided(let limit)): "undecided: \(limit)"
        case .verdict(let verdict): "\(verdict)"
        case .notRead(let code): "not read: \(code)"
        case .notCompiled(.unresolvableReference): "not compiled: unresolvable reference"
        case .notCompiled(.referenceCycle): "not compiled: reference cycle"
        case .notCompiled(let code): "not compiled: \(code)"
        }
    }
}
