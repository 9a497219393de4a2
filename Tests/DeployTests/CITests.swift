import FoundationEssentials
import Glibc
import Testing

/// The files for CI systems, run as those run them: a shell, its options, and the variables that it is given.
@Suite struct CITests {
    @Test(
        arguments: [
            ("profile", 0, "conforms"), ("drifted/profile", 1, "drifted"), ("cut/profile", 3, "unreadable"),
        ] as [(String, Int32, String)]
    )
    func `GitHub's action ends as the check does, with its outputs and its summary`(
        recording: String,
        code: Int32,
        verdict: String
    ) async throws {
        let checkout = try Checkout()
        let run = try await GitHubRun(
            in: checkout,
            ["contract": "Schemas/profile", "responses": "\(recording).json\n"]
        )
        #expect(run.ended.code == code, "\(run.ended.text)")
        #expect(run.outputs["exit-code"] == "\(code)")
        #expect(run.outputs["verdict"] == verdict)
        #expect(run.summary.hasPrefix("## contract-check check: \(verdict)\n"))
        #expect(run.ended.lines.contains { $0.hasPrefix("::error file=\(recording).json,") } == (code != 0))
        for (key, start) in [("sarif", "{\n  \"$schema\": "), ("json", "{\n  \"version\": 1,")] {
            let file = try #require(run.outputs[key])
            #expect(try String(contentsOf: URL(filePath: file), encoding: .utf8).hasPrefix(start), "\(key)")
        }
    }

    @Test func `GitHub's action stops at a wrong contract, and has no reports then`() async throws {
        let checkout = try Checkout()
        let run = try await GitHubRun(in: checkout, ["contract": "nowhere", "responses": "profile.json"])
        #expect(run.ended.code == 2)
        #expect(run.outputs == ["exit-code": "2"])
        #expect(run.summary.isEmpty)
    }

    @Test func `what the inputs of GitHub's action hold are words, and never code`() async throws {
        let checkout = try Checkout()
        try checkout.copy("profile.json", to: "a b $(touch broken);.json")
        try checkout.copy("profile.json", to: "-x.json")
        let inputs = [
            "contract": "Schemas/profile", "fail-on": "info", "arguments": "--endpoint\nprofile",
            "responses": "a b $(touch broken);.json\n\n-x.json\n",
        ]
        let run = try await GitHubRun(in: checkout, inputs)
        #expect(run.ended.code == 0, "\(run.ended.text)")
        #expect(run.ended.lines.last == "0 breaking, 0 warnings, 0 infos in 2 inputs: conforms")
        #expect(!FileManager.default.fileExists(atPath: "\(checkout.folder)/broken"))
    }

    @Test func `every input and output of GitHub's action is one of its scripts'`() throws {
        let action = try CIFile("action.yml")
        let step = action.block(["runs:", "steps:", "- name: Check"]).joined(separator: "\n")
        for input in action.map(["inputs:"]).keys {
            #expect(step.contains("${{ inputs.\(input) }}"), "\(input)")
        }
        for output in action.map(["outputs:"]).keys {
            #expect(
                action.map(["outputs:", "\(output):"])["value"] == "${{ steps.check.outputs.\(output) }}"
            )
            #expect(step.contains("\(output)="), "\(output)")
        }
    }

    @Test func `GitHub's action builds the command only where there is none`() async throws {
        let checkout = try Checkout()
        let found = try await GitHubRun.preparation(
            in: checkout,
            path: "\(checkout.folder)/bin:/usr/bin:/bin"
        )
        #expect(found.ended.code == 0 && found.path.isEmpty, "\(found.ended.text)")
        // Building takes minutes: here it is only asked for.
        try checkout.write("#!/bin/sh\necho \"made $*\"\n", "tools/make", executable: true)
        let built = try await GitHubRun.preparation(
            in: checkout,
            path: "\(checkout.folder)/tools:/usr/bin:/bin"
        )
        #expect(built.ended.lines == ["made -C \(Installation.checkout) release"])
        #expect(built.path == "\(Installation.checkout)/.build/release\n")
    }

    @Test(
        arguments: [
            ("profile.json", 0), ("drifted", 1), ("profile.json drifted/*.json", 1), ("cut", 3), ("none", 3),
        ] as [(String, Int32)]
    )
    func `GitLab's job ends as the check does, with the reports that it keeps`(
        responses: String,
        code: Int32
    ) async throws {
        let checkout = try Checkout()
        let job = try CIFile("gitlab-ci.yml")
        var environment = job.map(["contract-check:", "variables:"])
        environment["CONTRACT"] = "Schemas/profile"
        environment["RESPONSES"] = responses
        environment["PATH"] = "\(checkout.folder)/bin:/usr/bin:/bin"
        let script = job.items(["contract-check:", "script:"]).joined(separator: "\n")
        let ended = try await checkout.run(["/bin/sh", "-e", "-c", script], environment)
        #expect(ended.code == code, "\(ended.text)")
        #expect(ended.text.contains("\u{1B}["), "the log of a job shows colour")
        let kept =
            job.items(["contract-check:", "artifacts:", "paths:"])
            + Array(job.map(["contract-check:", "artifacts:", "reports:"]).values)
        #expect(kept.count == 3)
        for file in kept {
            #expect(FileManager.default.fileExists(atPath: "\(checkout.folder)/\(file)"), "\(file)")
        }
    }
}

