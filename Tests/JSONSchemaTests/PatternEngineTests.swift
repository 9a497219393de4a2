import JSONCore
import Testing

@testable import JSONSchema

/// The engines, each asked directly.
struct PatternEngineTests {
    @Test(arguments: [
        "", ".*", ".+", "^.*$", "^.+$", "literal", "^literal", "literal$", "^literal$", "[\\s\\S]*",
        "^[a-z0-9_-]+$",
        "^[^/]*$", "^\\d{4}$", "^x-", "^\\d{4}-\\d{2}-\\d{2}$", "^[a-z]+:[^:]*$", "^(get|put|delete)$",
        "(.+)",
        "default|^[0-9]+$", "^[0-9]+(ns|us|µs|ms|s)$", "^:[0-9]+$", "^[a-zA-Z_]\\w{0,39}$", "^(a{2}b?)?c$",
        "é+", "^\\u{1F432}*$",
        "^.*\\.json$", "^[a-z]+z$", "^\\/[^*?]*(\\/\\*)?$", "^é{1,3}[é-ü]$",
        "^.{1,100000}$", "[]", "^[^]$", "a{0}", "^(?<name>x)$",
    ])
    func `the patterns of most schemas take no engine`(_ pattern: String) throws {
        let engine = try PatternEngine(PatternParser.syntax(of: pattern))
        guard case .simple = engine else {
            Issue.record("/\(pattern)/ goes to \(engine)")
            return
        }
    }

    @Test(arguments: [
        "^(a+)+$", "^(a|a)*$", "^[a-z]+z?$", "^(\\.[a-z]+)*$", "\\bword\\b", "\\Bx", "^.*\\.json",
        "\\p{L}",
        "^\\p{Script=Greek}+$", "(x+x+)+y", "^(?:a{3000}b)+$", "^a|b^", "$x", "(ab\\1)*$",
    ])
    func `what an automaton can match takes linear time`(_ pattern: String) throws {
        let engine = try PatternEngine(PatternParser.syntax(of: pattern))
        guard case .linear = engine else {
            Issue.record("/\(pattern)/ goes to \(engine)")
            return
        }
    }

    @Test(arguments: [
        "(?=a)", "(?!a)b", "(?<=a)b", "(a)\\1", "(?<x>a)\\k<x>", "^((\\.(?!\\.)/)?\\w+/?)+$",
        "^(?:[a-z]{1000}x?){50}$",
    ])
    func `lookaround, references and what is too large for an automaton are tried step by step`(
        _ pattern: String
    ) throws {
        let engine = try PatternEngine(PatternParser.syntax(of: pattern))
        guard case .backtracking = engine else {
            Issue.record("/\(pattern)/ goes to \(engine)")
            return
        }
    }

    @Test(arguments: 0..<20)
    func `all engines give one verdict`(_ seed: Int) throws {
        var generator = PatternGenerator(seed: UInt64(seed))
        for _ in 0..<60 {
            let pattern = try EnginePattern(generator.pattern())
            try pattern.checkVerdicts(on: (0..<10).map { _ in generator.text() })
        }
    }

    @Test(arguments: 0..<40)
    func `simple patterns have the verdicts of the engines`(_ seed: Int) throws {
        var generator = PatternGenerator(seed: UInt64(1_000 + seed))
        var simple = 0
        for _ in 0..<60 {
            let pattern = try EnginePattern(generator.simplePattern())
            if pattern.simple != nil { simple += 1 }
            try pattern.checkVerdicts(on: (0..<10).map { _ in generator.text() })
        }
        #expect(simple > 20, "the generator must make simple patterns")
    }

    /// Every code point on its own, as one text after the other; the engines have tables of different ages.
    @Test(arguments: [
        "\\p{L}", "\\P{Lu}", "\\p{Cn}", "\\p{LC}", "\\p{Script=Han}", "\\p{scx=Greek}", "[^\\p{Ll}\\d]",
        "\\s", "\\S", "\\w", "\\W", "\\d", "\\D", ".", "[^a]", "[\\u0080-\\uFFFF]", "[\\uD7FF-\\uE000]",
        "[\\uD800-\\u{10000}]",
    ])
    func `classes hold the same code points for all engines`(_ pattern: String) throws {
        let pattern = try EnginePattern("^\(pattern)$")
        // Around each end of a range, and one in 613 of the others.
        let values = pattern.interestingCodePoints.union(stride(from: 0, to: 0x110000, by: 613))
        try pattern.checkVerdicts(on: values.compactMap(Unicode.Scalar.init).map { String($0) })
    }

