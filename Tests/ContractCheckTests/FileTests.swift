import Foundation
import JSONCore
import Testing

/// What is read, what is written, and what may not be both.
@Suite struct FileTests {
    private let schema = #"{"type": "object", "properties": {"a": {"type": "integer"}}}"#

    private func withFiles<Result>(_ body: (URL) async throws -> Result) async throws -> Result {
        try await Place.withScratch { folder in
            try write(schema, "s.json", folder)
            try write(#"{"a": 1}"#, "rec/a.json", folder)
            try write(#"{"version": 1, "accepted": []}"#, "accept.json", folder)
            return try await body(folder)
        }
    }

    @Test(
        arguments: [
            ["check", "-s", "s.json", "rec/a.json", "--report", "json=rec/a.json"],
            ["check", "-s", "s.json", "rec", "-o", "./rec/../rec/a.json"],
            ["check", "-s", "s.json", "rec", "-o", "link.json"],
            ["check", "-s", "s.json", "rec", "--report", "sarif=s.json"],
            ["check", "-s", "s.json", "rec", "--accept", "accept.json", "--report", "json=accept.json"],
            ["infer", "rec/a.json", "-o", "rec/a.json"], ["infer", "rec", "--profile", "rec/a.json"],
            ["diff", "s.json", "s.json", "-o", "s.json"],
            ["generate", "swift", "-s", "s.json", "-o", "s.json"],
        ]
    )
    func `nothing that is read is written over`(words: [String]) async throws {
        try await withFiles { folder in
            try FileManager.default.createSymbolicLink(
                at: folder.appending(path: "link.json"),
                withDestinationURL: folder.appending(path: "rec/a.json")
            )
            let run = try await contractCheck(words, in: folder)
            #expect(run.status == 2 && run.complaints.contains("would overwrite"), "\(run.transcript)")
            #expect(
                try String(contentsOf: folder.appending(path: "rec/a.json"), encoding: .utf8) == #"{"a": 1}"#
            )
            #expect(try String(contentsOf: folder.appending(path: "s.json"), encoding: .utf8) == schema)
        }
    }

    @Test(
        arguments: [
            ["check", "-s", "s.json", "rec", "-o", "no/such/file"],
            ["check", "-s", "s.json", "rec", "--report", "junit=no/such/file"],
            ["check", "-s", "s.json", "rec", "--accept", "no/such/file", "--update-accept"],
            ["infer", "rec", "-o", "no/such/file"], ["infer", "rec", "--profile", "no/such/file"],
            ["generate", "swift", "-s", "s.json", "-o", "no/such/file"],
            ["generate", "swift", "-s", "s.json", "--split", "-o", "s.json/folder"],
        ]
    )
    func `what cannot be written is exit code 2, with its name`(words: [String]) async throws {
        try await withFiles { folder in
            let run = try await contractCheck(words, in: folder)
            #expect(run.status == 2 && run.complaints.contains("it cannot be written"), "\(run.transcript)")
            #expect(
                run.complaints.contains(
                    words.last { $0.contains("/") && $0 != "rec" }?.split(separator: "=").last ?? ""
                )
            )
        }
    }

