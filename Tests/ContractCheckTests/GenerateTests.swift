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
            let main = Self.goldens.appending(component: "decoding.swift.txt")
            try FileManager.default.copyItem(at: main, to: folder.appending(component: "main.swift"))
            files.append(folder.appending(component: "main.swift").path)
            let program = folder.appending(component: "program").path
            let compiled = try await compile(files, to: program)
            #expect(compiled.status == 0, "\(compiled.transcript)")
            guard compiled.status == 0 else { return }
            let run = try await runTool(URL(filePath: program), [])
            #expect(run.transcript == "--- exit 0 ---\n")
        }
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

    @Test(arguments: [
        ["generate", "swift"], ["generate", "swift", "-s", "shop.schema.json", "--split"],
        ["generate", "cobol", "-s", "shop.schema.json"],
    ])
    func `a command line that cannot be meant is refused`(words: [String]) async throws {
        let run = try await contractCheck(words, in: Self.goldens)
        #expect(run.status == 2)
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
