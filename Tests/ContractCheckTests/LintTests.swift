import Foundation
import JSONCore
import JSONSchema
import Testing

@Suite struct LintTests {
    /// A copy of a contract, beside the schema that its `feed.json` names.
    private func withContract<Result>(
        _ feed: String = "profile",
        _ body: (URL) async throws -> Result
    ) async throws -> Result {
        try await Place.withScratch { folder in
            let manager = FileManager.default
            try manager.copyItem(
                at: URL(filePath: Place.contract(feed)),
                to: folder.appending(component: feed)
            )
            let schema = Place.package.appending(path: "Schemas/feed.schema.json")
            try manager.copyItem(at: schema, to: folder.appending(component: "feed.schema.json"))
            return try await body(folder)
        }
    }

    private func replace(_ text: String, with other: String, in file: String, _ folder: URL) throws {
        let url = folder.appending(path: file)
        let old = try String(contentsOf: url, encoding: .utf8)
        #expect(old.contains(text), "\(file) holds no \(text)")
        try Data(old.replacing(text, with: other).utf8).write(to: url)
    }

    /// The rules of what is wrong, each with its file and pointer.
    private func problems(_ folder: URL, _ words: [String] = ["profile"]) async throws -> [String] {
        let run = try await contractCheck(["lint", "-f", "json"] + words, in: folder)
        return try run.json["problems"]?.elements.map { problem in
            ["rule", "file", "pointer"].map { problem[$0]?.string ?? "" }.joined(separator: " ")
        } ?? []
    }

    @Test func `the package's own contracts are in order`() async throws {
        let run = try await contractCheck(
            ["lint", "--fail-on", "warning", "Schemas/netease-home", "Schemas/profile"]
        )
        #expect(run.status == 0, "\(run.transcript)")
    }

    /// A change of one file, and what lint says of it.
    struct Slip: CustomTestStringConvertible, Sendable {
        let file: String
        let old: String
        let new: String
        let problem: String

        var testDescription: String { problem }
    }

    private static let slips = [
        Slip(
            file: "feed.json",
            old: #""title": "Profile page""#,
            new: #""title": """#,
            problem: "contract-invalid profile/feed.json /title"
        ),
        Slip(
            file: "feed.json",
            old: #""schema": "blocks/friends.schema.json""#,
            new: #""schema": "blocks/freinds.schema.json""#,
            problem: "contract-invalid profile/feed.json /sections/4/schema"
        ),
        Slip(
            file: "feed.json",
            old: #""refresh": {"#,
            new: #""policies": {}, "refresh": {"#,
            problem: "contract-invalid profile/feed.json /policies"
        ),
        Slip(
            file: "feed.json",
            old: #""schema": "blocks/friends.schema.json","#,
            new: "",
            problem: "kind-without-schema profile/feed.json /sections/4"
        ),
        Slip(
            file: "feed.json",
            old: #""items": "/*","#,
            new: #""items": "/*", "volatile": ["/**/key"],"#,
            problem: "identity-volatile profile/feed.json /sections/3"
        ),
        Slip(
            file: "v1/blocks/friends.schema.json",
            old: #""type": "array""#,
            new: #""type": "list""#,
            problem: "contract-invalid profile/v1/blocks/friends.schema.json /type"
        ),
        Slip(
            file: "v1/blocks/friends.schema.json",
            old: #""pictureUrl": {"type": "string"}"#,
            new: #""pictureUrl": {"$ref": "nowhere.json"}"#,
            problem:
                "contract-invalid profile/v1/blocks/friends.schema.json /items/properties/pictureUrl/$ref"
        ),
        Slip(
            file: "v1/blocks/friends.schema.json",
            old: #""pictureUrl": {"type": "string"}"#,
            new: #""pictureUrl": {"type": "string", "x-known-values": ["a", "b", "a"]}"#,
            problem:
                "known-value-repeats profile/v1/blocks/friends.schema.json /items/properties/pictureUrl/x-known-values/2"
        ),
        Slip(
            file: "v1/blocks/friends.schema.json",
            old: #""pictureUrl": {"type": "string"}"#,
            new: #""pictureUrl": {"enum": ["a"], "x-known-values": ["a"]}"#,
            problem:
                "known-values-closed profile/v1/blocks/friends.schema.json /items/properties/pictureUrl/x-known-values"
        ),
        Slip(
            file: "v1/blocks/friends.schema.json",
            old: "/profile/v1/",
            new: "/profile/v2/",
            problem: "id-of-other-version profile/v1/blocks/friends.schema.json /$id"
        ),
        Slip(
            file: "v1/blocks/friends.schema.json",
            old: #""type": "array","#,
            new: #""type": "array", "maxItems": 1,"#,
            problem: "sample-fails profile/samples/v1/profile.json /data/friends"
        ),
    ]

    @Test(arguments: slips)
    func `a slip is told with its rule and its place`(slip: Slip) async throws {
        try await withContract { folder in
            try replace(slip.old, with: slip.new, in: "profile/" + slip.file, folder)
            let found = try await problems(folder)
            #expect(found.contains(slip.problem), "\(found)")
        }
    }

