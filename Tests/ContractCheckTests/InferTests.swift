import Foundation
import JSONCore
import JSONSchema
import Testing

/// What `infer` writes, and what it says of inputs that it cannot use.
@Suite struct InferTests {
    @Test func `a profile is valid under its published schema`() async throws {
        let text = try Data(contentsOf: Place.package.appending(path: "Schemas/profile.schema.json"))
        let schema = try CompiledSchema(compiling: JSONDocument(Array(text)))
        let run = try await contractCheck(
            ["infer", "--profile", "-", "Schemas/netease-home/samples/v1", "Schemas/profile/samples/v1"]
        )
        let profile = try run.json
        #expect(schema.violations(in: profile).isEmpty)
        #expect(profile["samples"]?.int64 == 3)
        #expect(run.status == 0)
    }

    @Test func `nothing is written when an input cannot be read, and each such input is told`() async throws {
        try await Place.withScratch { folder in
            try Data("{}".utf8).write(to: folder.appending(component: "a.json"))
            try Data("{\"a\":".utf8).write(to: folder.appending(component: "b.json"))
            let words = ["infer", "--profile", "p.json", "a.json", "b.json", "no-such.json"]
            let run = try await contractCheck(words, in: folder)
            #expect(run.status == 3)
            try Golden.expect(run.transcript, "infer/unreadable.txt")
            #expect(!FileManager.default.fileExists(atPath: folder.appending(component: "p.json").path))
        }
    }

    @Test func `an input without samples is an error`() async throws {
        try await Place.withScratch { folder in
            try Data().write(to: folder.appending(component: "none.ndjson"))
            let run = try await contractCheck(["infer", "--profile", "-", "none.ndjson"], in: folder)
            #expect(run.status == 3)
            try Golden.expect(run.transcript, "infer/no-samples.txt")
        }
    }

