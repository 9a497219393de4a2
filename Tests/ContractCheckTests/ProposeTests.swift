import Foundation
import JSONCore
import Testing

@Suite struct ProposeTests {
    /// A schema, a value that it refuses or does not know, and the schema that is proposed.
    struct Mend: CustomTestStringConvertible, Sendable {
        let schema: String
        let value: String
        let result: String
        var severity = "warning"

        var testDescription: String { "\(schema) for \(value)" }
    }

    private static let mends = [
        Mend(
            schema: #"{"items": {"type": "string"}}"#,
            value: "[null]",
            result: #"{"items": {"type": ["string", "null"]}}"#
        ),
        Mend(schema: #"{ "type" : "integer" }"#, value: "1.5", result: #"{ "type" : "number" }"#),
        Mend(
            schema: #"{"type": ["string","null"]}"#,
            value: "1",
            result: #"{"type": ["string", "null", "integer"]}"#
        ),
        Mend(schema: #"{"required": ["a", "b"]}"#, value: #"{"b": 1}"#, result: #"{"required": ["b"]}"#),
        Mend(schema: #"{"required": ["a", "b"]}"#, value: #"{"a": 1}"#, result: #"{"required": ["a"]}"#),
        Mend(schema: #"{"type": "object", "required": ["a"]}"#, value: "{}", result: #"{"type": "object"}"#),
        Mend(schema: #"{"required": ["a"], "type": "object"}"#, value: "{}", result: #"{"type": "object"}"#),
        Mend(schema: #"{"required": ["a"]}"#, value: "{}", result: "{}"),
        Mend(schema: #"{"enum": ["a", "b"]}"#, value: #""c""#, result: #"{"enum": ["a", "b", "c"]}"#),
        Mend(
            schema: "{\n  \"enum\": [\n    \"a\",\n    \"b\"\n  ]\n}\n",
            value: #""c""#,
            result: "{\n  \"enum\": [\n    \"a\",\n    \"b\",\n    \"c\"\n  ]\n}\n"
        ),
        Mend(schema: #"{"const": 1}"#, value: "2", result: #"{"enum": [1, 2]}"#),
        Mend(
            schema: #"{"type": "string", "x-known-values": ["a"]}"#,
            value: #""b""#,
            result: #"{"type": "string", "x-known-values": ["a", "b"]}"#
        ),
        Mend(schema: #"{"minimum": 1}"#, value: "[-2.50]", result: #"{"minimum": 1}"#),
        Mend(schema: #"{"minimum": 1}"#, value: "-2.50", result: #"{"minimum": -2.5}"#),
        Mend(schema: #"{"maxLength": 2}"#, value: #""日本語""#, result: #"{"maxLength": 3}"#),
        Mend(
            schema: #"{"items": {"minLength": 3}}"#,
            value: #"["a", "", "ab"]"#,
            result: #"{"items": {"minLength": 0}}"#
        ),
        Mend(schema: #"{"pattern": "^a", "type": "string"}"#, value: #""b""#, result: #"{"type": "string"}"#),
        Mend(
            schema: #"{"additionalProperties": false}"#,
            value: #"{"a": "x"}"#,
            result: #"{"additionalProperties": false, "properties": {"a": {"type": "string"}}}"#
        ),
        Mend(
            schema: #"{"properties": {"a": {"type": "string"}}}"#,
            value: #"{"a": "x", "b": 1}"#,
            result: #"{"properties": {"a": {"type": "string"}, "b": {"type": "integer"}}}"#,
            severity: "info"
        ),
        Mend(
            schema: #"{"items": {"anyOf": [{"type": "string"}, {"type": "array"}]}}"#,
            value: "[null]",
            result: #"{"items": {"anyOf": [{"type": "string"}, {"type": "array"}, {"type": "null"}]}}"#
        ),
        Mend(
            schema: ##"{"properties": {"a": {"$ref": "#/$defs/t"}}, "$defs": {"t": {"type": "string"}}}"##,
            value: #"{"a": null}"#,
            result:
                ##"{"properties": {"a": {"$ref": "#/$defs/t"}}, "$defs": {"t": {"type": ["string", "null"]}}}"##
        ),
    ]

    @Test(arguments: mends)
    func `only what has to be changed is, in the file's own format`(mend: Mend) async throws {
        try await Place.withScratch { folder in
            try write(mend.schema, "s.json", folder)
            try write(mend.value, "v.json", folder)
            let words = ["propose", "-s", "s.json", "--severity", mend.severity, "v.json"]
            let patch = try await contractCheck(words, in: folder)
            #expect(patch.status == 0, "\(patch.transcript)")
            let run = try await contractCheck(words + ["--write"], in: folder)
            #expect(run.status == 0, "\(run.transcript)")
            let written = try String(contentsOf: folder.appending(path: "s.json"), encoding: .utf8)
            #expect(written == mend.result)
            let check = try await contractCheck(
                ["check", "-s", "s.json", "--fail-on", mend.severity, "v.json"],
                in: folder
            )
            #expect(check.status == 0, "\(check.transcript)")
        }
    }

    @Test func `what no change is known for is told, and the exit code is 1`() async throws {
        try await Place.withScratch { folder in
            try write(#"{"items": {"not": {"type": "null"}, "type": "string"}}"#, "s.json", folder)
            try write("[null]", "v.json", folder)
            let run = try await contractCheck(["propose", "-s", "s.json", "v.json"], in: folder)
            #expect(run.status == 1)
            try Golden.expect(run.transcript, "propose/remaining.txt")
        }
    }

    /// A copy of a contract, and a drifted response of it.
    private func withDrift<Result>(_ body: (URL) async throws -> Result) async throws -> Result {
        try await Place.withScratch { folder in
            let contract = folder.appending(component: "netease-home")
            try FileManager.default.copyItem(at: URL(filePath: Place.contract("netease-home")), to: contract)
            let sample = contract.appending(path: "samples/drifted/blocks.2020-09.json")
            try FileManager.default.copyItem(at: sample, to: folder.appending(path: "blocks.2020-09.json"))
            return try await body(folder)
        }
    }

    @Test func `accepting drift is one command`() async throws {
        try await withDrift { folder in
            let before = try await contractCheck(
                ["check", "-c", "netease-home", "blocks.2020-09.json"],
                in: folder
            )
            #expect(before.status == 1)
            let run = try await contractCheck(
                ["propose", "-c", "netease-home", "--write", "blocks.2020-09.json"],
                in: folder
            )
            #expect(run.status == 0, "\(run.transcript)")
            try Golden.expect(run.transcript, "propose/write.txt")
            let after = try await contractCheck(
                ["check", "-c", "netease-home", "blocks.2020-09.json"],
                in: folder
            )
            #expect(after.status == 0, "\(after.transcript)")
            for kind in ["value-added", "kind-added"] {
                #expect(!after.output.contains(kind), "\(after.transcript)")
            }
            let samples = try await contractCheck(["lint", "netease-home"], in: folder)
            #expect(samples.status == 0, "\(samples.transcript)")
            let remarks = try await contractCheck(["lint", "--verbose", "netease-home"], in: folder)
            #expect(
                !remarks.output.contains("homepage-block"),
                "a proposed kind has nothing to be remarked: \(remarks.output)"
            )
            let diff = try await contractCheck(["diff", "-c", "netease-home", "v1", "v2"], in: folder)
            #expect(diff.status == 1)
            try Golden.expect(diff.transcript, "propose/diff.txt")
            let again = try await contractCheck(
                ["propose", "-c", "netease-home", "blocks.2020-09.json"],
                in: folder
            )
            #expect(again.complaints.contains("nothing has to be changed"))
        }
    }

    @Test func `the patch changes the version in force, and JSON Patches say the same`() async throws {
        try await withDrift { folder in
            let words = ["propose", "-c", "netease-home", "blocks.2020-09.json"]
            let patch = try await contractCheck(words, in: folder)
            #expect(patch.status == 0)
            try Golden.expect(patch.output, "propose/contract.patch")
            let json = try await contractCheck(words + ["--format", "json"], in: folder)
            try Golden.expect(json.output, "propose/contract.json")
            try write(patch.output, "drift.patch", folder)
            #expect(try run("git", ["apply", "drift.patch"], in: folder) == 0)
            let check = try await contractCheck(
                ["check", "-c", "netease-home", "blocks.2020-09.json"],
                in: folder
            )
            #expect(check.status == 0, "\(check.transcript)")
        }
    }

    @Test func `an error body is no sample, and a version that is there is not overwritten`() async throws {
        try await withDrift { folder in
            try write(#"{"code": 301}"#, "blocks.error.json", folder)
            let error = try await contractCheck(
                ["propose", "-c", "netease-home", "blocks.error.json"],
                in: folder
            )
            #expect(error.status == 1, "\(error.transcript)")
            #expect(error.output.isEmpty && error.complaints.contains("error-body"), "\(error.transcript)")
            try write("{}", "netease-home/v2/blocks.schema.json", folder)
            let twice = try await contractCheck(
                ["propose", "-c", "netease-home", "--write", "blocks.2020-09.json"],
                in: folder
            )
            #expect(twice.status == 2)
            #expect(twice.complaints.contains("v2"))
        }
    }

    @Test(arguments: ["null", #"{"error": {"code": 5}}"#, #"{"code": 7, "message": "busy"}"#])
    func `what is no answer is left out, told as check tells it, and the others are mended`(
        body: String
    ) async throws {
        try await Place.withScratch { folder in
            let schema =
                #"{"type": "object", "required": ["data", "ok"], "properties": {"data": {"type": "string"}, "ok": {"type": "boolean"}}}"#
            try write(schema, "s.json", folder)
            try write(body, "a.json", folder)
            try write(#"{"data": null, "ok": true}"#, "b.json", folder)
            let check = try await contractCheck(["check", "-s", "s.json", "a.json"], in: folder)
            let run = try await contractCheck(
                ["propose", "-s", "s.json", "-w", "a.json", "b.json"],
                in: folder
            )
            #expect(check.status == 1 && run.status == 1, "\(run.transcript)")
            let word = body == "null" ? "null-body" : "error-body"
            #expect(
                check.output.contains(word) && run.complaints.contains("a.json: \(word)"),
                "\(run.transcript)"
            )
            let mended = schema.replacing(#"{"type": "string"}"#, with: #"{"type": ["string", "null"]}"#)
            let path = folder.appending(path: "s.json")
            #expect(try String(contentsOf: path, encoding: .utf8) == mended)
        }
    }

    @Test(arguments: ["v2.partial", "samples/v2.partial"])
    func `a version that cannot be made whole leaves nothing behind`(obstacle: String) async throws {
        try await withDrift { folder in
            // A file where a folder has to be made.
            try write("", "netease-home/\(obstacle)", folder)
            let before = try listing(folder)
            let run = try await contractCheck(
                ["propose", "-c", "netease-home", "--write", "blocks.2020-09.json"],
                in: folder
            )
            #expect(run.status == 2 && run.output.isEmpty, "\(run.transcript)")
            #expect(run.complaints.contains("cannot be written"), "\(run.transcript)")
            #expect(try listing(folder).subtracting(before) == [])
        }
    }

    /// Every file below a folder, with its text.
    private func listing(_ folder: URL) throws -> Set<String> {
        let paths = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
        return Set(
            paths.map { path in
                let data = FileManager.default.contents(atPath: folder.appending(path: path).path) ?? Data()
                return "\(path) \(String(decoding: data, as: UTF8.self))"
            }
        )
    }

    @Test func `the patch for a released version adds the next one, and lint and check pass after it`()
        async throws
    {
        try await withDrift { folder in
            #expect(try await contractCheck(["lint", "--release", "netease-home"], in: folder).status == 0)
            let words = ["propose", "-c", "netease-home", "blocks.2020-09.json"]
            let patch = try await contractCheck(words, in: folder)
            #expect(patch.status == 0)
            #expect(patch.complaints.contains("v1 is released: this makes v2"), "\(patch.complaints)")
            let json = try await contractCheck(words + ["-f", "json"], in: folder).json
            let files = json["files"]?.elements.compactMap { $0["file"]?.string } ?? []
            #expect(files.allSatisfy { $0.hasSuffix("feed.json") || $0.contains("/v2/") }, "\(files)")
            try write(patch.output, "drift.patch", folder)
            #expect(try run("git", ["apply", "drift.patch"], in: folder) == 0)
            let lint = try await contractCheck(["lint", "netease-home"], in: folder)
            #expect(lint.status == 0, "\(lint.transcript)")
            let check = try await contractCheck(
                ["check", "-c", "netease-home", "blocks.2020-09.json"],
                in: folder
            )
            #expect(check.status == 0, "\(check.transcript)")
        }
    }

    @Test func `a definition that several places refer to is told with their number`() async throws {
        try await Place.withScratch { folder in
            let schema =
                ##"{"properties": {"a": {"$ref": "#/$defs/t"}, "b": {"$ref": "#/$defs/t"}, "c": {"type": "string"}}, "$defs": {"t": {"type": "string"}}}"##
            try write(schema, "s.json", folder)
            try write(#"{"a": null}"#, "shared.json", folder)
            try write(#"{"c": null}"#, "alone.json", folder)
            let shared = try await contractCheck(["propose", "-s", "s.json", "shared.json"], in: folder)
            #expect(
                shared.complaints.contains("s.json#/$defs/t: 2 places refer to it"),
                "\(shared.transcript)"
            )
            let alone = try await contractCheck(["propose", "-s", "s.json", "alone.json"], in: folder)
            #expect(alone.complaints.isEmpty, "\(alone.transcript)")
        }
    }

    private func run(_ tool: String, _ words: [String], in folder: URL) throws -> Int32 {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [tool] + words
        process.currentDirectoryURL = folder
        try process.run()
        process.waitUntilExit()
        return process.terminationStatus
    }
}