    @Test func `files that nobody needs, and those that are missing, are told`() async throws {
        try await withContract { folder in
            try write("{}", "profile/v1/blocks/old.schema.json", folder)
            try write(#"{"type": "string"}"#, "profile/v2/profile.schema.json", folder)
            try write("{}", "profile/samples/v1/other.json", folder)
            let found = try await problems(folder)
            #expect(found.contains("unused-schema profile/v1/blocks/old.schema.json "), "\(found)")
            #expect(found.contains("no-samples profile/samples/v2 "), "\(found)")
        }
    }

    @Test func `a contract says what becomes of unknown kinds`() async throws {
        try await withContract("netease-home") { folder in
            try replace(#""unknownKind": "quarantine","#, with: "", in: "netease-home/feed.json", folder)
            let found = try await problems(folder, ["netease-home"])
            #expect(found.contains("unknown-kind-unsaid netease-home/feed.json /sections/0"), "\(found)")
        }
    }

    @Test func `a released version stays as it is`() async throws {
        try await withContract { folder in
            let friends = "profile/v1/blocks/friends.schema.json"
            #expect(try await problems(folder).contains("not-released profile/feed.json "))
            let release = try await contractCheck(["lint", "--release", "--verbose", "profile"], in: folder)
            #expect(release.status == 0)
            try Golden.expect(release.transcript, "lint/release.txt")
            let kept = try String(
                contentsOf: folder.appending(path: "profile/released.json"),
                encoding: .utf8
            )
            try Golden.expect(kept, "lint/released.json")
            // Another format and a further schema are no changes.
            try replace(#""type": "array""#, with: #""type" :  "array""#, in: friends, folder)
            try write("{}", "profile/v1/blocks/more.schema.json", folder)
            #expect(try await !problems(folder).contains { $0.contains("released") })
            try replace("Friends have no id", with: "Friends have an id", in: friends, folder)
            #expect(try await problems(folder).contains("released-changed \(friends) "))
            try FileManager.default.removeItem(
                at: folder.appending(path: "profile/v1/blocks/email.schema.json")
            )
            #expect(
                try await problems(folder).contains("released-missing profile/v1/blocks/email.schema.json ")
            )
            let again = try await contractCheck(["lint", "--release", "profile"], in: folder)
            #expect(again.status == 1, "what is not in order is not released")
            #expect(
                try String(contentsOf: folder.appending(path: "profile/released.json"), encoding: .utf8)
                    == kept
            )
        }
    }

    @Test func `all problems are told at once, with file and line`() async throws {
        try await withContract { folder in
            for slip in Self.slips[..<3] {
                try replace(slip.old, with: slip.new, in: "profile/" + slip.file, folder)
            }
            try replace(
                #""minLength": 1"#,
                with: #""minLength": "1""#,
                in: "profile/v1/blocks/friends.schema.json",
                folder
            )
            let run = try await contractCheck(["lint", "profile"], in: folder)
            #expect(run.status == 1)
            try Golden.expect(run.transcript, "lint/problems.txt")
        }
    }

    @Test(arguments: [(["nowhere"], "nowhere"), (["Tests"], "Tests")])
    func `a folder without a contract is exit code 2`(words: [String], name: String) async throws {
        let run = try await contractCheck(["lint"] + words)
        #expect(run.status == 2)
        try Golden.expect(run.transcript, "lint/no-contract-\(name).txt")
    }

    @Test func `the JSON report is what its published schema says`() async throws {
        try await withContract { folder in
            try replace(
                "/profile/v1/",
                with: "/profile/v2/",
                in: "profile/v1/blocks/email.schema.json",
                folder
            )
            let run = try await contractCheck(["lint", "-f", "json", "profile"], in: folder)
            let text = try Data(contentsOf: Place.package.appending(path: "Schemas/problems.schema.json"))
            let explanation = try CompiledSchema(compiling: JSONDocument(Array(text))).explain(
                JSONDocument(run.output).root
            )
            #expect(explanation.violations.isEmpty, "\(explanation.violations.prefix(5))")
            #expect(explanation.notes.isEmpty, "\(explanation.notes.prefix(5).map(\.value.pointer))")
        }
    }

    @Test func `files beside contracts are left out, and said to be`() async throws {
        try await withContract { folder in
            try write("text", "README.md", folder)
            let run = try await contractCheck(
                ["lint", "README.md", "feed.schema.json", "profile"],
                in: folder
            )
            #expect(run.status == 0, "\(run.transcript)")
            for name in ["README.md", "feed.schema.json"] {
                #expect(run.complaints.contains("\(name) is no folder"), "\(run.transcript)")
            }
            let alone = try await contractCheck(["lint", "README.md"], in: folder)
            #expect(alone.status == 2, "what checks nothing must not pass")
        }
    }

    @Test func `ids are the same in every run, wherever the contract is, and differ`() async throws {
        try await withContract { folder in
            try replace(
                Self.slips[5].old,
                with: Self.slips[5].new,
                in: "profile/" + Self.slips[5].file,
                folder
            )
            try replace(Self.slips[0].old, with: Self.slips[0].new, in: "profile/feed.json", folder)
            func ids(_ path: String) async throws -> [String] {
                let run = try await contractCheck(["lint", "-f", "json", path], in: folder)
                return try run.json["problems"]?.elements.compactMap { $0["id"]?.string } ?? []
            }
            let found = try await ids("profile")
            #expect(found.count > 1 && Set(found).count == found.count)
            #expect(try await ids("./profile/") == found)
            #expect(try await ids(folder.appending(component: "profile").path) == found)
        }
    }
}
