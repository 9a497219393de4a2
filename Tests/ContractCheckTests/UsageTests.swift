import Foundation
import Testing

@Suite struct UsageTests {
    @Test(
        arguments: [
            ("no-command", []), ("unknown-command", ["chekc"]),
            ("unknown-option", ["check", "--contarct", "x", "y"]),
            ("no-input", ["check", "--contract", "Schemas/profile"]),
            ("nothing-to-judge-by", ["check", "a.json"]),
            ("contract-and-schema", ["check", "-c", "a", "-s", "b", "c"]),
            ("unknown-endpoint", ["check", "-c", "Schemas/netease-home", "-e", "blcoks", "a.json"]),
            ("unclear-endpoint", ["check", "-c", "Schemas/netease-home", "blokcs.json"]),
            ("unclear-url", ["check", "-c", "Schemas/netease-home", "http://127.0.0.1:1/homepage"]),
            ("no-contract", ["check", "-c", "no-such-folder", "a.json"]),
            ("no-feed-file", ["check", "-c", "Tests", "a.json"]),
            ("folder-of-contracts", ["check", "-c", "Schemas", "a.json"]),
            ("standard-input-twice", ["check", "-c", "Schemas/profile", "-", "-"]),
            ("fail-on", ["check", "-c", "Schemas/profile", "--fail-on", "braking", "a.json"]),
            ("no-schema", ["validate", "a.json"]),
            ("no-schema-file", ["validate", "-s", "no-such.json", "a.json"]),
            (
                "no-schema-folder",
                ["validate", "-s", "Schemas/report.schema.json", "--schema-dir", "nowhere", "a.json"]
            ),
            ("url-to-validate", ["validate", "-s", "Schemas/report.schema.json", "http://127.0.0.1:1/"]),
        ] as [(String, [String])]
    )
    func `a wrong command line is exit code 2, with what was meant`(
        name: String,
        words: [String]
    ) async throws {
        let run = try await contractCheck(words)
        #expect(run.status == 2, "\(run.transcript)")
        #expect(run.output.isEmpty)
        try Golden.expect(run.transcript, "usage/\(name).txt")
    }

