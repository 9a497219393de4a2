import Foundation
import JSONCore
import Testing

@Suite struct ModelTests {
    private static let homePage = [
        "check", "--model", "Tests/ContractCheckTests/Golden/model/HomePage.swift", "--type", "HomePage",
    ]

    @Test(
        arguments: [("v1/blocks", 0), ("drifted/blocks.2020-09", 1), ("drifted/blocks.2022-01", 1)]
            as [(String, Int32)]
    )
    func `a model of 2021 reads the page it was made from, and it is told where others would break the app`(
        page: String,
        status: Int32
    ) async throws {
        let words = Self.homePage + ["Schemas/netease-home/samples/\(page).json"]
        let run = try await contractCheck(words, environment: withCompiler)
        #expect(run.status == status, "\(run.transcript)")
        try Golden.expect(run.transcript, "model/\(page.replacing("/", with: "_")).txt")
    }

    @Test func `what a model refuses is told by path, declaration and value, and all of it`() async throws {
        let found = try await checked(
            """
            struct Page: Codable {
                let items: [Item]
                let by: [String: Int]
                let links: [URL]
            }
            struct Item: Codable {
                let id: Int
                let name: String
                let kind: Kind
                let link: URL
                enum Kind: String, Codable { case song, album }
            }
            """,
            [
                #"{"items": [{"id": 1.5, "name": null, "kind": "radio", "link": ""}, {"id": "1", "kind": "song"}, "#
                    + #"3], "by": {"a": 9223372036854775808}, "links": ["http://x/y", "http://x y"]}"#
            ]
        )
        #expect(
            Set(found.lines) == [
                "type-changed /items/*/id 2/2", "null-introduced /items/*/name 1/2",
                "field-missing /items/*/name 1/2", "value-added /items/*/kind 1/2",
                "format-changed /items/*/link 1/2", "field-missing /items/*/link 1/2",
                "shape-changed /items/* 1/3", "integer-out-of-range /by/a 1/1",
                "format-changed /links/* 1/2",
            ]
        )
        let expectations = Set(found.findings.compactMap { $0["expected"]?.string })
        #expect(expectations.contains("String for Item.name (Model.swift:9)"))
        #expect(expectations.contains("Item.name: String (Model.swift:9)"))
        #expect(expectations.contains("a case of Item.Kind (Model.swift:12)"))
        #expect(found.run.status == 1)
    }

    @Test
    func
        `what nobody needs is told: options never used, fields that are ignored, types that are not followed`()
        async throws
    {
        let found = try await checked(
            """
            struct Page: Codable {
                let a: Int?
                let b: Int?
                let own: Own?
                @Wrapper var wrapped: Int
            }
            struct Own: Codable {
                init(from decoder: any Decoder) throws {}
            }
            @propertyWrapper struct Wrapper: Codable {
                var wrappedValue: Int
            }
            """,
            [
                #"{"a": 1, "b": 1, "own": 3, "wrapped": "x", "more": {"x": {}}}"#,
                #"{"a": 1, "b": null, "own": 3}"#,
            ]
        )
        #expect(
            Set(found.lines) == [
                "never-absent /a 2/2", "never-absent /own 2/2", "not-followed /own 2/2",
                "not-followed /wrapped 1/2", "field-added /more 1/2",
            ]
        )
        #expect(found.findings.allSatisfy { $0["severity"]?.string == "info" })
        let own = found.findings.first { $0["kind"]?.string == "not-followed" }
        #expect(
            own?["expected"]?.string == "what the init(from:) of Own takes, for Page.own (Model.swift:5)"
        )
        #expect(found.run.status == 0)
    }

    @Test func `what the model reads by a method of its own is not followed`() async throws {
        let found = try await checked(
            """
            struct Page: Codable {
                let count: Int
                let names: [String]
                let total: Int?
                let lossy: Lossy<Int>
                let word: String
            }
            struct Lossy<Value: Codable>: Codable {
                let values: [Value]
            }
            extension KeyedDecodingContainer {
                func decode(_ type: Int.Type, forKey key: Key) throws -> Int { 1 }
                func decode(_ type: [String].Type, forKey key: Key) throws -> [String] { [] }
                func decode<T>(_ type: Lossy<T>.Type, forKey key: Key) throws -> Lossy<T> { Lossy(values: []) }
            }
            """,
            [#"{"count": "1", "names": 1, "total": "1", "word": 1}"#]
        )
        #expect(
            Set(found.lines) == [
                "not-followed /count 1/1", "not-followed /names 1/1", "never-absent /total 1/1",
                "type-changed /total 1/1", "type-changed /word 1/1",
            ]
        )
    }

    @Test func `words and keys that are up to code of the model are not followed`() async throws {
        let found = try await checked(
            """
            struct Page: Codable {
                let byProtocol: Kind
                let byInitializer: Level
                let any: Open
                let keys: Upper
            }
            struct Upper: Codable {
                let a: Int
                enum CodingKeys: String, CodingKey {
                    case a
                    var stringValue: String { rawValue.uppercased() }
                }
            }
            protocol Lenient: RawRepresentable, Codable where RawValue == String {
                static var other: Self { get }
            }
            extension Lenient {
                init(from decoder: any Decoder) throws {
                    self = Self(rawValue: try String(from: decoder)) ?? Self.other
                }
            }
            enum Kind: String, Lenient {
                case song, other
            }
            enum Level: Int, Codable {
                case low, high
                init?(rawValue: Int) { self = rawValue < 5 ? .low : .high }
            }
            enum Open: RawRepresentable, Codable {
                case known, other(String)
                init(rawValue: String) { self = rawValue == "known" ? .known : .other(rawValue) }
                var rawValue: String { "known" }
            }
            """,
            [
                #"{"byProtocol": "radio", "byInitializer": 7, "any": "x", "keys": 1}"#,
                #"{"byProtocol": "song", "byInitializer": "7", "any": 1, "keys": {"A": 1}}"#,
            ]
        )
        #expect(
            Set(found.lines) == [
                "not-followed /byProtocol 2/2", "not-followed /byInitializer 1/2",
                "type-changed /byInitializer 1/2", "type-changed /any 1/2", "not-followed /keys 2/2",
            ]
        )
    }

    @Test(arguments: [
        ("[Item]", #"[{"id": 1}, {}]"#, "/*/id"), ("Response<Item>", #"{"data": {"id": "x"}}"#, "/data/id"),
        ("Outer.Inner", #"{"n": null}"#, "/n"),
    ])
    func `the type may be whatever Swift can name`(type: String, body: String, path: String) async throws {
        let model = """
            struct Item: Codable { let id: Int }
            struct Response<Value: Codable>: Codable { let data: Value? }
            struct Outer { struct Inner: Codable { let n: Int } }
            """
        let found = try await checked(model, [body], type: type)
        let breaking = found.findings.filter { $0["severity"]?.string == "breaking" }
        #expect(breaking.map { $0["path"]?.string } == [path])
    }

    @Test func `findings of a model are accepted as others are`() async throws {
        try await Place.withScratch { folder in
            try write("struct Page: Codable { let a: Int }", "Model.swift", folder)
            try write("{}", "page.json", folder)
            let words = ["check", "--model", ".", "--type", "Page", "--accept", "accept.json", "page.json"]
            let update = ["--update-accept", "--reason", "the next release"]
            _ = try await contractCheck(words + update, in: folder, environment: withCompiler)
            let run = try await contractCheck(words, in: folder, environment: withCompiler)
            #expect(run.status == 0, "\(run.transcript)")
            #expect(run.output.contains("1 accepted"))
        }
    }

    @Test(arguments: [("null", "null-body", 1), (String(repeating: "[", count: 600), "too-deep", 3)])
    func `a response that no decoder reads is no answer`(
        body: String,
        result: String,
        status: Int32
    )
        async throws
    {
        let whole = body + String(repeating: "]", count: body == "null" ? 0 : 600)
        let found = try await checked("struct Page: Codable { let a: Int? }", [whole])
        #expect(found.results == ["page0.json \(result)"])
        #expect(found.run.status == status)
    }

    @Test(
        arguments: [
            ("model-type-mistyped", ["--model", "Model.swift", "--type", "Pgae"]),
            ("model-type-not-decodable", ["--model", "Model.swift", "--type", "Other"]),
            ("model-without-type", ["--model", "Model.swift"]),
            ("model-and-schema", ["--model", "Model.swift", "--type", "Page", "--schema", "s.json"]),
            ("type-without-model", ["--type", "Page"]),
            ("model-folder-without-files", ["--model", "empty", "--type", "Page"]),
            ("model-missing", ["--model", "None.swift", "--type", "Page"]),
        ] as [(String, [String])]
    )
    func `a model that cannot be read is exit code 2, with what was meant`(
        name: String,
        words: [String]
    ) async throws {
        try await Place.withScratch { folder in
            try write("struct Page: Codable {}\nstruct Other {}\n", "Model.swift", folder)
            try FileManager.default.createDirectory(
                at: folder.appending(component: "empty"),
                withIntermediateDirectories: false
            )
            let run = try await contractCheck(
                ["check"] + words + ["page.json"],
                in: folder,
                environment: withCompiler
            )
            #expect(run.status == 2)
            #expect(run.output.isEmpty)
            try Golden.expect(run.transcript, "usage/\(name).txt")
        }
    }

    @Test func `what does not compile is told in the compiler's words, with file and line`() async throws {
        try await Place.withScratch { folder in
            try write("struct Page: Codable {\n    let a: Itn\n}\n", "Broken.swift", folder)
            try write("import NoSuchKit\n", "App.swift", folder)
            let words = ["check", "--model", "Broken.swift", "--type", "Page", "page.json"]
            let run = try await contractCheck(words, in: folder, environment: withCompiler)
            #expect(run.status == 2)
            #expect(run.complaints.contains("Broken.swift:2:12: error: cannot find type 'Itn'"))
            let more = words + ["--model", "App.swift"]
            let all = try await contractCheck(more, in: folder, environment: withCompiler)
            #expect(all.status == 2)
            #expect(all.complaints.contains("App.swift:1:8: error: no such module 'NoSuchKit'"))
            #expect(all.complaints.contains("#if canImport"))
        }
    }

    @Test func `without a compiler it is told how to name one`() async throws {
        let words = Self.homePage + ["page.json"]
        let run = try await contractCheck(words, environment: ["SWIFT_EXEC": "/no/such/swiftc"])
        #expect(run.status == 2)
        try Golden.expect(run.transcript, "usage/no-compiler.txt")
    }

    /// The tests' own path, where the compiler is that built them.
    private var withCompiler: [String: String] {
        ProcessInfo.processInfo.environment.filter { ["PATH", "SWIFT_EXEC"].contains($0.key) }
    }

    private func checked(_ model: String, _ bodies: [String], type: String = "Page") async throws -> Checked {
        try await Place.withScratch { folder in
            try write("import Foundation\n\(model)\n", "Model.swift", folder)
            let pages = bodies.indices.map { "page\($0).json" }
            for (page, body) in zip(pages, bodies) { try write(body, page, folder) }
            let words = ["check", "--model", "Model.swift", "--type", type, "-f", "json"] + pages
            return try Checked(await contractCheck(words, in: folder, environment: withCompiler))
        }
    }
}
