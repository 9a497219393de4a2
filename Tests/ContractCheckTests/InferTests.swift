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
}
