import Foundation
import JSONCore
import JSONSchema
import Testing

@Suite struct CheckTests {
    @Test(
        arguments: [
            ("netease-home/samples/v1", 0), ("netease-home/samples/drifted/blocks.2020-09.json", 1),
            ("netease-home/samples/drifted/blocks.2020-12.json", 1),
            ("netease-home/samples/drifted/blocks.2022-01.json", 0), ("profile/samples/v1/profile.json", 0),
        ] as [(String, Int32)]
    )
    func `a page conforms to its contract or the report says what drifted`(
        page: String,
        status: Int32
    ) async throws {
        let feed = String(page.prefix { $0 != "/" })
        let run = try await contractCheck(["check", "--contract", "Schemas/\(feed)", "Schemas/\(page)"])
        #expect(run.status == status, "\(run.transcript)")
        try Golden.expect(run.transcript, "pages/\(page.replacing("/", with: "_")).txt")
    }

    @Test func `findings are grouped over independent recordings of an endpoint`() async throws {
        let run = try await contractCheck(
            ["check", "-c", "Schemas/netease-home", "-f", "json", "Schemas/netease-home/samples"])
        let page = try run.json
        let findings = try #require(page["findings"]).elements.map { $0 }
        let action = findings.filter {
            $0["path"]?.string
                == "/data/blocks/[blockCode=HOMEPAGE_BLOCK_PLAYLIST_RCMD]/creatives/*/resources/*/action"
                && $0["kind"]?.string == "null-introduced"
        }
        #expect(page["inputs"]?.count == 5)
        #expect(action.count == 1)
        let count = try #require(action.first?["count"]?.int64)
        let of = try #require(action.first?["of"]?.int64)
        #expect(count < of, "null in \(count) of \(of): the other recordings count too")
    }

    @Test func `infos are counted, and shown only when asked for`() async throws {
        let words = [
            "check", "-c", "Schemas/netease-home", "Schemas/netease-home/samples/drifted/blocks.2022-01.json",
        ]
        #expect(try await !contractCheck(words).output.contains("field-added"))
        #expect(try await contractCheck(words + ["--verbose"]).output.contains("field-added"))
        let strict = try await contractCheck(words + ["--fail-on", "info"])
        #expect(strict.status == 1)
        #expect(strict.output.contains("field-added"))
    }

    @Test(arguments: [("breaking", 0), ("warning", 1), ("info", 1)] as [(String, Int32)])
    func `fail-on says from which severity on the check fails`(severity: String, status: Int32) async throws {
        // Of later values that v1 does not know the worst are warnings.
        let run = try await contractCheck([
            "check", "-c", "Schemas/netease-home", "--fail-on", severity,
            "Schemas/netease-home/samples/drifted/blocks.2022-01.json",
        ])
        #expect(run.status == status, "\(run.transcript)")
    }

    @Test func `standard input is judged by the endpoint that is named`() async throws {
        let bytes = try Data(
            contentsOf: Place.package.appending(path: "Schemas/profile/samples/v1/profile.json")
        )
        let run = try await contractCheck(["check", "-c", "Schemas/profile", "-"], input: Array(bytes))
        #expect(run.status == 0, "\(run.transcript)")
        let unclear = try await contractCheck(
            ["check", "-c", "Schemas/netease-home", "-"],
            input: Array(bytes)
        )
        #expect(unclear.status == 2)
        #expect(unclear.complaints.contains("endpoints: blocks, menus"))
    }

    @Test func `a schema alone is enough to judge by`() async throws {
        try await Place.withScratch { folder in
            try write(
                #"{"properties": {"id": {"$ref": "parts/id.json"}}, "required": ["id", "name"]}"#,
                "user.schema.json",
                folder
            )
            try write(#"{"type": "string"}"#, "parts/id.json", folder)
            try write(#"{"id": "a", "name": "A"}"#, "in/one.json", folder)
            try write(#"{"id": null, "name": "B"}"#, "in/two.json", folder)
            try write(#"{"id": 3}"#, "in/three.json", folder)
            let run = try await contractCheck(
                ["check", "--schema", "user.schema.json", "--schema-dir", "parts", "in"],
                in: folder
            )
            #expect(run.status == 1)
            try Golden.expect(run.transcript, "schema-alone.txt")
        }
    }
}

@Suite struct ReportTests {
    static let reports: [[String]] = [
        ["-c", "Schemas/netease-home", "Schemas/netease-home/samples"],
        ["-c", "Schemas/profile", "Schemas/profile/samples", "no-such-file.json", "-"],
        ["-c", "Schemas/profile", "http://127.0.0.1:1/profile"],
        ["-s", "Schemas/report.schema.json", "Schemas/profile/samples"],
        ["-c", "Schemas/profile", "--input-format", "array", "Schemas/profile/samples/v1/profile.json"],
        ["-c", "Schemas/profile", "--input-format", "ndjson", "Schemas/profile/samples/v1/profile.json"],
        ["-c", "Schemas/profile", "--input-format", "har", "-"],
    ]

    @Test(arguments: reports)
    func `a JSON report is what its published schema says`(words: [String]) async throws {
        let text = try Data(contentsOf: Place.package.appending(path: "Schemas/report.schema.json"))
        let schema = try CompiledSchema(compiling: JSONDocument(Array(text)))
        let run = try await contractCheck(["check", "--format", "json"] + words, input: Array("{]".utf8))
        let explanation = schema.explain(try run.json)
        #expect(explanation.violations.isEmpty, "\(explanation.violations.prefix(5))")
        // The schema is open for later members; those of today it must name.
        #expect(explanation.notes.isEmpty, "\(explanation.notes.prefix(5).map(\.value.pointer))")
        #expect(run.complaints.isEmpty)
    }

    @Test func `the whole JSON report of a small check`() async throws {
        try await Place.withScratch { folder in
            try write(
                #"{"error": 0, "data": {"id": "7", "fullName": null, "pictureUrl": "p"}}"#,
                "a.json",
                folder
            )
            try write(#"{"error": 4}"#, "b.json", folder)
            try write("<html>", "c.json", folder)
            let run = try await contractCheck(
                ["check", "-c", Place.contract("profile"), "--format", "json", "a.json", "b.json", "c.json"],
                in: folder
            )
            try Golden.expect(run.transcript, "report.json.txt")
        }
    }
}

/// Writes a file below a folder.
func write(_ text: String, _ name: String, _ folder: URL) throws { try write(Array(text.utf8), name, folder) }

/// Writes a file below a folder.
func write(_ bytes: [UInt8], _ name: String, _ folder: URL) throws {
    let file = folder.appending(path: name)
    try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(),
        withIntermediateDirectories: true
    )
    try Data(bytes).write(to: file)
}