/// A folder as a CI job finds it: a contract, recordings, and the command in `bin`.
private final class Checkout: Sendable {
    let folder: String

    private static let answer = #"{"error": 0, "data": {"id": 1, "fullName": "A", "pictureUrl": "p"}}"#

    init() throws {
        folder = "/tmp/feedkeeper-ci-\(getpid())-\(UInt32.random(in: .min ... .max))"
        try FileManager.default.createDirectory(atPath: "\(folder)/bin", withIntermediateDirectories: true)
        try FileManager.default.createDirectory(
            atPath: "\(folder)/Schemas",
            withIntermediateDirectories: true
        )
        try FileManager.default.createSymbolicLink(
            atPath: "\(folder)/bin/contract-check",
            withDestinationPath: "\(Installation.buildFolder())/contract-check"
        )
        try FileManager.default.copyItem(
            atPath: "\(Installation.checkout)/Schemas/profile",
            toPath: "\(folder)/Schemas/profile"
        )
        try write(Self.answer, "profile.json")
        try write(Self.answer.replacing(#""A""#, with: "null"), "drifted/profile.json")
        try write(String(Self.answer.dropLast(9)), "cut/profile.json")
    }

    deinit {
        do {
            try FileManager.default.removeItem(atPath: folder)
        } catch {
            Issue.record("\(folder) was not removed: \(error)")
        }
    }

    func write(_ text: String, _ name: String, executable: Bool = false) throws {
        let file = URL(filePath: "\(folder)/\(name)")
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(),
            withIntermediateDirectories: true
        )
        try text.write(toFile: file.path, atomically: false, encoding: .utf8)
        if executable { unsafe chmod(file.path, 0o755) }
    }

    func copy(_ name: String, to other: String) throws {
        try FileManager.default.copyItem(atPath: "\(folder)/\(name)", toPath: "\(folder)/\(other)")
    }

    /// The text of a file; empty where there is none.
    func text(_ name: String) throws -> String {
        let path = "\(folder)/\(name)"
        guard FileManager.default.fileExists(atPath: path) else { return "" }
        return try String(contentsOf: URL(filePath: path), encoding: .utf8)
    }

    /// Runs a program in the folder.
    func run(_ words: [String], _ environment: [String: String]) async throws -> Ended {
        try await DeployTests.run(["/usr/bin/env", "-C", folder] + words, environment: environment)
    }
}

/// The action's step that checks, run as the runner does.
private struct GitHubRun {
    let ended: Ended
    let outputs: [String: String]
    let summary: String

    init(in checkout: Checkout, _ inputs: [String: String]) async throws {
        let action = try CIFile("action.yml")
        let step = ["runs:", "steps:", "- name: Check"]
        var environment = ["PATH": "\(checkout.folder)/bin:/usr/bin:/bin"]
        for (variable, value) in action.map(step + ["env:"]) {
            let input = value.dropFirst("${{ inputs.".count).dropLast(" }}".count)
            let preset = action.map(["inputs:", "\(input):"])["default"]
            environment[variable] = inputs[String(input)] ?? preset
        }
        ended = try await Self.run(action.block(step + ["run:"]), in: checkout, environment)
        let lines = try checkout.text("output").split(separator: "\n").map {
            $0.split(separator: "=", maxSplits: 1)
        }
        outputs = Dictionary(uniqueKeysWithValues: lines.map { (String($0[0]), String($0[1])) })
        summary = try checkout.text("summary")
    }

    /// Runs the step before it; `path` is what it adds to the `PATH` of later ones.
    static func preparation(in checkout: Checkout, path: String) async throws -> (ended: Ended, path: String)
    {
        let script = try CIFile("action.yml").block(
            ["runs:", "steps:", "- name: Find contract-check, or build it", "run:"]
        )
        let ended = try await run(script, in: checkout, ["PATH": path])
        return (ended, try checkout.text("path"))
    }

    private static func run(
        _ script: [String],
        in checkout: Checkout,
        _ variables: [String: String]
    ) async throws -> Ended {
        try #require(!script.isEmpty)
        try checkout.write(script.joined(separator: "\n"), "script.sh")
        let folder = checkout.folder
        let files = [
            "GITHUB_OUTPUT": "\(folder)/output", "GITHUB_STEP_SUMMARY": "\(folder)/summary",
            "GITHUB_PATH": "\(folder)/path", "GITHUB_ACTION_PATH": "\(Installation.checkout)/deploy/ci",
            "RUNNER_TEMP": folder,
        ]
        // The command line of `shell: bash`.
        let shell = ["/bin/bash", "--noprofile", "--norc", "-eo", "pipefail", "script.sh"]
        return try await checkout.run(shell, variables.merging(files) { $1 })
    }
}
