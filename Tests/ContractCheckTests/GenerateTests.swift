import Foundation
import JSONCore
import Testing

@Suite struct GenerateTests {
    private static let goldens = Place.tests.appending(components: "Golden", "generate")
    private static let withEverything = [
        "--access-level", "public", "--immutable", "--preserve-nulls", "--lenient-lists", "--prefix", "Own",
        "--conformance", "Hashable", "--conformance", "Sendable", "--conformance", "Identifiable",
    ]

    @Test(
        arguments: [
            ("shop", []), ("odd-names", []),
            ("shop", ["--preserve-nulls", "--lenient-lists", "--prefix", "Exact"]),
        ] as [(String, [String])]
    )
    func `a schema gives the same Swift each time`(schema: String, options: [String]) async throws {
        let run = try await generate(["swift", "--schema", "\(schema).schema.json"] + options)
        let name = "\(schema)\(options.last ?? "")"
        try Golden.expect(run.transcript, "generate/\(name).swift.txt")
    }

    /// One call of the compiler for all, since it takes seconds.
    @Test func `Swift compiles alone with every option, and what it reads is written as it came`()
        async throws
    {
        try await Place.withScratch { folder in
            var files: [String] = []
            for (number, words) in [
                ["shop", "--preserve-nulls"],
                ["shop"] + Self.withEverything,
                ["odd-names", "--prefix", "Odd", "--conformance", "Equatable", "--access-level", "package"],
                ["shop", "--lenient-lists", "--prefix", "Lenient"],
                ["odd-names", "--preserve-nulls", "--lenient-lists", "--prefix", "Exact"],
            ].enumerated() {
                let file = folder.appending(component: "Models\(number).swift").path
                let schema = "\(words[0]).schema.json"
                let run = try await generate(["swift", "--schema", schema, "-o", file] + words.dropFirst())
                #expect(run.status == 0, "\(run.transcript)")
                files.append(file)
            }
            let pieces = folder.appending(component: "pieces").path
            let split = [
                "swift", "--schema", "odd-names.schema.json", "--split", "--immutable", "--prefix", "Part",
            ]
            #expect(try await generate(split + ["-o", pieces]).status == 0)
            files += try FileManager.default.contentsOfDirectory(atPath: pieces).map { pieces + "/" + $0 }
            for file in files { try await expectFormatted(file) }
            let home = folder.appending(component: "Home.swift").path
            #expect(try await generate(["swift", "-o", home] + Self.homePage).status == 0)
            files.append(home)
            let pages = try homePages(in: folder)
            let main = Self.goldens.appending(component: "decoding.swift.txt")
            try FileManager.default.copyItem(at: main, to: folder.appending(component: "main.swift"))
            files.append(folder.appending(component: "main.swift").path)
            let program = folder.appending(component: "program").path
            let compiled = try await compile(files, to: program)
            #expect(compiled.status == 0, "\(compiled.transcript)")
            guard compiled.status == 0 else { return }
            let run = try await runTool(URL(filePath: program), pages)
            #expect(run.transcript == "--- exit 0 ---\n")
        }
    }

    @Test func `types of samples are tried on them, and the first difference is told`() async throws {
        try await Place.withScratch { folder in
            let sample =
                #"{"a": 1, "gone": null, "list": [{"x": 1.50}, {"x": null}], "big": 18446744073709551615}"#
            try Data(sample.utf8).write(to: folder.appending(component: "a.json"))
            let path = ["PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"]
            let exact = ["generate", "swift", "--samples", "--verify", "--preserve-nulls", "a.json"]
            let run = try await contractCheck(exact, in: folder, environment: path)
            #expect(run.transcript == "a.json: comes back as it was\n--- exit 0 ---\n")

            try Data(#"{"properties": {"a": {"type": "integer"}}}"#.utf8).write(
                to: folder.appending(component: "s.json")
            )
            let words = ["generate", "swift", "--schema", "s.json", "--verify", "a.json"]
            let lossy = try await contractCheck(words, in: folder, environment: path)
            #expect(lossy.status == 1)
            #expect(lossy.output.hasPrefix("a.json: /list: "), "\(lossy.output)")
        }
    }

