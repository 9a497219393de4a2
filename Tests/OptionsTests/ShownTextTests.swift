import Options
import Testing

@Suite struct ShownTextTests {
    @Test(arguments: [
        (["--help"], "help.txt"), (["-h"], "help.txt"), (["help"], "help.txt"),
        (["watch", "--help"], "help-watch.txt"), (["help", "watch"], "help-watch.txt"),
        (["watch", "--limit=7", "-h", "--nonsense"], "help-watch.txt"),
        (["help", "import"], "help-import.txt"),
        (["man"], "tidepool.1"),
        (["completion", "bash"], "completion.bash"), (["completion", "zsh"], "completion.zsh"),
        (["completion", "fish"], "completion.fish"),
    ])
    func `what a program says about itself follows from its table`(words: [String], file: String) throws {
        try Golden.expect(shown(words), file)
    }

    @Test(arguments: [["--version"], ["-V"], ["watch", "--version"]])
    func `the version is one line`(words: [String]) throws {
        #expect(try shown(words) == "tidepool 1.2.3\n")
    }

    @Test func `help is at most 80 cells wide`() {
        for command in [nil] + sample.commands.map(Optional.some) {
            let widest = sample.help(for: command).split(separator: "\n").map { displayWidth(of: String($0)) }
                .max()
            #expect((widest ?? 0) <= 80)
        }
    }

    @Test func `coloured help has the same words`() {
        let coloured = sample.help(for: nil, style: .coloured)
        #expect(coloured.contains("\u{1B}[1mUsage:\u{1B}[0m"))
        #expect(coloured.replacing(/\u{1B}\[[0-9]+m/, with: "") == sample.help(for: nil))
    }

    @Test(.enabled(if: isInstalled("/usr/bin/mandoc"), "mandoc is not installed"))
    func `the manual page is in the form that mandoc wants, but for its date`() throws {
        let mandoc = ["/usr/bin/mandoc", "-T", "lint", "-W", "warning", "Tests/Golden/options/tidepool.1"]
        let lines = try output(mandoc).split(separator: "\n")
        #expect(lines.filter { !$0.contains("missing date") }.isEmpty, "\(lines)")
    }

    private func shown(_ words: [String]) throws -> String {
        guard case .show(let text) = try sample.parse(words) else { return "a command to run" }
        return text
    }
}