    @Test func `a list that is brought up to date keeps its link and its permissions`() async throws {
        try await withFiles { folder in
            let manager = FileManager.default
            let real = folder.appending(path: "real.json").path
            try manager.moveItem(atPath: folder.appending(path: "accept.json").path, toPath: real)
            try manager.setAttributes([.posixPermissions: 0o640], ofItemAtPath: real)
            try manager.createSymbolicLink(
                atPath: folder.appending(path: "accept.json").path,
                withDestinationPath: "real.json"
            )
            try write(#"{"a": null}"#, "rec/a.json", folder)
            let run = try await contractCheck(
                ["check", "-s", "s.json", "--accept", "accept.json", "--update-accept", "rec"],
                in: folder
            )
            #expect(run.status == 0, "\(run.transcript)")
            let facts = try manager.attributesOfItem(atPath: real)
            #expect((facts[.posixPermissions] as? NSNumber)?.intValue == 0o640)
            #expect(try String(contentsOfFile: real, encoding: .utf8).contains("null-introduced"))
            #expect(
                try manager.destinationOfSymbolicLink(atPath: folder.appending(path: "accept.json").path)
                    == "real.json"
            )
            #expect(
                try manager.contentsOfDirectory(atPath: folder.path).count == 4,
                "nothing is left beside it"
            )
        }
    }

    @Test(
        arguments: [
            (#"{"recording": 1, "request": {}, "response": {}}"#, true),
            (#"{"code": 200, "data": {}}"#, true),
            (#"{"id": 3, "type": "banner", "size": 1}"#, true), ("{}", false),
            (#"{"title": "anything"}"#, false), (#"{"type": "object", "note": 1}"#, false),
            (#"{"$defs": {"a": {}}, "more": 1}"#, false), (#"{"x-note": 1}"#, false),
        ]
    )
    func `a JSON file without any keyword is refused as a schema`(text: String, isRefused: Bool) async throws
    {
        try await withFiles { folder in
            try write(text, "t.json", folder)
            for command in [["check"], ["validate"], ["propose"]] {
                let run = try await contractCheck(command + ["-s", "t.json", "rec/a.json"], in: folder)
                #expect(run.status == (isRefused ? 2 : 0), "\(run.transcript)")
                #expect(
                    run.complaints.contains("t.json: this is no schema") == isRefused,
                    "\(run.transcript)"
                )
            }
        }
    }

    @Test(
        arguments: [
            (["ftp://example.com/a.json"], "", 3, "only http and https URLs are fetched, not ftp"),
            (["-"], "{\"a\": 1}\n{\"a\": 2}\n", 3, "--input-format ndjson says so"),
            (["-"], "{\"a\": 1}x", 3, "trailing-bytes"),
            (
                ["--accept", "none.json", "rec"], "", 2,
                "none.json: there is no such file; --update-accept makes it"
            ),
        ]
    )
    func `a slip is told with its mend`(
        words: [String],
        input: String,
        status: Int32,
        told: String
    ) async throws {
        try await withFiles { folder in
            let run = try await contractCheck(
                ["check", "-s", "s.json"] + words,
                in: folder,
                input: Array(input.utf8)
            )
            #expect(run.status == status && run.transcript.contains(told), "\(run.transcript)")
            #expect(run.transcript.contains("ndjson") == told.contains("ndjson"))
        }
    }

    @Test func `every format counts the same`() async throws {
        try await withFiles { folder in
            try write("<html>", "rec/b.json", folder)
            try write("null", "rec/c.json", folder)
            try write("null", "rec/d.json", folder)
            try write(#"{"a": "x"}"#, "rec/e.json", folder)
            func report(_ format: String) async throws -> String {
                try await contractCheck(
                    ["check", "-s", "s.json", "-f", format, "rec", "none.json"],
                    in: folder
                ).output
            }
            let counts = "2 unreadable, 2 breaking, 0 warnings, 0 infos in 6 inputs"
            for format in ["text", "markdown", "github"] {
                #expect(try await report(format).contains(counts), "\(format)")
            }
            let summary = try JSONDocument(try await report("json")).root["summary"]
            #expect(
                ["unreadable", "breaking", "warning", "info"].map { summary?[$0]?.int64 } == [2, 2, 0, 0]
            )
            let junit = try await report("junit")
            #expect(junit.contains(#"tests="6" failures="2" errors="2""#), "\(junit)")
            let sarif = try JSONDocument(try await report("sarif")).root["runs"]?[0]
            #expect(sarif?["results"]?.count == 4)
            #expect(sarif?["invocations"]?[0]?["toolExecutionNotifications"]?.count == 2)
        }
    }
}
