import Foundation
import Options
import Testing

@Suite struct CompletionTests {
    @Test(arguments: [
        (["w"], "watch"),
        ([""], "watch import help completion man --verbose --color --help --version"),
        (["--color", ""], "always never"), (["--color", "=", "n"], "never"),
        (["--color", "always", "w"], "watch"),
        (["watch", "--f"], "--format"),
        (["-v", "watch", "--l"], "--limit --log"),
        (["watch", "-f", ""], "text json"),
        (["watch", "--format", "=", "j"], "json"),
        (["watch", "--format", "="], "text json"),
        (["watch", "--copy", "t"], "text="), (["watch", "--copy", "=", "t"], "text="),
        (["watch", "--copy", "text", "=", "/etc/os-rel"], "/etc/os-release"),
        (["watch", "--copy", "=", "text", "=", "/etc/os-rel"], "/etc/os-release"),
        (["completion", "z"], "zsh"),
        (["help", "im"], "import"),
    ])
    func `a real bash offers what the table has`(words: [String], offered: String) throws {
        let script = """
            compopt() { :; }
            \(sample.completionScript(for: .bash))
            COMP_WORDS=(tidepool "$@"); COMP_CWORD=$#
            _tidepool; echo -n "${COMPREPLY[*]}"
            """
        #expect(try output(["/bin/bash", "--norc", "-c", script, "bash"] + words) == offered)
    }

    @Test(.enabled(if: isInstalled("/usr/bin/zsh"), "zsh is not installed"))
    func `zsh completes at the first time, when it has only just read the script`() throws {
        let table = CommandTable(name: "tide-pool", summary: "watch", version: "1", commands: [])
        let folder = FileManager.default.temporaryDirectory.appending(component: "zsh-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        // What stays behind is the system's to clean up.
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(component: "_tide-pool")
        try Data(table.completionScript(for: .zsh).utf8).write(to: file)
        let script = """
            compdef() { print defined }
            _arguments() { print asked }
            fpath=($1); autoload -Uz _tide-pool; _tide-pool
            """
        #expect(try output(["/usr/bin/zsh", "-f", "-c", script, "zsh", folder.path]) == "asked\n")
    }

    @Test(
        .enabled(if: isInstalled("/usr/bin/fish"), "fish is not installed"),
        arguments: [
            ("w", ["watch"]), ("--color always w", ["watch"]), ("--color n", ["never"]),
            ("watch --form", ["--format"]), ("watch -f j", ["json"]), ("watch --copy te", ["text="]),
            ("watch --copy text=/etc/os-rel", ["text=/etc/os-release"]), ("help im", ["import"]),
        ] as [(String, [String])]
    )
    func `a real fish offers what the table has`(line: String, offered: [String]) throws {
        let script = "\(sample.completionScript(for: .fish))complete -C 'tidepool \(line)'"
        let lines = try output(["/usr/bin/fish", "--no-config", "-c", script]).split(separator: "\n")
        let words = lines.map { String($0.prefix { $0 != "\t" }) }
        #expect(Set(offered).isSubset(of: words) && words.count <= offered.count + 1, "\(lines)")
    }

    private func output(_ words: [String]) throws -> String {
        let process = Process()
        let pipe = Pipe()
        process.executableURL = URL(filePath: words[0])
        process.arguments = Array(words.dropFirst())
        process.standardOutput = pipe
        try process.run()
        let text = try pipe.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return String(decoding: text, as: UTF8.self)
    }
}

private func isInstalled(_ path: String) -> Bool { FileManager.default.isExecutableFile(atPath: path) }
