import Options
import Testing

@Suite struct ParsingTests {
    @Test(arguments: [
        ["--format", "json"], ["--format=json"], ["-f", "json"], ["-fjson"], ["-qvfjson"], ["-qf", "json"],
    ])
    func `an option's value may be written in every usual way`(words: [String]) throws {
        let parsed = try run(["watch"] + words + ["brest"])
        #expect(parsed.value("format") == "json")
        #expect(parsed.argument("STATION") == "brest")
    }

    @Test func `options may stand before, between and after arguments`() throws {
        let parsed = try run(["-v", "watch", "brest", "-q", "a", "--limit", "3", "b"])
        #expect(parsed.command.name == "watch")
        #expect(parsed.flag("verbose"))
        #expect(parsed.flag("quick"))
        #expect(parsed.integer("limit") == 3)
        #expect(parsed.arguments("GAUGE") == ["a", "b"])
    }

    @Test func `what is not given has its default or nothing`() throws {
        let parsed = try run(["watch", "brest"])
        #expect(parsed.value("format") == "text")
        #expect(parsed.integer("limit") == nil)
        #expect(parsed.values("tag") == [])
        #expect(!parsed.flag("quick"))
        #expect(parsed.arguments("GAUGE") == [])
    }

    @Test func `repeated options keep their order and values their equals signs`() throws {
        let parsed = try run(["watch", "--tag=a=1", "--tag", "b=2", "--tag=", "brest"])
        #expect(parsed.values("tag") == ["a=1", "b=2", ""])
    }

    @Test(arguments: ["json", "json=", "=a", "jsno=a", "json:a"])
    func `a file with a key needs both, and a key that is known`(value: String) throws {
        #expect(try run(["watch", "--copy", "json=a=b", "brest"]).values("copy") == ["json=a=b"])
        let keys = ["text", "json"]
        #expect(
            reason(["watch", "--copy", value, "b"]) == .notKeyed(subject: "--copy", value: value, keys: keys)
        )
    }

    @Test func `after two hyphens everything is an argument`() throws {
        let parsed = try run(["watch", "brest", "--", "-q", "--", "--help"])
        #expect(parsed.arguments("GAUGE") == ["-q", "--", "--help"])
        #expect(!parsed.flag("quick"))
    }

    @Test func `a single hyphen is an argument and can be a value`() throws {
        let parsed = try run(["watch", "--log", "-", "brest", "-"])
        #expect(parsed.arguments("GAUGE") == ["-"])
        #expect(parsed.value("log") == "-")
    }

    @Test func `a value may begin with a hyphen unless it is an option itself`() throws {
        #expect(try run(["watch", "--tag", "-5", "brest"]).values("tag") == ["-5"])
        #expect(
            reason(["watch", "--tag", "-q"]) == .missingValue(option: "--tag", placeholder: "NAME=VALUE")
        )
    }

    @Test(arguments: [("json", "json"), ("", "text")])
    func `a variable stands in for a missing option unless it is empty`(value: String, format: String) throws
    {
        let parsed = try run(["watch", "brest"], environment: ["TIDEPOOL_FORMAT": value])
        #expect(parsed.value("format") == format)
    }

    @Test func `an option wins over its variable`() throws {
        let parsed = try run(["watch", "-f", "text", "brest"], environment: ["TIDEPOOL_FORMAT": "json"])
        #expect(parsed.value("format") == "text")
    }

    @Test(
        arguments: [
            ([], .missingCommand),
            (["-v"], .missingCommand),
            (["wach"], .unknownCommand("wach")),
            (["watch", "--fromat", "json"], .unknownOption("--fromat")),
            (["watch", "-qx"], .unknownOption("-x")),
            (["--quick", "watch"], .unknownOption("--quick")),
            (["watch", "--limit"], .missingValue(option: "--limit", placeholder: "COUNT")),
            (["watch", "--limit", "--"], .missingValue(option: "--limit", placeholder: "COUNT")),
            (["watch", "--limit", "--format=json"], .missingValue(option: "--limit", placeholder: "COUNT")),
            (["watch", "--quick=yes"], .unexpectedValue(option: "--quick", value: "yes")),
            (["watch", "-n1", "-n2", "b"], .repeatedOption("--limit")),
            (["import"], .missingOption("--schema")),
            (["watch"], .missingArgument("STATION")),
            (["import", "--schema", "s", "extra"], .unexpectedArgument("extra")),
            (
                ["watch", "-f", "jsn", "b"],
                .notAChoice(subject: "--format", value: "jsn", choices: ["text", "json"])
            ),
            (["watch", "-n0", "b"], .notAnInteger(subject: "--limit", value: "0", range: 1...100)),
            (["watch", "-n1.5", "b"], .notAnInteger(subject: "--limit", value: "1.5", range: 1...100)),
            (
                ["completion", "csh"],
                .notAChoice(subject: "SHELL", value: "csh", choices: ["bash", "zsh", "fish"])
            ),
            (["help", "wach"], .unknownCommand("wach")),
        ] as [([String], UsageError.Reason)]
    )
    func `a line that does not fit is refused with its reason`(words: [String], expected: UsageError.Reason) {
        #expect(reason(words) == expected)
    }

    @Test func `a bad value of a variable is blamed on the variable`() {
        let reason = reason(["watch", "b"], environment: ["TIDEPOOL_FORMAT": "xml"])
        #expect(reason == .notAChoice(subject: "TIDEPOOL_FORMAT", value: "xml", choices: ["text", "json"]))
    }

    private func run(_ words: [String], environment: [String: String] = [:]) throws -> ParsedCommand {
        guard case .run(let parsed) = try sample.parse(words, environment: environment) else {
            throw NotRun(words: words)
        }
        return parsed
    }

    private func reason(_ words: [String], environment: [String: String] = [:]) -> UsageError.Reason? {
        do {
            _ = try sample.parse(words, environment: environment)
            return nil
        } catch {
            return error.reason
        }
    }

    private struct NotRun: Error {
        let words: [String]
    }
}
