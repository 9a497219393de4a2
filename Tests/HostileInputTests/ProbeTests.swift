import HostileInputs
import Testing

struct ProbeTests {
    /// Smaller than those of `benchmarks probes`, since tests are not optimised.
    private static let probes = Probe.all(size: 10_000)

    @Test(arguments: probes)
    func `a hostile input comes to a verdict, or to a limit that is named`(_ probe: Probe) {
        let (outcome, violations) = probe.run { _, take in take() }
        #expect(outcome == probe.expected)
        #expect((violations == 0) == (outcome == .verdict(.valid) || !outcome.isVerdict))
        #expect(violations <= 100)
    }

    @Test func `probes are told apart by their names`() {
        #expect(Set(Self.probes.map(\.name)).count == Self.probes.count)
    }
}

extension Probe: CustomTestStringConvertible {
    package var testDescription: String { name }
}

extension Probe.Outcome {
    fileprivate var isVerdict: Bool { if case .verdict = self { true } else { false } }
}
