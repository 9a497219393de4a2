import FoundationEssentials
import Testing

@Suite struct InstallTests {
    @Test func `everything is installed where it is looked for`() async throws {
        let installation = try await Installation.make()
        let files = Set(try await installation.files())
        let words = ["contract-check", "feedkeeper"].flatMap { command in
            [
                "/usr/share/man/man1/\(command).1", "/usr/share/bash-completion/completions/\(command)",
                "/usr/share/zsh/site-functions/_\(command)",
                "/usr/share/fish/vendor_completions.d/\(command).fish",
            ]
        }
        let wanted =
            words + [
                "/etc/feedkeeper/feedkeeper.env", "/etc/feedkeeper/feedkeeper.env.sample",
                "/usr/bin/contract-check", "/usr/bin/feedkeeper",
                "/usr/lib/systemd/system/feedkeeper.service", "/usr/lib/sysusers.d/feedkeeper.conf",
                "/usr/share/doc/feedkeeper/README.md", "/usr/share/feedkeeper/create-database.sql",
            ]
        #expect(Set(wanted).subtracting(files).isEmpty)
        #expect(files.subtracting(wanted).isEmpty)
        #expect(try installation.text("/usr/share/man/man1/feedkeeper.1").hasPrefix(".TH \"FEEDKEEPER\" 1"))
        #expect(
            try installation.text("/usr/share/zsh/site-functions/_feedkeeper").hasPrefix(
                "#compdef feedkeeper\n"
            )
        )
    }

    @Test func `the unit and the sample name the prefix that was installed to`() async throws {
        let installation = try await Installation.make()
        let unit = try installation.text("/usr/lib/systemd/system/feedkeeper.service")
        let sample = try installation.text("/etc/feedkeeper/feedkeeper.env.sample")
        #expect(unit.contains("\nExecStart=/usr/bin/feedkeeper run\n"))
        #expect(unit.contains("\nEnvironment=FEEDKEEPER_SCHEMAS=/usr/share/feedkeeper/Schemas\n"))
        #expect(sample.contains("\n#FEEDKEEPER_SCHEMAS=/usr/share/feedkeeper/Schemas\n"))
        #expect(!unit.contains("/usr/local") && !sample.contains("/usr/local"))
    }

    @Test func `the settings that an operator has written stay`() async throws {
        let installation = try await Installation.make()
        let settings = installation.root + "/etc/feedkeeper/feedkeeper.env"
        #expect(try installation.permissions("/etc/feedkeeper/feedkeeper.env") == 0o600)
        try "DATABASE_URL=postgresql:///mine\n".write(toFile: settings, atomically: false, encoding: .utf8)
        try #require(try await Installation.install(into: installation.root).code == 0)
        #expect(
            try installation.text("/etc/feedkeeper/feedkeeper.env") == "DATABASE_URL=postgresql:///mine\n"
        )
    }

    @Test func `a contract that this version has not is gone after an upgrade`() async throws {
        let installation = try await Installation.make()
        let old = installation.contracts + "/dropped"
        try FileManager.default.createDirectory(atPath: old, withIntermediateDirectories: true)
        try #require(try await Installation.install(into: installation.root).code == 0)
        #expect(!FileManager.default.fileExists(atPath: old))
        #expect(FileManager.default.fileExists(atPath: installation.contracts + "/profile/feed.json"))
    }

    @Test(arguments: ["", "usr", "/us r", "/a|b", "/a&b"])
    func `a prefix that cannot be written into the files is refused`(prefix: String) async throws {
        let ended = try await Installation.install(into: "/nowhere", prefix: prefix)
        #expect(ended.code == 2)
        #expect(ended.text.contains("PREFIX must be an absolute path"))
    }

    @Test func `a command that needs a toolchain where it runs is pointed out`() async throws {
        let installation = try await Installation.make()
        let libraries = try await run(["/usr/bin/ldd", installation.feedkeeper])
        let isPointedOut = installation.ended.text.contains(
            "feedkeeper needs the Swift toolchain's libraries"
        )
        #expect(isPointedOut == libraries.text.contains("libswift"))
    }

    @Test func `the README's way to uninstall leaves nothing but the settings`() async throws {
        let installation = try await Installation.make()
        let readme = try installation.text("/usr/share/doc/feedkeeper/README.md")
        let section = try #require(readme.split(separator: "## Uninstall").last)
        let block = try #require(section.split(separator: "```").dropFirst().first)
        let removing = block.dropFirst("sh".count).split(separator: "\n").filter { !$0.contains("systemctl") }
        let script = removing.joined(separator: "\n").replacing("sudo ", with: "")
            .replacing(" /usr/", with: " \(installation.root)/usr/")
        #expect(try await run(["/bin/sh", "-ec", script], environment: ["PATH": "/usr/bin:/bin"]).code == 0)
        #expect(
            Set(try await installation.files()) == [
                "/etc/feedkeeper/feedkeeper.env", "/etc/feedkeeper/feedkeeper.env.sample",
            ]
        )
    }
}
