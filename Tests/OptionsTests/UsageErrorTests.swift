import Options
import Testing

@Suite struct UsageErrorTests {
    @Test(
        arguments: [
            (["wach"], "watch"), (["WATCH"], "watch"), (["watch", "--fromat=json"], "--format"),
            (["watch", "--verbos"], "--verbose"), (["watch", "-f", "jsno", "b"], "json"), (["xyzzy"], nil),
            (["watch", "--copy", "jsno=a=b", "b"], "json=a=b"),
            (["watch", "--copy", "json", "b"], "json=FILE"),
            (["watch", "-x"], nil),
        ] as [([String], String?)]
    )
    func `a near word is suggested and a far one is not`(words: [String], suggestion: String?) throws {
        let error = try #require(throws: UsageError.self) { try sample.parse(words) }
        #expect(error.suggestion == suggestion)
    }

    @Test func `the message says what is wrong, what was meant, and how it is typed`() throws {
        let error = try #require(throws: UsageError.self) { try sample.parse(["watch", "--fromat", "json"]) }
        #expect(
            error.description == """
                tidepool: unknown option '--fromat'
                  did you mean --format?
                usage: tidepool watch [OPTION]... STATION [GAUGE]...
                See 'tidepool watch --help'.

                """
        )
    }

    @Test func `without a command the program's usage is shown`() throws {
        let error = try #require(throws: UsageError.self) { try sample.parse([]) }
        #expect(
            error.description == """
                tidepool: a command is missing
                usage: tidepool COMMAND [OPTION]... [ARGUMENT]...
                See 'tidepool --help'.

                """
        )
    }

    @Test func `typed control characters do not reach the terminal`() throws {
        let error = try #require(throws: UsageError.self) { try sample.parse(["\u{1B}[2J"]) }
        #expect(!error.description.contains("\u{1B}"))
        #expect(error.rendered(.coloured).contains("'\u{FFFD}[2J'"))
    }

    @Test func `a command can report a bad value in the same way`() {
        let error = UsageError(
            .invalidValue(subject: "--tag", value: "x", expected: "NAME=VALUE"),
            in: sample,
            command: sample.command(named: "watch")
        )
        #expect(error.sentence == "--tag cannot be 'x'; it is NAME=VALUE")
    }
}
