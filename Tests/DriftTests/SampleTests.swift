import Drift
import JSONCore
import Testing
import TypeInference

/// What no schema forbids and no sample showed, and what samples make of what a schema says.
@Suite struct SampleTests {
    /// `kind severity path` of each finding, for inputs after so many equal samples.
    private func told(
        _ sample: String,
        times count: Int = 1_000,
        _ inputs: String...,
        schema: String = "true",
        rules: SeverityRules = SeverityRules()
    ) throws -> [String] {
        let samples = Array(repeating: sample, count: count)
        return try findings(schema, inputs: inputs, rules: rules, samples: samples)
            .map { "\($0.kind.rawValue) \($0.severity) \($0.path)" }
    }

    @Test(
        arguments: [
            (#"{"a": "x"}"#, #"{"a": null}"#, "null-introduced warning /a"),
            (#"{"a": [1]}"#, #"{"a": []}"#, "empty-section warning /a"),
            (#"{"a": []}"#, #"{"a": [1]}"#, "first-seen info /a/*"),
            (#"{"a": 3}"#, #"{"a": 3.0}"#, "lexical-change info /a"),
            (
                #"{"a": "2026-01-02T03:04:05Z"}"#, #"{"a": "2026-01-02T03:04:05.6Z"}"#,
                "lexical-change info /a"
            ),
            (
                #"{"a": "2026-01-02T03:04:05.6Z"}"#, #"{"a": "2026-01-02T03:04:05Z"}"#,
                "format-changed warning /a"
            ),
            (#"{"a": 1700000000}"#, #"{"a": 1700000000000}"#, "format-changed warning /a"),
            (#"{"a": 1700000000000}"#, #"{"a": 1700000000}"#, "format-changed warning /a"),
            (#"{"a": 1, "b": 2}"#, #"{"a": 1}"#, "presence-dropped warning /b"),
            (
                #"{"a": {"b": [{"c": 1}]}}"#, #"{"a": {"b": [{"c": null}]}}"#,
                "null-introduced warning /a/b/*/c"
            ),
        ]
    )
    func `what never came in a thousand samples is told`(
        sample: String,
        value: String,
        expected: String
    ) throws {
        #expect(try told(sample, value) == [expected])
        #expect(try told(sample, sample) == [])
    }

    @Test func `of a few samples it is an information, and a member may be away`() throws {
        #expect(try told(#"{"a": "x"}"#, times: 3, #"{"a": null}"#) == ["null-introduced info /a"])
        #expect(try told(#"{"a": 1, "b": 2}"#, times: 3, #"{"a": 1}"#) == [])
    }

    @Test(arguments: [(3, Severity.warning), (5_000, .breaking)])
    func `a required member that is missing weighs what the samples weigh`(
        count: Int,
        severity: Severity
    ) throws {
        let schema = #"{"required": ["a"], "properties": {"a": {}, "b": {}}}"#
        let samples = Array(repeating: #"{"a": 1, "b": 2}"#, count: count)
        let found = try findings(schema, inputs: [#"{"b": 2}"#], samples: samples)
        #expect(found.map(\.kind) == [.fieldMissing])
        #expect(found.map(\.severity) == [severity])
        #expect(found.map(\.sampleFacts?.seen) == [count])
        #expect(found.map(\.sampleFacts?.areFew) == [count == 3])
    }

    @Test func `a schema and samples that say the same of a value say it once`() throws {
        let schema = #"{"properties": {"a": {"type": "string"}, "n": {"type": "integer"}}}"#
        let found = try told(#"{"a": "x", "n": 3}"#, #"{"a": null, "n": 3.0}"#, schema: schema)
        #expect(found == ["null-introduced breaking /a", "lexical-change info /n"])
    }

    @Test func `kinds that the samples tell apart are compared each with its own`() throws {
        let samples = (0..<100).flatMap { _ in
            [#"{"list": [{"kind": "a", "x": 1}, {"kind": "b", "x": null}]}"#]
        }
        var shape = Shape()
        shape.split(at: try #require(JSONPointer("/list/*")), by: "kind")
        for sample in samples { shape.observe(try JSONDocument(sample).root) }
        var collector = FindingCollector(endpoint: "e", samples: SampleTree(Profile(shape)))
        let document = try JSONDocument(#"{"list": [{"kind": "b", "x": null}, {"kind": "a", "x": null}]}"#)
        collector.begin(input: "i")
        collector.compare(document.root)
        #expect(collector.findings.map(\.path) == ["/list/[kind=a]/x"])
        #expect(collector.findings.first?.places.map(\.pointer) == ["/list/1/x"])
    }

    @Test func `an identity that comes twice in a list is told where samples never repeat it`() throws {
        let list = (0..<50).map { #"{"id": "\#($0)"}"# }.joined(separator: ",")
        let repeated = #"[{"id": "a"}, {"id": "b"}, {"id": "a"}]"#
        let found = try findings("true", inputs: [repeated], samples: ["[\(list)]"])
        #expect(found.map(line) == ["duplicate-id /* 1/3"])
        #expect(found.first?.places.map(\.pointer) == ["/2"])
        #expect(try findings("true", inputs: [repeated], samples: [repeated]).isEmpty)
    }

    @Test func `parts of a list put together find what the whole finds`() throws {
        let samples = Array(repeating: #"{"a": 1, "b": [1]}"#, count: 500)
        var shape = Shape()
        for sample in samples { shape.observe(try JSONDocument(sample).root) }
        let tree = SampleTree(Profile(shape))
        let inputs = (0..<20).map { $0 % 3 == 0 ? #"{"a": null, "b": []}"# : #"{"b": [2]}"# }
        func collector(_ inputs: ArraySlice<String>) throws -> FindingCollector {
            var collector = FindingCollector(endpoint: "e", samples: tree)
            for (number, input) in zip(inputs.indices, inputs) {
                collector.begin(input: "\(number)")
                collector.compare(try JSONDocument(input).root)
            }
            return collector
        }
        var joined = try collector(inputs[..<7])
        joined.append(try collector(inputs[7...]))
        #expect(try joined.findings == collector(inputs[...]).findings)
        #expect(
            joined.findings.map(line) == [
                "null-introduced /a 7/7", "empty-section /b 7/20", "presence-dropped /a 13/20",
            ]
        )
    }
}

/// What a policy and a point of view do to severities.
@Suite struct SeverityRuleTests {
    private let schema = #"""
        {"required": ["a"], "properties": {"a": {"x-known-values": ["x"]}, "d": {"format": "date", "type": "string"}}}
        """#
    private let value = #"{"a": "y", "b": 1, "d": "soon"}"#

    private func severities(_ rules: SeverityRules) throws -> [FindingKind: Severity] {
        let found = try findings(schema, inputs: [value, "{}"], rules: rules)
        return Dictionary(found.map { ($0.kind, $0.severity) }) { max($0, $1) }
    }

    @Test func `what is new bothers whoever takes only what the contract names`() throws {
        var rules = SeverityRules()
        rules.direction = .writer
        #expect(
            try severities(rules)
                == [
                    .valueAdded: .breaking, .formatChanged: .breaking, .fieldAdded: .warning,
                    .fieldMissing: .breaking,
                ]
        )
        #expect(
            try severities(SeverityRules())
                == [
                    .valueAdded: .warning, .formatChanged: .warning, .fieldAdded: .info,
                    .fieldMissing: .breaking,
                ]
        )
    }

    @Test func `a policy decides before all else`() throws {
        var rules = SeverityRules()
        rules.direction = .writer
        rules.byKind = [.valueAdded: .info, .fieldMissing: .warning]
        let found = try severities(rules)
        #expect(found[.valueAdded] == .info)
        #expect(found[.fieldMissing] == .warning)
        let few = try findings(schema, inputs: ["{}"], rules: rules, samples: [#"{"a": "x"}"#])
        #expect(few.map(\.severity) == [.warning])
    }
}

/// Accepted findings, by their identities.
@Suite struct AcceptanceTests {
    private let found = [
        Finding(kind: .fieldAdded, severity: .info, path: "/a", endpoint: "e"),
        Finding(kind: .nullIntroduced, severity: .breaking, path: "/b", endpoint: "e"),
    ]

    private func entry(_ id: String, expires: String? = nil) -> AcceptedFindings.Entry {
        AcceptedFindings.Entry(id: id, acceptance: Acceptance(reason: "known", expires: expires))
    }

    @Test(
        arguments: [(nil, true), ("2026-12-01", true), ("2026-11-30", true), ("2026-11-29", false)]
            as [(String?, Bool)]
    )
    func `an entry counts up to its last day`(expires: String?, counts: Bool) {
        var findings = found
        let outcome = AcceptedFindings([entry(found[1].id, expires: expires)]).apply(
            to: &findings,
            today: "2026-11-30"
        )
        #expect(findings.map { $0.acceptance != nil } == [false, counts])
        #expect(outcome.expired.isEmpty == counts)
        #expect(outcome.unused.isEmpty)
    }

    @Test func `an entry that no finding is for is unused`() {
        var findings = found
        let outcome = AcceptedFindings([entry("0123456789ab")]).apply(to: &findings, today: "2026-11-30")
        #expect(outcome.unused.map(\.id) == ["0123456789ab"])
        #expect(findings == found)
    }

    @Test func `an updated list keeps reasons and days to come, and drops what is gone`() {
        let old = AcceptedFindings([
            entry("0123456789ab"), entry(found[0].id, expires: "2026-01-01"),
            entry(found[1].id, expires: "2027-01-01"),
        ])
        let new = AcceptedFindings().updated(with: found, reason: "agreed", today: "2026-11-30")
        #expect(new.entries.map(\.acceptance.reason) == ["agreed", "agreed"])
        #expect(new.entries.map(\.path) == ["/a", "/b"])
        let updated = old.updated(with: found, reason: "agreed", today: "2026-11-30")
        #expect(updated.entries.map(\.acceptance.reason) == ["known", "known"])
        #expect(updated.entries.map(\.acceptance.expires) == [nil, "2027-01-01"])
    }
}
