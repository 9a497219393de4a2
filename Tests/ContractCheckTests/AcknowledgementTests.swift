import Foundation
import JSONCore
import JSONSchema
import Testing

/// What is accepted on purpose, and what an earlier report tells.
@Suite struct AcknowledgementTests {
    private func written(_ folder: URL) throws {
        try write(
            #"{"required": ["id"], "properties": {"id": {"type": "string"}, "n": {"type": "integer"}}}"#,
            "s.json",
            folder
        )
        try write(#"{"id": null, "n": "7"}"#, "a.json", folder)
    }

    private let words = ["check", "-s", "s.json", "--accept", "accept.json", "a.json"]

    @Test func `one command accepts what drifted, and from then on the check passes`() async throws {
        try await Place.withScratch { folder in
            try written(folder)
            let first = try await contractCheck(
                words + ["--update-accept", "--reason", "agreed"],
                in: folder
            )
            #expect(first.status == 0, "\(first.transcript)")
            #expect(
                first.output.contains("0 breaking, 0 warnings, 0 infos in 1 input (2 accepted): conforms")
            )
            let file = try JSONDocument(
                String(contentsOf: folder.appending(component: "accept.json"), encoding: .utf8)
            )
            #expect(try acceptSchema().accepts(file))
            #expect(file.root["accepted"]?.elements.map { $0["reason"]?.string } == ["agreed", "agreed"])
            #expect(try await contractCheck(words, in: folder).status == 0)
            try write(#"{"id": null, "n": "7", "m": 1}"#, "a.json", folder)
            #expect(try await contractCheck(words, in: folder).status == 0)
            try write(#"{"n": "7"}"#, "a.json", folder)
            let other = try await contractCheck(words, in: folder)
            #expect(other.status == 1, "what was accepted is the null, not the absence")
            #expect(other.complaints.contains("(null-introduced /id) was not found"))
        }
    }

    @Test(
        arguments: [
            ["no-such.json", "--update-accept"],
            ["a.json", "--update-accept", "--baseline", "report.json"],
        ]
    )
    func `what was accepted stays where not all is judged, and where an earlier report tells it`(
        _ more: [String]
    ) async throws {
        try await Place.withScratch { folder in
            try written(folder)
            let report = ["check", "-s", "s.json", "-f", "json", "a.json"]
            try write(try await contractCheck(report, in: folder).output, "report.json", folder)
            _ = try await contractCheck(words + ["--update-accept", "--reason", "agreed"], in: folder)
            let path = folder.appending(component: "accept.json")
            let before = try String(contentsOf: path, encoding: .utf8)
            _ = try await contractCheck(words.dropLast() + more, in: folder)
            #expect(try String(contentsOf: path, encoding: .utf8) == before)
        }
    }

    @Test(arguments: ["", "  "])
    func `an empty reason is refused, and nothing is written`(_ reason: String) async throws {
        try await Place.withScratch { folder in
            try written(folder)
            let run = try await contractCheck(words + ["--update-accept", "--reason", reason], in: folder)
            #expect(run.status == 2)
            #expect(!FileManager.default.fileExists(atPath: folder.appending(component: "accept.json").path))
        }
    }

    @Test func `an expired entry counts again, and the report says so`() async throws {
        try await Place.withScratch { folder in
            try written(folder)
            _ = try await contractCheck(words + ["--update-accept"], in: folder)
            let path = folder.appending(component: "accept.json")
            let text = try String(contentsOf: path, encoding: .utf8)
                .replacing(#""reason": "#, with: #""expires": "2020-01-31", "reason": "#)
            try Data(text.utf8).write(to: path)
            let run = try await contractCheck(words + ["-f", "json"], in: folder)
            #expect(run.status == 1)
            #expect(run.complaints.contains("was accepted until 2020-01-31, and counts again"))
            let report = try run.json
            #expect(report["acceptance"]?["expired"]?.count == 2)
            #expect(report["summary"]?["breaking"]?.int64 == 2)
            #expect(try reportSchema().accepts(report.document), "\(run.output)")
        }
    }

    @Test(
        arguments: [
            ("no-json", "{"), ("no-version", #"{"accepted": []}"#), ("no-list", #"{"version": 1}"#),
            (
                "entries",
                #"""
                {"version": 1, "accepted": [3, {"id": "x", "reason": "r"}, {"id": "0123456789ab"},
                  {"id": "0123456789ab", "reason": "r", "expires": "2027-02-29", "author": "me"},
                  {"id": "0123456789ab", "reason": "r", "kind": "no-kind"}]}
                """#
            ),
        ]
    )
    func `a file that is none is exit code 2 with every mistake and its place`(
        name: String,
        text: String
    ) async throws {
        try await Place.withScratch { folder in
            try written(folder)
            try write(text, "accept.json", folder)
            let run = try await contractCheck(words, in: folder)
            #expect(run.status == 2)
            try Golden.expect(run.transcript, "accept/\(name).txt")
        }
    }

    @Test(
        arguments: [
            ["--accept", "nowhere.json"], ["--baseline", "nowhere.json"], ["--profile", "nowhere.json"],
            ["--baseline", "a.json"], ["--profile", "a.json"], ["--update-accept"], ["--reason", "r"],
        ]
    )
    func `a file or option that is missing is exit code 2`(options: [String]) async throws {
        try await Place.withScratch { folder in
            try written(folder)
            let run = try await contractCheck(["check", "-s", "s.json", "a.json"] + options, in: folder)
            #expect(run.status == 2, "\(run.transcript)")
            #expect(run.output.isEmpty)
            #expect(run.complaints.contains(options.last == "r" ? "--update-accept" : options.last ?? ""))
        }
    }

    @Test func `of an earlier report only what is new or worse is told`() async throws {
        try await Place.withScratch { folder in
            try written(folder)
            let first = try await contractCheck(
                ["check", "-s", "s.json", "-f", "json", "a.json"],
                in: folder
            )
            try write(first.output, "report.json", folder)
            let baseline = ["check", "-s", "s.json", "--baseline", "report.json", "-f", "json", "a.json"]
            let same = try await contractCheck(baseline, in: folder)
            #expect(same.status == 0)
            #expect(try same.json["summary"]?["known"]?.int64 == 2)
            try write(#"{"id": null, "n": []}"#, "a.json", folder)
            let more = try await contractCheck(baseline, in: folder)
            #expect(more.status == 1)
            #expect(try more.json["findings"]?.elements.map { $0["kind"]?.string } == ["shape-changed"])
            try write(first.output.replacing("breaking", with: "warning"), "report.json", folder)
            try written(folder)
            #expect(try await contractCheck(baseline, in: folder).status == 1, "they were warnings")
        }
    }

    @Test func `an error body can be accepted, an unreadable one cannot`() async throws {
        try await Place.withScratch { folder in
            try write(#"{"type": "object"}"#, "s.json", folder)
            for (text, status) in [("null", 0), ("<html>", 3)] as [(String, Int32)] {
                try write(text, "a.json", folder)
                let run = try await contractCheck(words + ["--update-accept"], in: folder)
                #expect(run.status == status, "\(run.transcript)")
            }
        }
    }

    private func acceptSchema() throws -> CompiledSchema { try schema("accept") }
    private func reportSchema() throws -> CompiledSchema { try schema("report") }

    private func schema(_ name: String) throws -> CompiledSchema {
        let path = Place.package.appending(path: "Schemas/\(name).schema.json")
        return try CompiledSchema(compiling: JSONDocument(String(contentsOf: path, encoding: .utf8)))
    }
}

/// Evidence and points of view at the command line.
@Suite struct WeighingTests {
    @Test func `a profile says what samples showed, and how much that weighs`() async throws {
        try await Place.withScratch { folder in
            try write(#"{"required": ["a"], "properties": {"a": {}, "b": {}}}"#, "s.json", folder)
            try write(
                Array(repeating: #"{"a": 1, "b": [1]}"#, count: 200).joined(separator: "\n"),
                "many.ndjson",
                folder
            )
            try write(#"{"a": 1, "b": [1]}"#, "one.json", folder)
            try write(#"{"b": []}"#, "a.json", folder)
            for (samples, status, kinds) in [
                ("many.ndjson", 1, ["field-missing breaking", "empty-section warning"]),
                ("one.json", 0, ["field-missing warning", "empty-section info"]),
            ] as [(String, Int32, [String])] {
                _ = try await contractCheck(["infer", "--profile", "p.json", samples], in: folder)
                let run = try await contractCheck(
                    ["check", "-s", "s.json", "--profile", "p.json", "-f", "json", "a.json"],
                    in: folder
                )
                #expect(run.status == status, "\(run.transcript)")
                let found = try run.json["findings"]?.elements.map { finding in
                    "\(finding["kind"]?.string ?? "") \(finding["severity"]?.string ?? "")"
                }
                #expect(found == kinds)
            }
        }
    }

    @Test func `what is new fails a check for those who write it`() async throws {
        try await Place.withScratch { folder in
            try write(#"{"properties": {"a": {"x-known-values": ["x"]}}}"#, "s.json", folder)
            try write(#"{"a": "y"}"#, "a.json", folder)
            let words = ["check", "-s", "s.json", "a.json"]
            #expect(try await contractCheck(words, in: folder).status == 0)
            #expect(try await contractCheck(words + ["--direction", "writer"], in: folder).status == 1)
        }
    }

    @Test func `what a limit leaves undecided is exit code 3 and no break`() async throws {
        try await Place.withScratch { folder in
            // Looks ahead, so that it is tried step by step, and each step doubles.
            try write(#"{"properties": {"a": {"pattern": "^(?=(a+)+$)b"}}}"#, "s.json", folder)
            try write(#"{"a": "\#(String(repeating: "a", count: 60))!"}"#, "a.json", folder)
            let run = try await contractCheck(["check", "-s", "s.json", "-f", "json", "a.json"], in: folder)
            #expect(run.status == 3, "\(run.transcript)")
            #expect(try run.json["findings"]?.elements.map { $0["kind"]?.string } == ["undecided"])
            #expect(try run.json["verdict"]?.string == "unreadable")
        }
    }

    @Test func `null where an object belongs is no answer`() async throws {
        try await Place.withScratch { folder in
            try write(#"{"type": "object"}"#, "s.json", folder)
            try write("null", "a.json", folder)
            let run = try await contractCheck(["check", "-s", "s.json", "-f", "json", "a.json"], in: folder)
            #expect(run.status == 1)
            #expect(try run.json["inputs"]?[0]?["result"]?.string == "null-body")
        }
    }
}
