import Foundation
import JSONCore
import Testing

/// Cases from people's trouble with generated code.
///
/// A file of JSON lines with `id`, `input` and `expectation`, named by `CODEGEN_CASES` in the environment. Each becomes Swift that compiles and gives the input back; what is expected beyond that is
/// looked for in the text.
@Suite(.enabled(if: CodegenCase.file != nil, "CODEGEN_CASES names no file"))
struct CodegenCasesTests {
    @Test(arguments: CodegenCase.all)
    func `a case comes out as expected`(_ example: CodegenCase) async throws {
        try await Place.withScratch { folder in
            let facts = CodegenCase.facts[example.id] ?? CodegenCase.Facts()
            let file = folder.appending(component: facts.schema == nil ? "sample.json" : "sample.schema.json")
            try Data((facts.schema ?? example.input).utf8).write(to: file)
            let source = facts.schema == nil ? ["--samples", file.path] : ["--schema", file.path]
            let output = folder.appending(component: "Model.swift")
            let written = try await contractCheck(
                ["generate", "swift", "-o", output.path] + facts.options + source
            )
            #expect(written.status == 0, "\(example): \(written.transcript)")
            guard written.status == 0 else { return }
            let text = try String(contentsOf: output, encoding: .utf8)
            for fact in facts.wanted where !text.contains(fact) {
                Issue.record("\(example): expected \(fact), found\n\(text.prefix(2_000))")
            }
            for fact in facts.unwanted where text.contains(fact) { Issue.record("\(example): found \(fact)") }
            try await expectRoundTrip(example, facts, in: folder)
        }
    }

    private func expectRoundTrip(
        _ example: CodegenCase,
        _ facts: CodegenCase.Facts,
        in folder: URL
    ) async throws {
        let file = folder.appending(component: "input.json")
        try Data((facts.instance ?? example.input).utf8).write(to: file)
        let schema = folder.appending(component: "sample.schema.json").path
        let source = facts.schema == nil ? ["--samples"] : ["--schema", schema]
        let words =
            ["generate", "swift", "--verify", "--preserve-nulls"] + facts.options + source + [file.path]
        let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
        let run = try await contractCheck(words, environment: ["PATH": path])
        #expect(run.status == 0, "\(example): \(run.transcript)")
    }
}

/// A line of the file.
struct CodegenCase: CustomTestStringConvertible {
    let id: String
    let input: String
    let expectation: String

    var testDescription: String { "\(id): \(expectation)" }

    /// What the text of a case's types must and must not hold.
    struct Facts {
        var options: [String] = []
        var wanted: [String] = []
        var unwanted: [String] = []
        /// In the place of samples, where the case is about a schema, with a value for it.
        var schema: String?
        var instance: String?
    }

    static let file = ProcessInfo.processInfo.environment["CODEGEN_CASES"]

    static let all: [CodegenCase] = {
        // Without the file the suite is off; a line that is no case fails by its name.
        let text = file.flatMap { try? String(contentsOfFile: $0, encoding: .utf8) } ?? ""
        return text.split(separator: "\n").map { line in
            let root = try? JSONDocument(String(line)).root
            let fields = ["id", "input", "expectation"].map { root?[$0]?.string ?? "no case: \(line)" }
            return CodegenCase(id: fields[0], input: fields[1], expectation: fields[2])
        }
    }()
}
