import FoundationEssentials
import Testing

@Suite struct UnitTests {
    @Test func `systemd finds nothing wrong with the unit`() async throws {
        let installation = try await Installation.make()
        try await expectVerified(try installedUnit(installation), in: installation)
    }

    @Test func `systemd finds nothing wrong with the unit's examples of secrets`() async throws {
        let installation = try await Installation.make()
        let examples = ["#LoadCredential=", "#Environment="]
        let lines = try installedUnit(installation).split(separator: "\n", omittingEmptySubsequences: false)
        let unit = lines.map { line in
            examples.contains { line.hasPrefix($0) } ? line.dropFirst() : line
        }
        #expect(unit.count { $0.hasPrefix("LoadCredential=") } == 2)
        try await expectVerified(unit.joined(separator: "\n"), in: installation)
    }

    @Test func `stopping may take longer than the default grace, and starting as long as it takes`()
        async throws
    {
        let unit = try await Installation.make().text("/usr/lib/systemd/system/feedkeeper.service")
        #expect(unit.contains("\nTimeoutStopSec=45\n"))
        #expect(unit.contains("\nTimeoutStartSec=infinity\n"))
    }

    /// The unit with the command where it is now.
    private func installedUnit(_ installation: Installation) throws -> String {
        let text = try installation.text("/usr/lib/systemd/system/feedkeeper.service")
        return text.replacing("ExecStart=/usr/", with: "ExecStart=\(installation.root)/usr/")
    }

    private func expectVerified(_ unit: String, in installation: Installation) async throws {
        let tool = "/usr/bin/systemd-analyze"
        guard FileManager.default.isExecutableFile(atPath: tool) else {
            withKnownIssue("this machine has no \(tool): the unit was not verified") {
                Issue.record("no \(tool)")
            }
            return
        }
        let path = "\(installation.root)/feedkeeper.service"
        try unit.write(toFile: path, atomically: false, encoding: .utf8)
        let ended = try await run([tool, "verify", "--man=no", path], environment: ["PATH": "/usr/bin:/bin"])
        // It says things about the machine's other units too; unknown keys are said, and are no error.
        #expect(ended.lines.filter { $0.contains("feedkeeper") } == [])
        #expect(ended.code == 0, "\(ended.text)")
    }
}