    @Test func `types are compiled by the compiler that the environment names`() async throws {
        try await Place.withScratch { folder in
            try Data("{}".utf8).write(to: folder.appending(component: "a.json"))
            let words = ["generate", "swift", "--samples", "--verify", "a.json"]
            let run = try await contractCheck(
                words,
                in: folder,
                environment: ["SWIFT_EXEC": "/no/such/swiftc"]
            )
            #expect(run.status == 2)
            #expect(run.complaints.contains("/no/such/swiftc cannot be run"))
        }
    }

    @Test(arguments: [
        (["a.json", "b.json"], 3, "b.json"), (["--pins", "none.json", "a.json"], 2, "none.json"),
        ([], 2, "which samples"),
    ])
    func `samples that cannot be had are told`(words: [String], status: Int32, text: String) async throws {
        try await Place.withScratch { folder in
            try Data("{}".utf8).write(to: folder.appending(component: "a.json"))
            try Data("{".utf8).write(to: folder.appending(component: "b.json"))
            let run = try await contractCheck(["generate", "swift", "--samples"] + words, in: folder)
            #expect(run.status == status)
            #expect(run.complaints.contains(text), "\(run.complaints)")
            #expect(run.output.isEmpty)
        }
    }

    @Test(
        arguments: [
            (["--schema", "shop.schema.json", "--prefix", "A B'c", "--schema-dir", "."], []),
            (["--samples", "--input-format", "ndjson", "--name", "$x"], ["rows.txt"]),
            (["--schema", "line\nend.json"], []),
            (["--schema", "shop.schema.json", "--split", "-o", "out", "--conformance", "Hashable"], []),
        ] as [([String], [String])]
    )
    func `the first line is a command that makes the same again`(
        options: [String],
        inputs: [String]
    ) async throws {
        try await Place.withScratch { folder in
            let shop = Self.goldens.appending(component: "shop.schema.json")
            for name in ["shop.schema.json", "line\nend.json"] {
                try FileManager.default.copyItem(at: shop, to: folder.appending(component: name))
            }
            try Data("{\"a\": 1}\n{\"a\": 2}\n".utf8).write(to: folder.appending(component: "rows.txt"))
            func made(_ run: Run) throws -> String {
                guard options.contains("-o") else { return run.output }
                let files = try FileManager.default.contentsOfDirectory(
                    atPath: folder.appending(path: "out").path
                )
                return try String(
                    contentsOf: folder.appending(path: "out/\(files.sorted()[0])"),
                    encoding: .utf8
                )
            }
            let first = try made(
                try await contractCheck(["generate", "swift"] + options + inputs, in: folder)
            )
            let line = try #require(first.split(separator: "\n").first).trimmingPrefix(
                "// Generated by contract-check "
            )
            let tool = try builtTool().path
            let again = try await runTool(URL(filePath: "/bin/bash"), ["-c", "\(tool) \(line)"], in: folder)
            #expect(again.status == 0, "\(line): \(again.complaints)")
            #expect(try made(again) == first)
        }
    }

    @Test func `types of a contract are tried on pages, and on nothing else`() async throws {
        let words =
            ["swift"] + Self.homePage + [
                "--verify", "../../../../Schemas/netease-home/samples/v1/menus.json",
            ]
        let run = try await generate(words)
        #expect(run.status == 2 && run.complaints.contains("this is no page"), "\(run.transcript)")
    }

    @Test func `a reference that leads nowhere is an error with its place`() async throws {
        try await Place.withScratch { folder in
            let file = folder.appending(component: "a.json")
            try Data(##"{"properties": {"x": {"$ref": "#/$defs/y"}}}"##.utf8).write(to: file)
            let run = try await contractCheck(["generate", "swift", "-s", file.path])
            #expect(run.status == 2)
            #expect(run.complaints.contains("a.json:1:"), "\(run.complaints)")
        }
    }

    private static let homePage = ["--contract", "../../../../Schemas/netease-home", "--prefix", "Music"]

    @Test(arguments: ["swift", "typescript", "kotlin"])
    func `a contract gives the types of its page`(language: String) async throws {
        let run = try await generate([language] + Self.homePage)
        try Golden.expect(run.transcript, "generate/netease-home.\(language).txt")
    }

    @Test(arguments: ["shop", "odd-names"], ["typescript", "kotlin"])
    func `a schema gives the same TypeScript and Kotlin each time`(
        schema: String,
        language: String
    ) async throws {
        let run = try await generate([language, "--schema", "\(schema).schema.json"])
        try Golden.expect(run.transcript, "generate/\(schema).\(language).txt")
    }

    @Test(
        .enabled(
            if: FileManager.default.isExecutableFile(atPath: "/usr/bin/tsc"),
            "needs Debian's node-typescript"
        )
    )
    func `TypeScript stands the strict compiler`() async throws {
        try await Place.withScratch { folder in
            var files: [String] = []
            for (name, words) in [
                ("home.ts", Self.homePage), ("shop.ts", ["--schema", "shop.schema.json"]),
                ("odd.ts", ["--schema", "odd-names.schema.json", "--prefix", "Odd"]),
            ] {
                let file = folder.appending(component: name).path
                #expect(try await generate(["typescript", "-o", file] + words).status == 0)
                files.append(file)
            }
            let run = try await runTool(URL(filePath: "/usr/bin/tsc"), ["--noEmit", "--strict"] + files)
            #expect(run.status == 0, "\(run.transcript)")
        }
    }

    @Test(arguments: [
        ["generate", "swift"], ["generate", "swift", "-s", "shop.schema.json", "--split"],
        ["generate", "cobol", "-s", "shop.schema.json"],
        ["generate", "swift", "-s", "shop.schema.json", "a.json"],
        ["generate", "kotlin", "-s", "shop.schema.json", "--immutable"],
        ["generate", "swift", "-s", "a", "-c", "b"],
    ])
    func `a command line that cannot be meant is refused`(words: [String]) async throws {
        let run = try await contractCheck(words, in: Self.goldens)
        #expect(run.status == 2)
    }

    /// The pages that readers get of the samples from 2020 to 2022, that of version 1 first.
    private func homePages(in folder: URL) throws -> [String] {
        let samples = Place.contract("netease-home") + "/samples/"
        let years = ["2020-09", "2020-12", "2022-01"].map { "drifted/blocks.\($0).json" }
        return try (["v1/blocks.json"] + years).map { blocks in
            let answers = [("blocks", samples + blocks), ("menus", samples + "v1/menus.json")]
            let page = folder.appending(component: blocks.replacing("/", with: "-"))
            try Data(pageJSON("netease-home", answers).utf8).write(to: page)
            return page.path
        }
    }

    /// By the rules of this package; the line that keeps other people's formatters away is left out.
    private func expectFormatted(_ file: String) async throws {
        let text = try String(contentsOfFile: file, encoding: .utf8)
            .replacing("// swift-format-ignore-file\n", with: "")
        let rules = Place.package.appending(component: ".swift-format").path
        let words = ["swift", "format", "--configuration", rules]
        let run = try await runTool(URL(filePath: "/usr/bin/env"), words, input: Array(text.utf8))
        #expect(run.output == text, "\(file)\n\(Golden.unifiedDifference(from: text, to: run.output))")
    }

    private func generate(_ words: [String]) async throws -> Run {
        try await contractCheck(["generate"] + words, in: Self.goldens)
    }

    private func compile(_ files: [String], to program: String) async throws -> Run {
        let words =
            ["swiftc", "-swift-version", "6", "-warnings-as-errors", "-package-name", "app"] + files + [
                "-o", program,
            ]
        return try await runTool(URL(filePath: "/usr/bin/env"), words)
    }
}
