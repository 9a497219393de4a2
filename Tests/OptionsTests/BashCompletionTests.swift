import Foundation
import Options
import Testing

@Suite struct BashCompletionTests {
    @Test(arguments: [
        (["w"], "watch"),
        ([""], "watch import help completion man --verbose --help --version"),
        (["watch", "--f"], "--format"),
        (["-v", "watch", "--l"], "--limit --log"),
        (["watch", "-f", ""], "text json"),
        (["watch", "--format", "=", "j"], "json"),
        (["watch", "--format", "="], "text json"),
        (["completion", "z"], "zsh"),
        (["help", "im"], "import"),
    ])
    func `a real bash offers what the table has`(words: [String], offered: String) throws {
        #expect(try complete(words) == offered)
    }

    private func complete(_ words: [String]) throws -> String {
        let script = """
            \(sample.completionScript(for: .bash))
            COMP_WORDS=(tidepool "$@"); COMP_CWORD=$#
            _tidepool; echo -n "${COMPREPLY[*]}"
            """
        let bash = Process()
        let output = Pipe()
        bash.executableURL = URL(filePath: "/bin/bash")
        bash.arguments = ["--norc", "-c", script, "bash"] + words
        bash.standardOutput = output
        try bash.run()
        let offered = try output.fileHandleForReading.readToEnd() ?? Data()
        bash.waitUntilExit()
        return String(decoding: offered, as: UTF8.self)
    }
}
