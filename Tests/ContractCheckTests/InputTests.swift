import Foundation
import JSONCore
import Testing

/// What is read where: one result for each recording, named so that it can be found.
@Suite struct InputTests {
    @Test(arguments: ["ndjson", "jsonl"])
    func `each line of NDJSON is a recording named by its line`(ending: String) async throws {
        try await Place.withScratch { folder in
            let lines = [Sample.profile(1), "", Sample.drifted, "  ", "{oops", Sample.profile(4) + "\r"]
            try write(lines.joined(separator: "\n"), "p.\(ending)", folder)
            let checked = try await check(["p.\(ending)"], in: folder)
            let name = "p.\(ending)"
            #expect(
                checked.results == [
                    "\(name):1 answer", "\(name):3 answer", "\(name):5 not-json", "\(name):6 answer",
                ]
            )
            #expect(checked.findings.first { $0["kind"]?.string == "null-introduced" }?["of"]?.int64 == 3)
            #expect(checked.run.status == 3)
        }
    }

    @Test func `an array of recordings is read where its format is said, and is one body where not`()
        async throws
    {
        try await Place.withScratch { folder in
            try write("[\(Sample.profile(1)),\n \(Sample.drifted) ]", "p.json", folder)
            let said = try await check(["--input-format", "array", "p.json"], in: folder)
            #expect(said.results == ["p.json[0] answer", "p.json[1] answer"])
            #expect(said.lines.filter { $0.hasPrefix("null") } == ["null-introduced /data/fullName 1/2"])
            #expect(try await check(["p.json"], in: folder).results == ["p.json error-body"])
        }
    }

    @Test(arguments: [
        ("[]", "no-recordings"), ("[1,", "truncated"), ("[1 2]", "not-json"), ("{}", "not-a-recording"),
        ("", "truncated"),
    ])
    func `an array that is none, or ends, is named`(text: String, result: String) async throws {
        try await Place.withScratch { folder in
            try write(text, "p.json", folder)
            let checked = try await check(["--input-format", "array", "p.json"], in: folder)
            #expect(checked.results.last == "p.json \(result)")
            #expect(checked.run.status == 3)
        }
    }

    @Test func `a folder's recordings of every format are read, and what is none is left alone`() async throws
    {
        try await Place.withScratch { folder in
            try write(Sample.profile(), "in/a.json", folder)
            try write(Sample.profile() + "\n" + Sample.profile(), "in/b/c.ndjson", folder)
            try write(Sample.har([Sample.entry(Sample.profile())]), "in/d.har", folder)
            try write("HTTP/2 200\n\n" + Sample.profile(), "in/e.http", folder)
            try write(Packed.gzip, "in/f.json.gz", folder)
            try write("no recording", "in/README.md", folder)
            let checked = try await check(["in"], in: folder)
            let names = checked.inputs.compactMap { $0["name"]?.string }
            #expect(
                names == [
                    "in/a.json", "in/b/c.ndjson:1", "in/b/c.ndjson:2", "in/d.har[0]", "in/e.http",
                    "in/f.json.gz",
                ]
            )
            #expect(checked.run.status == 0, "\(checked.results)")
        }
    }

    @Test(
        arguments: [
            ("in/*.json", ["in/a.json", "in/b.json"]), ("in/[b-z].json", ["in/b.json"]),
            ("i?/a.json", ["in/a.json"]),
            ("in/**/*.json", ["in/a.json", "in/b.json", "in/deep/er/c.json"]),
            ("in/dee*", ["in/deep/er/c.json"]),
        ])
    func `a pattern that the shell left alone stands for what fits it`(
        pattern: String,
        names: [String]
    ) async throws {
        try await Place.withScratch { folder in
            for name in ["a.json", "b.json", ".hidden.json", "deep/er/c.json"] {
                try write(Sample.profile(), "in/\(name)", folder)
            }
            #expect(try await check([pattern], in: folder).inputs.compactMap { $0["name"]?.string } == names)
        }
    }

    @Test func `a pattern that nothing fits is an input that could not be read`() async throws {
        try await Place.withScratch { folder in
            let checked = try await check(["*.json"], in: folder)
            #expect(checked.results == ["*.json not-read"])
            #expect(checked.run.status == 3)
        }
    }

    @Test(arguments: ["a[1].json", "what?.json"])
    func `a file whose name looks like a pattern is that file`(name: String) async throws {
        try await Place.withScratch { folder in
            try write(Sample.profile(), name, folder)
            #expect(try await check([name], in: folder).results == ["\(name) answer"])
        }
    }

    @Test func `results and findings do not depend on which recording was done first`() async throws {
        try await Place.withScratch { folder in
            let padding = String(repeating: " ", count: 4_000)
            let lines = (0..<3_000).map { number in
                number % 7 == 3
                    ? Sample.profile(number, name: "null")
                    : Sample.profile(number) + (number % 2 == 0 ? padding : "")
            }
            try write(lines.joined(separator: "\n"), "p.ndjson", folder)
            let checked = try await check(["p.ndjson"], in: folder)
            let names = checked.inputs.compactMap { $0["name"]?.string }
            #expect(names == (1...100).map { "p.ndjson:\($0)" } + ["p.ndjson"])
            let finding = try #require(checked.findings.first { $0["kind"]?.string == "null-introduced" })
            #expect(
                finding["pointers"]?.elements.compactMap { $0["input"]?.string } == [
                    "p.ndjson:4", "p.ndjson:11", "p.ndjson:18",
                ]
            )
            #expect(finding["count"]?.int64 == 429 && finding["of"]?.int64 == 3_000)
            #expect(try await check(["p.ndjson"], in: folder).run.output == checked.run.output)
        }
    }

    private static let recording = #"""
        {"response": {"status": 200, "headers": [], "body": {"text": \#(Sample.quoted(Sample.profile()))}}, "recording": 1}
        """#

    @Test(
        arguments: [
            ("recording", recording, "answer"), ("recording", Sample.profile(), "not-a-recording"),
            ("recording", "{", "truncated"), ("json", recording, "error-body"),
            ("recording", recording.replacing("text", with: "base64"), "not-a-recording"),
            ("recording", recording.replacing("200", with: "null"), "not-a-recording"),
            ("curl", Sample.profile(), "not-a-recording"),
        ])
    func `a format that is said is the one that is read`(
        format: String,
        text: String,
        result: String
    ) async throws {
        try await Place.withScratch { folder in
            try write(text, "p.json", folder)
            let checked = try await check(["--input-format", format, "p.json"], in: folder)
            #expect(checked.results == ["p.json \(result)"])
        }
    }

    @Test func `a recording of no endpoint is a mistake, of which the likely URL is named`() async throws {
        try await Place.withScratch { folder in
            let request =
                #""request": {"method": "GET", "url": "http://x.example/homepage/block/pages?key=secret"}"#
            try write(
                #"{"recording": 1, \#(request), "response": {"status": 200, "body": {"text": "{}"}}}"#,
                "r.json",
                folder
            )
            let run = try await contractCheck(
                ["check", "-c", Place.contract("netease-home"), "r.json"],
                in: folder
            )
            #expect(run.status == 2)
            #expect(
                run.complaints.contains("did you mean /homepage/block/page (blocks)?"),
                "\(run.complaints)"
            )
            #expect(!run.complaints.contains("secret"))
        }
    }

    @Test func `a name that is nearly an endpoint's is a mistake, of which the likely one is named`()
        async throws
    {
        try await Place.withScratch { folder in
            try write(#"{"code": 200}"#, "blokcs.json", folder)
            let run = try await contractCheck(
                ["check", "-c", Place.contract("netease-home"), "blokcs.json"],
                in: folder
            )
            #expect(run.status == 2)
            #expect(run.complaints.contains("did you mean blocks?"))
        }
    }
}

@Suite struct ManyRecordingsTests {
    @Test func `of a long file the first hundred of a kind are told one by one, the others together`()
        async throws
    {
        try await Place.withScratch { folder in
            let lines = (1...2000).map {
                $0 % 4 == 0 ? "{" : $0 % 4 == 1 ? Sample.drifted : Sample.profile($0)
            }
            try write(lines.joined(separator: "\n"), "long.ndjson", folder)
            let checked = try await check(["long.ndjson"], in: folder)
            let counts = checked.inputs.reduce(into: [String: [Int64]]()) { counts, input in
                counts[input["result"]?.string ?? "", default: []].append(input["recordings"]?.int64 ?? 0)
            }
            let own = [Int64](repeating: 1, count: 100)
            #expect(counts == ["answer": own + [1400], "truncated": own + [400]])
            #expect(
                checked.inputs.filter { $0["recordings"]?.int64 != 1 }.map { $0["name"]?.string } == [
                    "long.ndjson", "long.ndjson",
                ]
            )
            #expect(checked.lines.contains("null-introduced /data/fullName 500/1500"), "\(checked.lines)")
            #expect(checked.lines.contains("truncated  500/2000"), "\(checked.lines)")
            let bytes = checked.inputs.reduce(0) { $0 + ($1["bytes"]?.int64 ?? 0) }
            #expect(bytes == lines.reduce(0) { $0 + Int64($1.utf8.count) })
        }
    }
}
