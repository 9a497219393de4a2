import Foundation
import JSONCore
import JSONSchema
import Testing

@Suite struct DiffTests {
    private static let old = """
        {
          "type": "object",
          "required": ["id", "name"],
          "properties": {
            "id": {"type": "integer"},
            "name": {"type": "string", "description": "Shown on top."},
            "state": {"enum": ["on", "off"]},
            "mode": {"type": "string", "x-known-values": ["a"]},
            "tags": {"type": "array", "items": {"type": "string", "pattern": "^[a-z]+$"}},
            "parent": {"$ref": "#"}
          }
        }
        """

    private static let new = """
        {
          "type": "object",
          "required": ["id"],
          "properties": {
            "id": {"type": "number"},
            "name": {"anyOf": [{"type": "string", "description": "Shown on top."}, {"type": "null"}]},
            "state": {"enum": ["on"]},
            "mode": {"type": "string", "x-known-values": ["a", "b"]},
            "tags": {"type": "array", "items": {"type": "string", "pattern": "^[a-z0-9]+$"}},
            "parent": {"$ref": "#"},
            "size": {"type": "integer"}
          }
        }
        """

    private func diff(_ words: [String]) async throws -> Run {
        try await Place.withScratch { folder in
            try write(Self.old, "old.json", folder)
            try write(Self.new, "new.json", folder)
            return try await contractCheck(["diff"] + words, in: folder)
        }
    }

    @Test(arguments: [("reader", 1), ("writer", 1), ("both", 1)] as [(String, Int32)])
    func `each change says what it is, where, and whom it breaks`(
        direction: String,
        status: Int32
    ) async throws {
        let run = try await diff(["old.json", "new.json", "--direction", direction, "--verbose"])
        #expect(run.status == status)
        try Golden.expect(run.transcript, "diff/\(direction).txt")
    }

    @Test func `the JSON report holds the same facts, as its published schema says`() async throws {
        let run = try await diff(["old.json", "new.json", "--format", "json"])
        try Golden.expect(run.transcript, "diff/report.json.txt")
        let text = try Data(contentsOf: Place.package.appending(path: "Schemas/changes.schema.json"))
        let explanation = try CompiledSchema(compiling: JSONDocument(Array(text))).explain(
            JSONDocument(run.output).root
        )
        #expect(explanation.violations.isEmpty, "\(explanation.violations.prefix(5))")
        #expect(explanation.notes.isEmpty, "\(explanation.notes.prefix(5).map(\.value.pointer))")
    }

    @Test(
        arguments: [
            (["old.json", "old.json"], 0), (["old.json", "old.json", "--fail-on", "info"], 0),
            (["new.json", "old.json", "--fail-on", "breaking"], 1), (["old.json", "nowhere.json"], 2),
        ] as [([String], Int32)]
    )
    func `the exit code is that of the worst change`(words: [String], status: Int32) async throws {
        let run = try await diff(words)
        #expect(run.status == status, "\(run.transcript)")
    }

    @Test func `two versions of a contract are compared part by part`() async throws {
        try await Place.withScratch { folder in
            let contract = folder.appending(component: "netease-home")
            let manager = FileManager.default
            try manager.copyItem(at: URL(filePath: Place.contract("netease-home")), to: contract)
            try manager.copyItem(
                at: contract.appending(component: "v1"),
                to: contract.appending(component: "v2")
            )
            let shared = contract.appending(path: "v2/common.schema.json")
            let text = try String(contentsOf: shared, encoding: .utf8)
                .replacing(
                    #""imageUrl": {"type": "string""#,
                    with: #""imageUrl": {"type": ["string", "null"]"#
                )
            try Data(text.utf8).write(to: shared)
            try manager.removeItem(at: contract.appending(path: "v2/blocks/podcast24.schema.json"))
            let run = try await contractCheck(["diff", "-c", "netease-home", "v1", "v2", "-v"], in: folder)
            #expect(run.status == 1)
            try Golden.expect(run.transcript, "diff/versions.txt")
            let back = try await contractCheck(["diff", "-c", "netease-home", "v2", "1"], in: folder)
            #expect(back.status == 0)
            try Golden.expect(back.transcript, "diff/versions-back.txt")
            let none = try await contractCheck(["diff", "-c", "netease-home", "v1", "v9"], in: folder)
            #expect(none.status == 2)
            #expect(none.complaints.contains("versions: v1, v2"))
            let folders = try await contractCheck(
                ["diff", Place.contract("netease-home"), "netease-home"],
                in: folder
            )
            #expect(folders.status == 0, "the version in force did not change: \(folders.transcript)")
        }
    }
}
