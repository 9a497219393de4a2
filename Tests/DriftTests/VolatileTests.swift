import Drift
import JSONCore
import Testing
import TypeInference

/// What a contract calls volatile is no evidence.
@Suite struct VolatileTests {
    private static let sample = #"{"blocks": [{"id": 1, "plays": 5, "tags": ["x"], "log": {"at": "t"}}]}"#

    /// What samples say of an input, without the findings at patterns that are seen from its first block.
    private func kinds(_ input: String, without patterns: [String]) throws -> [String] {
        var shape = Shape()
        for _ in 0..<1_000 { shape.observe(try JSONDocument(Self.sample).root) }
        var collector = FindingCollector(endpoint: "list", samples: SampleTree(Profile(shape)))
        let root = try JSONDocument(input).root
        var volatile = VolatilePlaces()
        volatile.add(try #require(PathPatterns(patterns)), in: try #require(root["blocks"]?[0]))
        collector.begin(input: "a")
        collector.observe(Place(root))
        collector.compare(root, without: volatile)
        return collector.findings.map { "\($0.kind.rawValue) \($0.path)" }.sorted()
    }

    @Test(
        arguments: [
            (
                #"{"id": 1, "plays": null, "tags": ["x"], "log": {"at": "t"}}"#, "/plays",
                "null-introduced /blocks/*/plays"
            ),
            (
                #"{"id": 1, "plays": 5, "tags": [], "log": {"at": "t"}}"#, "/tags",
                "empty-section /blocks/*/tags"
            ),
            (
                #"{"id": 1, "tags": ["x"], "log": {"at": "t"}}"#, "/**/plays",
                "presence-dropped /blocks/*/plays"
            ),
            (
                #"{"id": 1, "plays": 5, "tags": ["x"], "log": {"at": null}}"#, "/log",
                "null-introduced /blocks/*/log/at"
            ),
            (
                #"{"id": 1, "plays": 5, "tags": ["x"], "log": {}}"#, "/*/at",
                "presence-dropped /blocks/*/log/at"
            ),
        ]
    )
    func `evidence at a volatile path is no finding, and elsewhere it is`(
        block: String,
        pattern: String,
        finding: String
    ) throws {
        let input = #"{"blocks": [\#(block)]}"#
        #expect(try kinds(input, without: [pattern]) == [])
        #expect(try kinds(input, without: ["/other"]) == [finding])
    }
}