    @Test(arguments: [
        ("^(?:ab){1000}$", 1_000), ("^(?:ab){1001}$", 1_001), ("^(?:(?:ab){50}){40}$", 2_000),
        ("^(?:ab){3,2500}$", 2_500),
        ("^(?:(?:ab){2,40}c?){2,30}$", 1_200), ("^(?:ab){2000,}$", 5_000),
    ])
    func `counts may be larger than RE2 takes`(_ pattern: String, _ most: Int) throws {
        let engines = try EnginePattern(pattern)
        #expect(engines.linear != nil)
        let counts = [0, 1, 2, 3, 999, 1_000, 1_001, most - 1, most, most + 1]
        try engines.checkVerdicts(on: counts.map { String(repeating: "ab", count: $0) })
    }

    @Test(arguments: [
        "ab{9223372036854775807}", "(?:ab){0,99999999999999999999}c(?:de){99999999999999999999,}",
        "a|(?:b{99999999999999999999}c)+",
        "(?:a{4000000000}b){4000000000}c",
    ])
    func `counts whose sums and products are past all integers make no automaton`(_ pattern: String) throws {
        #expect(LinearExpression(try PatternParser.syntax(of: pattern)) == nil)
    }

    @Test func `a pattern may be matched by many threads at once, from its first match on`() async throws {
        for pattern in ["^(a+)+$", "(?=a+$)a", "^a+$"] {
            let schema = try compile("{\"items\": {\"pattern\": \"\(pattern)\"}}")
            let texts = (0..<50).map { "\"\(String(repeating: "a", count: 1 + $0))\"" }
            let document = try JSONDocument("[\(texts.joined(separator: ","))]")
            let verdicts = await withTaskGroup(of: Bool.self) { group in
                for _ in 0..<16 { group.addTask { schema.accepts(document) } }
                return await group.reduce(into: []) { $0.append($1) }
            }
            #expect(verdicts == Array(repeating: true, count: 16), "/\(pattern)/")
        }
    }
}

/// One pattern in every engine that takes it.
struct EnginePattern {
    let source: String
    let simple: SimplePattern?
    let linear: LinearExpression?
    let backtracking: BacktrackingExpression
    private let root: PatternNode

    init(_ source: String) throws {
        let syntax = try PatternParser.syntax(of: source)
        self.source = source
        root = syntax.root
        simple = SimplePattern(syntax)
        linear = LinearExpression(syntax)
        backtracking = try BacktrackingExpression(syntax)
    }

    func checkVerdicts(on texts: [String]) throws {
        let document = try JSONDocument("[" + texts.map { JSONText.quoted($0) }.joined(separator: ",") + "]")
        let limits = EvaluationLimits()
        let memory = BacktrackingMemory(limits)
        defer { memory.deallocate() }
        for (text, value) in zip(texts, document.root.elements) {
            let string = try #require(value.utf8)
            let (expected, verdicts) = string.withUTF8 { view in
                (
                    backtracking.match(view, memory),
                    [linear?.match(view, limits), (simple?.matches(view)).map(PatternOutcome.init)]
                )
            }
            // Steps may run out where the others need none.
            guard expected != .limit else { continue }
            #expect(
                verdicts.allSatisfy { $0 == nil || $0 == expected },
                "/\(source)/ on \(text.debugDescription): RE2, simple \(verdicts), PCRE2 \(expected)"
            )
        }
    }

    /// Those beside the ends of the ranges in it.
    var interestingCodePoints: Set<Int> { Self.ends(root) }

    private static func ends(_ node: PatternNode) -> Set<Int> {
        switch node {
        case .set(let set): ends(set)
        case .properties(let properties): ends(properties.codePoints)
        case .sequence(let parts): parts.reduce(into: []) { $0.formUnion(ends($1)) }
        default: []
        }
    }

    private static func ends(_ set: CodePointSet) -> Set<Int> {
        Set(
            set.ranges.flatMap {
                [Int($0.lowerBound) - 1, Int($0.lowerBound), Int($0.upperBound), Int($0.upperBound) + 1]
            }
        )
    }
}