    @Test func `a broken contract is exit code 2, with every mistake and its place`() async throws {
        try await Place.withScratch { folder in
            let broken = folder.appending(component: "profile")
            try FileManager.default.copyItem(at: URL(filePath: Place.contract("profile")), to: broken)
            let feed = broken.appending(component: "feed.json")
            let text = try String(contentsOf: feed, encoding: .utf8)
                .replacing(#""schema": "profile.schema.json""#, with: #""schema": "profil.schema.json""#)
                .replacing(#""method": "GET""#, with: #""method": "FETCH""#)
            try Data(text.utf8).write(to: feed)
            try write(#"{"type": "objekt"}"#, "profile/v1/profile.schema.json", folder)
            let run = try await contractCheck(["check", "-c", "profile", "profile.json"], in: folder)
            #expect(run.status == 2)
            try Golden.expect(run.transcript, "usage/broken-contract.txt")
        }
    }

    @Test func `a schema that does not compile is exit code 2, with every mistake and its place`()
        async throws
    {
        try await Place.withScratch { folder in
            let schema = """
                {
                  "type": "objetc",
                  "properties": {
                    "a": {"pattern": "("},
                    "b": {"minLength": -1}
                  }
                }
                """
            try write(schema, "s.json", folder)
            try write("{} }", "broken.json", folder)
            for command in ["check", "validate"] {
                let run = try await contractCheck([command, "--schema", "s.json", "a.json"], in: folder)
                #expect(run.status == 2)
                try Golden.expect(run.transcript, "usage/schema-that-does-not-compile.txt")
                let noJSON = try await contractCheck(
                    [command, "--schema", "broken.json", "a.json"],
                    in: folder
                )
                #expect(noJSON.status == 2)
                try Golden.expect(noJSON.transcript, "usage/schema-that-is-no-json.txt")
            }
        }
    }

    @Test func `a reference that leads nowhere says how to add documents`() async throws {
        try await Place.withScratch { folder in
            try write(#"{"$id": "https://a.example/s", "$ref": "t"}"#, "s.json", folder)
            try write("3", "a.json", folder)
            let run = try await contractCheck(["validate", "-s", "s.json", "a.json"], in: folder)
            #expect(run.status == 2)
            #expect(run.complaints.contains("--schema-dir DIR"), "\(run.complaints)")
            try write(#"{"$id": "https://a.example/t", "type": "integer"}"#, "more/any-name.json", folder)
            let mended = try await contractCheck(
                ["validate", "-s", "s.json", "--schema-dir", "more", "a.json"],
                in: folder
            )
            #expect(mended.status == 0, "\(mended.transcript)")
        }
    }

    @Test(
        arguments: ["check", "validate", "record", "infer", "diff", "propose", "lint", "generate", "bowtie"]
    )
    func `help states the exit codes and shows examples`(command: String) async throws {
        let run = try await contractCheck([command, "--help"])
        #expect(run.status == 0)
        try Golden.expect(run.transcript, "help/\(command).txt")
    }
}

@Suite struct ValidateTests {
    private let schema = """
        {
          "$id": "https://shop.example/order",
          "type": "object",
          "required": ["id", "lines"],
          "properties": {
            "id": {"type": "integer"},
            "lines": {"type": "array", "minItems": 1, "items": {"$ref": "#/$defs/line"}}
          },
          "$defs": {"line": {"properties": {"count": {"exclusiveMinimum": 0}}}}
        }
        """

    private func run(_ words: [String], input: String = "") async throws -> Run {
        try await Place.withScratch { folder in
            try write(schema, "order.schema.json", folder)
            try write(#"{"id": 1, "lines": [{"count": 2}]}"#, "good.json", folder)
            try write("{\"id\": \"1\",\n \"lines\": [{\"count\": 2}, {\"count\": 0}]}", "bad.json", folder)
            try write("{}", "lacking.json", folder)
            try write("{\"id\": 1,\n ]", "broken.json", folder)
            return try await contractCheck(
                ["validate", "--schema", "order.schema.json"] + words,
                in: folder,
                input: Array(input.utf8)
            )
        }
    }

    @Test func `each violation has its place in the file and in the schema`() async throws {
        let run = try await run(["good.json", "bad.json", "lacking.json"])
        #expect(run.status == 1)
        try Golden.expect(run.transcript, "validate/violations.txt")
    }

    @Test func `formats are asserted on request`() async throws {
        try await Place.withScratch { folder in
            try write(#"{"properties": {"when": {"format": "date-time"}}}"#, "s.json", folder)
            try write(#"{"when": "2024-02-30T00:00:00Z"}"#, "a.json", folder)
            let words = ["validate", "-s", "s.json", "a.json"]
            #expect(try await contractCheck(words, in: folder).status == 0)
            let run = try await contractCheck(words + ["--assert-formats"], in: folder)
            #expect(run.status == 1)
            try Golden.expect(run.transcript, "validate/formats.txt")
        }
    }

    @Test func `a schema without a dialect of its own has the one that is named`() async throws {
        try await Place.withScratch { folder in
            // Draft 7 ignores what stands beside a $ref; later dialects do not.
            let schema = ##"{"definitions": {"s": {}}, "$ref": "#/definitions/s", "maxLength": 1}"##
            try write(schema, "s.json", folder)
            try write(#""long""#, "a.json", folder)
            let words = ["validate", "-s", "s.json", "a.json"]
            #expect(try await contractCheck(words, in: folder).status == 1)
            #expect(try await contractCheck(words + ["--dialect", "draft7"], in: folder).status == 0)
        }
    }

    @Test func `the JSON report holds the same facts`() async throws {
        let run = try await run(["--format", "json", "good.json", "bad.json", "broken.json"])
        try Golden.expect(run.transcript, "validate/violations.json.txt")
    }

    @Test(
        arguments: [
            (["good.json"], 0), (["bad.json"], 1), (["good.json", "bad.json"], 1), (["broken.json"], 3),
            (["bad.json", "broken.json"], 3), (["no-such.json"], 3), (["-"], 0),
        ] as [([String], Int32)]
    )
    func `the exit code is that of the worst file`(files: [String], status: Int32) async throws {
        let run = try await run(files, input: #"{"id": 3, "lines": [{}]}"#)
        #expect(run.status == status, "\(run.transcript)")
    }
}
