import Foundation
import JSONCore
import JSONSchema
import OfficialSuite
import Testing

/// `contract-check bowtie`, driven as Bowtie drives it.
struct BowtieTests {
    private static let suite = ProcessInfo.processInfo.environment["JSON_SCHEMA_SUITE"].map {
        URL(filePath: $0)
    }

    private static let start = #"{"cmd": "start", "version": 1}"#
    private static let stop = #"{"cmd": "stop"}"#

    /// The answers to lines between `start` and `stop`, without that to `start`.
    private func answers(to lines: [String], options: [String] = []) async throws -> [JSONValue] {
        let input = ([Self.start] + lines + [Self.stop]).map { $0 + "\n" }.joined()
        let run = try await contractCheck(["bowtie"] + options, input: Array(input.utf8))
        #expect(run.status == 0 && run.complaints == "", "\(run.transcript)")
        return try run.output.split(separator: "\n").dropFirst().map { try JSONDocument(String($0)).root }
    }

    private func answer(to line: String, options: [String] = []) async throws -> String {
        let answers = try await answers(to: [line], options: options)
        #expect(answers.count == 1)
        return try JSONText(#require(answers.first), form: .received).string
    }

    // MARK: The protocol

    @Test func `start is answered with what Bowtie wants to know of a validator`() async throws {
        let run = try await contractCheck(["bowtie"], input: Array("\(Self.start)\n".utf8))
        #expect(run.status == 0)
        let answer = try run.json
        #expect(answer["version"]?.int64 == 1)
        #expect(answer["ready"]?.bool == true)
        let facts = try #require(answer["implementation"])
        let dialects = facts["dialects"]?.elements.compactMap(\.string)
        #expect(
            dialects == [
                "https://json-schema.org/draft/2020-12/schema",
                "https://json-schema.org/draft/2019-09/schema",
                "http://json-schema.org/draft-07/schema#", "http://json-schema.org/draft-06/schema#",
                "http://json-schema.org/draft-04/schema#",
            ]
        )
        // The patterns and formats are those of the protocol's own schema.
        let schema = try CompiledSchema(
            compiling: JSONDocument(
                #"""
                {"required": ["name", "language", "version", "homepage", "issues", "source", "os", "os_version"],
                 "properties": {"name": {"pattern": "^[A-Za-z][\\w\\-.]*[A-Za-z0-9]$"},
                                "language": {"pattern": "^[a-z0-9-+_]*$"},
                                "homepage": {"format": "uri"}, "issues": {"format": "uri"}, "source": {"format": "uri"}},
                 "additionalProperties": {"type": ["string", "array"]}}
                """#
            ),
            assertsFormats: true
        )
        #expect(schema.violations(in: facts).map(\.description) == [])
    }

    @Test func `each answer is there before the next command comes`() async throws {
        let harness = try InteractiveTool(["bowtie"])
        #expect(try harness.exchange(Self.start).contains(#""ready":true"#))
        for number in 1...3 {
            let line =
                #"{"cmd": "run", "seq": \#(number), "case": {"schema": {}, "tests": [{"instance": 1}]}}"#
            #expect(try harness.exchange(line) == #"{"seq":\#(number),"results":[{"valid":true}]}"#)
        }
        #expect(try harness.end(with: Self.stop) == 0)
    }

    @Test func `the end of the input ends it, as stop does`() async throws {
        let run = try await contractCheck(["bowtie"], input: Array("\(Self.start)\n\n".utf8))
        #expect(run.status == 0 && run.complaints == "")
    }

    @Test(arguments: [
        "1", "null", "1.50", #""a\u0000b\ud800 é""#, #"{"x": [1, {}]}"#, "123456789012345678901234567890",
    ])
    func `seq is any value and comes back as it was written`(_ seq: String) async throws {
        let line = #"{"cmd": "run", "seq": \#(seq), "case": {"schema": false, "tests": [{"instance": 1}]}}"#
        let run = try await contractCheck(["bowtie"], input: Array("\(Self.start)\n\(line)\n".utf8))
        #expect(
            run.output.hasSuffix("\n" + #"{"seq":\#(seq),"results":[{"valid":false}]}"# + "\n"),
            "\(run.output)"
        )
    }

    @Test(arguments: [
        ("{", "standard input:1: this is not JSON: "),
        ("[]", "standard input:1: a command is an object, not array"),
        ("{}", "standard input:1: the command has no member \"cmd\""),
        (#"{"cmd": 1}"#, "standard input:1: the command's member \"cmd\" must be a string"),
        (#"{"cmd": "strat"}"#, "standard input:1: there is no command \"strat\"\n  did you mean start?"),
        (#"{"cmd": "start"}"#, "standard input:1: the command has no member \"version\""),
        (
            #"{"cmd": "start", "version": 2}"#,
            "standard input:1: version 2 of the protocol is not spoken here, only version 1"
        ),
        (#"{"cmd": "dialect", "dialect": "x"}"#, "standard input:1: dialect came before start"),
        (#"{"cmd": "run", "seq": 1, "case": {}}"#, "standard input:1: run came before start"),
        (
            start + "\n" + #"{"cmd": "run", "case": {}}"#,
            "standard input:2: the command has no member \"seq\""
        ),
        (
            start + "\n\n" + #"{"cmd": "run", "seq": 1}"#,
            "standard input:3: the command has no member \"case\""
        ),
        (
            start + "\n" + #"{"cmd": "dialect", "dialect": 7}"#,
            "standard input:2: the command's member \"dialect\" must be a string"
        ),
    ])
    func `a line that is no command ends it with what is wrong`(
        _ input: String,
        _ complaint: String
    ) async throws {
        let run = try await contractCheck(["bowtie"], input: Array("\(input)\n\(Self.stop)\n".utf8))
        #expect(run.status == 2)
        #expect(run.complaints.hasPrefix("contract-check: " + complaint), "\(run.complaints)")
    }

    // MARK: Dialects and cases

    @Test func `the dialect is that of schemas without one, until another is said`() async throws {
        let schema = #"{"exclusiveMinimum": true, "minimum": 1, "items": [{"type": "string"}]}"#
        let run =
            #"{"cmd": "run", "seq": 1, "case": {"schema": \#(schema), "tests": [{"instance": 1}, {"instance": [1]}]}}"#
        let dialects = ["http://json-schema.org/draft-04/schema#", "http://json-schema.org/draft-07/schema"]
        let lines = [run] + dialects.flatMap { [#"{"cmd": "dialect", "dialect": "\#($0)"}"#, run] }
        let answers = try await answers(to: lines + [#"{"cmd": "dialect", "dialect": "x:y"}"#])
        #expect(answers.map { $0["errored"]?.bool } == [true, nil, nil, nil, true, nil])
        #expect(answers[2]["results"]?.elements.compactMap { $0["valid"]?.bool } == [false, false])
        #expect(answers.map { $0["ok"]?.bool } == [nil, true, nil, true, nil, false])
    }

    @Test func `a case's registry holds what its schema refers to, and nothing else is looked at`()
        async throws
    {
        let registry = #"""
            {"http://x.example/a": {"$ref": "b#/$defs/b"},
             "http://x.example/b": {"$defs": {"b": {"type": "string"}}},
             "http://x.example/same": {"$id": "http://x.example/b"}, "http://x.example/broken": {"$id": 1},
             "http://x.example/meta#": {"$id": "http://x.example/meta",
                "$schema": "https://json-schema.org/draft/2020-12/schema",
                "$vocabulary": {"https://json-schema.org/draft/2020-12/vocab/core": true}}}
            """#.replacing("\n", with: "")
        func line(_ schema: String) -> String {
            #"{"cmd": "run", "seq": 0, "case": {"schema": \#(schema), "registry": \#(registry), "tests": [{"instance": 1}]}}"#
        }
        let answers = try await answers(
            to: [
                #"{"$ref": "http://x.example/a"}"#,
                #"{"$schema": "http://x.example/meta", "type": "string"}"#,
                #"{"$ref": "http://x.example/broken"}"#, #"{"$ref": "http://x.example/c"}"#,
            ].map(line)
        )
        #expect(answers.map { $0["results"]?[0]?["valid"]?.bool } == [false, true, nil, nil])
        #expect(answers[2]["context"]?["message"]?.string?.contains("\"$id\" must be") == true)
        #expect(answers[3]["context"]?["message"]?.string?.contains("\"http://x.example/c\"") == true)
    }

    @Test(arguments: [
        (
            #"{"schema": {"pattern": "("}, "tests": []}"#,
            #"the pattern "(" is malformed at 0: a group has no end"#
        ),
        (#"{"schema": {"type": "text"}, "tests": [{"instance": 1}]}"#, #""type" must be"#),
        (#"{"tests": []}"#, "a case needs a schema and an array of tests"),
        (#"{"schema": true, "tests": {}}"#, "a case needs a schema and an array of tests"),
        ("7", "a case needs a schema and an array of tests"),
    ])
    func `a case that cannot be run is errored with the reason`(
        _ testCase: String,
        _ message: String
    ) async throws {
        let answers = try await answers(to: [#"{"cmd": "run", "seq": "s", "case": \#(testCase)}"#])
        #expect(answers.first?["seq"]?.string == "s")
        #expect(answers.first?["errored"]?.bool == true)
        #expect(answers.first?["context"]?["message"]?.string?.contains(message) == true)
    }

    @Test func `a test without a verdict is errored, and the others are not`() async throws {
        let runaway = String(repeating: "a", count: 40) + "!"
        let answer = try await answer(
            to: #"""
                {"cmd": "run", "seq": 1, "case": {"schema": {"pattern": "^(?=(a+)+$)"}, "tests":
                [{"instance": "\#(runaway)"}, {"description": "none"}, {"instance": "aa"}]}}
                """#.replacing("\n", with: "")
        )
        #expect(
            answer
                == #"{"seq":1,"results":[{"errored":true,"context":{"message":"a pattern takes more steps or memory "#
                + #"than the limit"}},{"errored":true,"context":{"message":"a test needs an instance"}},{"valid":true}]}"#
        )
    }

    @Test(arguments: [([], true), (["--assert-formats"], false)])
    func `formats are asserted on request`(_ options: [String], _ isValid: Bool) async throws {
        let answer = try await answer(
            to:
                #"{"cmd": "run", "seq": 1, "case": {"schema": {"format": "ipv4"}, "tests": [{"instance": "x"}]}}"#,
            options: options
        )
        #expect(answer == #"{"seq":1,"results":[{"valid":\#(isValid)}]}"#)
    }

    @Test func `annotations come on request, of what is valid`() async throws {
        let answer = try await answer(
            to: #"""
                {"cmd": "run", "seq": 1, "output": "annotations", "case": {"schema":
                {"properties": {"a": {"title": "A", "type": "null"}}}, "tests": [{"instance": {"a": null}}, {"instance": {"a": 1}}]}}
                """#.replacing("\n", with: "")
        )
        #expect(
            answer == ##"{"seq":1,"results":[{"valid":true,"annotations":["##
                + ##"{"keyword":"properties","instanceLocation":"","keywordLocation":"#/properties","annotation":["a"]},"##
                + ##"{"keyword":"title","instanceLocation":"/a","keywordLocation":"#/properties/a/title","annotation":"A"}"##
                + ##"]},{"valid":false}]}"##
        )
    }

    // MARK: The official suite

    @Test(.enabled(if: suite != nil, "set JSON_SCHEMA_SUITE to the folder of the official suite"))
    func `the required tests of every dialect pass over the protocol`() async throws {
        let suite = try #require(Self.suite)
        let registry = try Self.registry(suite)
        var lines: [String] = []
        var expected: [(name: String, verdicts: [Bool])?] = []
        for dialect in SuiteDialect.allCases {
            lines.append(#"{"cmd": "dialect", "dialect": "\#(dialect.dialect.metaSchema)"}"#)
            expected.append(nil)
            for (file, document) in try suiteFiles(in: suite.appending(path: "tests/\(dialect.rawValue)")) {
                for group in document.root.elements {
                    lines.append(try Self.run(group, registry, number: lines.count))
                    let verdicts = group["tests"]?.elements.compactMap { $0["valid"]?.bool } ?? []
                    expected.append(
                        ("\(dialect.rawValue) \(file): \(group["description"]?.string ?? "")", verdicts)
                    )
                }
            }
        }
        let answers = try await answers(to: lines)
        try #require(answers.count == lines.count)
        for (answer, expected) in zip(answers, expected) {
            guard let expected else { continue }
            let verdicts = answer["results"]?.elements.map { $0["valid"]?.bool }
            #expect(verdicts == expected.verdicts, "\(expected.name)")
        }
        #expect(expected.reduce(0) { $0 + ($1?.verdicts.count ?? 0) } > 4_900)
    }

    /// All of the suite's documents, those of other dialects also, as Bowtie sends them.
    private static func registry(_ suite: URL) throws -> JSONOutput {
        let folder = suite.appending(path: "remotes")
        let paths = try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter {
            $0.hasSuffix(".json")
        }
        return .object(
            try paths.sorted().map {
                (
                    "http://localhost:1234/\($0)",
                    .value(try suiteDocument(at: folder.appending(path: $0)).root)
                )
            }
        )
    }

    private static func run(_ group: JSONValue, _ registry: JSONOutput, number: Int) throws -> String {
        let tests = try #require(group["tests"]).elements.map { test in
            JSONOutput.object([
                ("description", .value(try #require(test["description"]))),
                ("instance", .value(try #require(test["data"]))),
            ])
        }
        let line = JSONOutput.object([
            ("cmd", .text("run")), ("seq", .number(number)),
            (
                "case",
                .object([
                    ("schema", .value(try #require(group["schema"]))), ("registry", registry),
                    ("tests", .array(tests)),
                ])
            ),
        ]).compact
        // The files' line breaks are between values, never in strings.
        return line.replacing("\n", with: " ").replacing("\r", with: " ")
    }
}