    @Test func `a pin that is at odds with a sample is told with its place, and so is one of no sample`()
        async throws
    {
        try await Place.withScratch { folder in
            try write(#"{"items": [{"kind": "a"}, {"kind": "b"}]}"#, "a.json", folder)
            try write(
                """
                {"version": 1, "places": {
                  "/items/*": {"as": "class"},
                  "/items/*/kind": {"enum": ["a"]},
                  "/nowhere": {"as": "map"}
                }}
                """,
                "infer.json",
                folder
            )
            let run = try await contractCheck(["infer", "--pins", "infer.json", "a.json"], in: folder)
            #expect(run.status == 2)
            try Golden.expect(run.transcript, "infer/pin-at-odds.txt")
        }
    }

    @Test func `pins that no sample is touched by are told, with what was meant`() async throws {
        try await Place.withScratch { folder in
            try write(#"{"items": [{"kind": "a"}, {"kind": "b"}]}"#, "a.json", folder)
            try write(
                """
                {"version": 1, "places": {
                  "/items/0/kind": {"enum": true},
                  "/itens/*": {"name": "Item"},
                  "/items/*": {"discriminator": "kid"},
                  "/items": {"format": "date"}
                }}
                """,
                "infer.json",
                folder
            )
            for words in [["infer"], ["generate", "typescript", "--samples", "-o", "a.ts"]] {
                let run = try await contractCheck(words + ["--pins", "infer.json", "a.json"], in: folder)
                #expect(run.status == 0)
                try Golden.expect(run.complaints, "infer/unused-pins.txt")
            }
        }
    }

    @Test func `a word that is no decision is an error, with what was meant`() async throws {
        try await Place.withScratch { folder in
            try write("{}", "a.json", folder)
            try write(
                #"{"version": 1, "places": {"/items": {"discriminater": "kind"}}}"#,
                "infer.json",
                folder
            )
            for words in [["infer"], ["generate", "swift", "--samples"]] {
                let run = try await contractCheck(words + ["--pins", "infer.json", "a.json"], in: folder)
                try Golden.expect(run.transcript, "infer/no-decision.txt")
            }
        }
    }

    @Test func `decisions hold when more samples say otherwise`() async throws {
        try await Place.withScratch { folder in
            try write(
                #"{"rates": {"a": 1}, "home": {"1": 1, "2": 2}, "list": [{"t": "x", "u": 1}], "day": "2020-01-01"}"#,
                "a.json",
                folder
            )
            try write(
                #"{"rates": {"b": 1.5}, "home": {"3": 3}, "list": [{"t": "y", "v": 1}], "day": "soon", "kind": "new"}"#,
                "b.json",
                folder
            )
            try write(
                """
                {"version": 1, "places": {
                  "/rates": {"as": "map", "name": "Rates"},
                  "/home": {"as": "class"},
                  "/list/*": {"discriminator": "t"},
                  "/day": {"format": "x-day"},
                  "/kind": {"enum": ["new", "old"]}
                }}
                """,
                "infer.json",
                folder
            )
            for samples in [["a.json"], ["a.json", "b.json"]] {
                let run = try await contractCheck(["infer", "--pins", "infer.json"] + samples, in: folder)
                try Golden.expect(run.transcript, "infer/pinned-\(samples.count).txt")
            }
        }
    }

    @Test func `what can be read once gives what a file gives, and a part of a file is told by its line`()
        async throws
    {
        try await Place.withScratch { folder in
            let lines = (0..<20).map {
                #"{"kind": "\#($0 % 2 == 0 ? "a" : "b")", "\#($0 % 2 == 0 ? "x" : "y")": \#($0)}"#
            }
            let text = lines.joined(separator: "\n")
            try write(text, "all.ndjson", folder)
            let words = ["infer", "--input-format", "ndjson", "--profile", "p.json", "-o", "-"]
            let ofFile = try await contractCheck(words + ["all.ndjson"], in: folder)
            let ofPipe = try await contractCheck(words + ["-"], in: folder, input: Array(text.utf8))
            #expect(ofFile.status == 0 && ofFile.output.contains("x-discriminator"))
            #expect(ofFile.transcript == ofPipe.transcript)
            try write("{\"t\": \"a\"}\n{\"t\": \"b\"}\n", "two.ndjson", folder)
            try write(#"{"version": 1, "places": {"/t": {"enum": ["a"]}}}"#, "infer.json", folder)
            let refused = try await contractCheck(
                ["infer", "--pins", "infer.json", "two.ndjson"],
                in: folder
            )
            #expect(
                refused.status == 2 && refused.complaints.contains("at two.ndjson:2:1:"),
                "\(refused.transcript)"
            )
        }
    }

    @Test func `a profile grows by what other samples have shown, in one run or in several`() async throws {
        try await Place.withScratch { folder in
            for (name, value) in [("a", "1"), ("b", "null"), ("c", #""x""#)] {
                try write(#"{"v": \#(value)}"#, "\(name).json", folder)
            }
            func infer(_ words: String...) async throws {
                let run = try await contractCheck(["infer"] + words, in: folder)
                #expect(run.status == 0 && run.output.isEmpty, "\(run.transcript)")
            }
            func text(_ name: String) throws -> String {
                try String(contentsOf: folder.appending(component: name), encoding: .utf8)
            }
            try await infer("a.json", "b.json", "c.json", "--profile", "all.json")
            try await infer("a.json", "--profile", "grown.json")
            try await infer("b.json", "--join", "grown.json", "--profile", "grown.json")
            try await infer("c.json", "--profile", "last.json")
            try await infer("--join", "grown.json", "--join", "last.json", "--profile", "joined.json")
            #expect(try text("joined.json") == text("all.json"))
        }
    }

    @Test(
        arguments: [
            ["a.json", "--join", "p.json"], ["--join", "p.json", "--profile", "q.json", "-o", "s.json"],
            ["--profile", "q.json"], [], ["a.json", "--join", "none.json", "--profile", "q.json"],
        ]
    )
    func `profiles are joined into a profile, and a schema is made of inputs`(words: [String]) async throws {
        try await Place.withScratch { folder in
            try write("1", "a.json", folder)
            try write(#"{"version": 1, "samples": 0, "paths": {}}"#, "p.json", folder)
            let run = try await contractCheck(["infer"] + words, in: folder)
            #expect(run.status == 2 && run.output.isEmpty, "\(run.transcript)")
        }
    }
}
