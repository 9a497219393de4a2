import JSONCore
import Testing
import TypeInference

/// What is a change, and what may be rare.
@Suite struct EvidenceTests {
    /// A profile of so many objects in a list, all alike.
    private func profile(of object: String, times count: Int, _ others: String...) throws -> Profile {
        let list = Array(repeating: object, count: count) + others
        return try TypeInferenceTests.profile("[\(list.joined(separator: ","))]")
    }

    @Test(arguments: [
        (1, 1, 1, Evidence.Weight.maybeRare), (3, 1, 1, .maybeRare), (28, 1, 1, .maybeRare),
        (29, 1, 1, .change),
        (30, 1, 1, .change), (5_000, 1, 1, .change), (3, 10, 10, .change), (3, 2, 10, .maybeRare),
        (1, 29, 29, .change), (30, 21, 200, .maybeRare), (30, 200, 200, .change), (30, 1, 200, .maybeRare),
        (5_000, 1, 200, .change), (0, 1, 1, .unknown),
    ])
    func `a loss weighs what the samples before and the share now say`(
        samples: Int,
        count: Int,
        total: Int,
        weight: Evidence.Weight
    ) {
        #expect(Evidence(samples: samples, count: count, of: total, looseSiblings: 0).weight == weight)
    }

    @Test func `a loss, a null and another type after 30 of 30 are changes`() throws {
        let profile = try profile(of: #"{"id":1,"name":"x"}"#, times: 30)
        for surprise in [Surprise.missing, .null, .type(.string), .type(.number), .type(.object)] {
            let evidence = profile.evidence(for: surprise, at: "/*/id", count: 1, of: 1)
            #expect(evidence.weight == .change, "\(surprise)")
            #expect(evidence.samples == 30)
        }
    }

    @Test func `after 3 of 3 only another type is a change`() throws {
        let profile = try profile(of: #"{"id":1,"name":"x"}"#, times: 3)
        let surprises: [Surprise] = [.missing, .null, .type(.number), .type(.string), .type(.object)]
        let weights = surprises.map { profile.evidence(for: $0, at: "/*/id", count: 1, of: 1).weight }
        #expect(weights == [.maybeRare, .maybeRare, .maybeRare, .change, .change])
    }

    @Test func `where members beside it vary, it takes more`() throws {
        let loose = try profile(of: #"{"id":1,"name":"x","note":null}"#, times: 40, #"{"id":1,"name":"y"}"#)
        #expect(loose.evidence(for: .missing, at: "/*/id", count: 1, of: 1).weight == .maybeRare)
        #expect(loose.evidence(for: .null, at: "/*/id", count: 1, of: 1).weight == .maybeRare)
        #expect(loose.evidence(for: .type(.string), at: "/*/id", count: 1, of: 1).weight == .change)
        let many = try profile(of: #"{"id":1,"name":"x","note":null}"#, times: 2_000, #"{"id":1,"name":"y"}"#)
        #expect(many.evidence(for: .missing, at: "/*/id", count: 1, of: 1).weight == .change)
    }

    @Test func `what samples had, or knew nothing of, is no surprise`() throws {
        let profile = try profile(of: #"{"a":null,"b":1.5,"c":1}"#, times: 40, #"{"a":null,"b":2.5}"#)
        #expect(profile.evidence(for: .type(.string), at: "/*/a", count: 1, of: 1).weight == .unknown)
        #expect(profile.evidence(for: .null, at: "/*/a", count: 1, of: 1).weight == .unknown)
        #expect(profile.evidence(for: .type(.integer), at: "/*/b", count: 1, of: 1).weight == .unknown)
        #expect(profile.evidence(for: .missing, at: "/*/c", count: 1, of: 1).weight == .unknown)
        #expect(profile.evidence(for: .missing, at: "/*/d", count: 1, of: 1).weight == .unknown)
    }
}
