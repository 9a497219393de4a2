import Drift
import Foundation
import JSONCore
import SwiftModels
import Testing

@testable import contract_check

/// Every type with every value: what a real decoder does, and what we say of it.
@Suite struct ModelTableTests {
    private static let types = """
        Bool String Int Int8 Int16 Int32 Int64 Int128 UInt UInt8 UInt16 UInt32 UInt64 UInt128 Float Double CGFloat \
        Decimal Date Data URL UUID [Int] [Int?] [[Int]] Set<String> ContiguousArray<Bool> [String:Int] [String:Int?] \
        [Int:Int] [UUID:Int] [Word:Int] [Key:Int] [NumberKey:Int] [Tag:Int] [UInt:Int] Int? Int?? [Empty] [Record] \
        [String:Record] Words Empty Constants NoKeys Record Plain Borrowed ByNumber Snake Outer Outer.Inner Shown \
        Pair<Int,String> Pair<[Int?],Record> Pair<Int?,Int?> Pair<Int,String>.Both Tree Base Derived Reader Word \
        Number Large Part Small Single Key Tag Options Choice Expression Sole
        """.split(separator: " ").map(String.init)

    @Test func `a model takes and refuses what JSONDecoder does, whatever its types and the values`()
        async throws
    {
        try await Place.withScratch { folder in
            let table = try Table(Self.types, in: folder)
            let model = try await table.model()
            for (strategies, types) in Self.setups {
                let rows = table.rows.filter { types?.contains($0.type) ?? true }
                let real = try await table.realAnswers(rows, strategies)
                try #require(real.count == rows.count)
                let check = ModelCheck(model, strategies, rules: SeverityRules())
                let wrong = zip(rows, real).filter { row, answer in answer != table.answer(row, check) }
                let told = wrong.prefix(40).map { "\($0.type) \($1) \($0.value)" }
                #expect(told.isEmpty, "\(strategies)")
            }
        }
    }

    /// The decoder as it comes with every type; set up otherwise with those for which that makes a difference.
    private static var setups: [(DecodingStrategies, Set<String>?)] {
        let dates = DecodingStrategies.DateStrategy.allCases.dropFirst().map { strategy in
            var strategies = DecodingStrategies()
            strategies.dates = strategy
            return (strategies, Set(["Date"]) as Set<String>?)
        }
        var snakes = DecodingStrategies()
        snakes.keys = .convertFromSnakeCase
        let keyed: Set = [
            "Snake", "[Int:Int]", "[Key:Int]", "[String:Int]", "Record", "Plain", "Borrowed", "Choice",
            "Pair<Int,String>.Both",
        ]
        return [(DecodingStrategies(), nil)] + dates + [(snakes, keyed)]
    }
}

/// A type that has a member for each type, and a program that decodes it.
private struct Table {
    struct Row {
        let type: String
        let value: String
        let document: String
    }

    let rows: [Row]
    private let folder: URL
    private let program: URL
    private let files: [String]

    init(_ types: [String], in folder: URL) throws {
        self.folder = folder
        let goldens = Place.tests.appending(components: "Golden", "model")
        let members = types.enumerated().map { "    let t\($0): Box<\($1)>?" }
        let text =
            "import Foundation\n\nstruct Box<Value: Decodable>: Decodable {\n    let v: Value\n}\n\n"
            + "struct Table: Decodable {\n" + members.joined(separator: "\n") + "\n}\n"
        try Data(text.utf8).write(to: folder.appending(component: "Table.swift"))
        let main = folder.appending(component: "main.swift")
        try FileManager.default.copyItem(at: goldens.appending(component: "decoding.swift.txt"), to: main)
        files = [
            folder.appending(component: "Table.swift").path, goldens.appending(component: "Types.swift").path,
        ]
        program = folder.appending(component: "program")
        let values = try String(contentsOf: goldens.appending(component: "values.txt"), encoding: .utf8)
        rows = Self.rows(types, values.split(separator: "\n").map(String.init))
    }

    /// Each type with each value and with none; and an ignored value as deep as may be, and one level deeper.
    private static func rows(_ types: [String], _ values: [String]) -> [Row] {
        let deep = [511, 512].map { depth in
            let nest = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
            return Row(type: "any", value: "\(depth + 1) levels", document: #"{"x":\#(nest)}"#)
        }
        return types.enumerated().flatMap { number, type in
            let boxes = values.map { Row(type: type, value: $0, document: #"{"t\#(number)":{"v":\#($0)}}"#) }
            return boxes + [Row(type: type, value: "absent", document: #"{"t\#(number)":{}}"#)]
        } + deep
    }

    /// What the compiled program says of each row.
    func realAnswers(_ rows: [Row], _ strategies: DecodingStrategies) async throws -> [Bool] {
        if !FileManager.default.fileExists(atPath: program.path) {
            let words = ["swiftc"] + files + [folder.appending(component: "main.swift").path]
            let run = try await runTool(URL(filePath: "/usr/bin/env"), words + ["-o", program.path])
            try #require(run.status == 0, "\(run.transcript)")
        }
        let input = folder.appending(component: "rows.ndjson")
        try Data(rows.map(\.document).joined(separator: "\n").utf8).write(to: input)
        let words = [input.path, strategies.dates.rawValue, strategies.keys.rawValue]
        let run = try await runTool(program, words)
        return run.output.split(separator: "\n").map { $0 == "takes" }
    }

    func model() async throws -> SwiftModel {
        let compiler = try SwiftCompiler(ProcessInfo.processInfo.environment)
        defer { compiler.close() }
        let sources = try files.map {
            SourceFile(path: $0, text: Array(try Data(contentsOf: URL(filePath: $0))))
        }
        let root = try compiler.write(SwiftModel.rootFile(naming: "Table"), to: "ContractCheckRoot.swift")
        let (trees, complaints) = try compiler.trees(of: sources + [root])
        try #require(complaints.isEmpty, "\(complaints)")
        return try SwiftModel(trees)
    }

    /// What we say of a row.
    func answer(_ row: Row, _ unused: ModelCheck) -> Bool {
        let limits = ParseLimits(maxDepth: ModelCheck.maxDepth)
        // What is not parsed is refused, too.
        guard let document = try? JSONDocument(Array(row.document.utf8), limits: limits) else { return false }
        var check = unused
        check.add(document, input: "row")
        return !check.findings.contains { $0.severity == .breaking }
    }
}
