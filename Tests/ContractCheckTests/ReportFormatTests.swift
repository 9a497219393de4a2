import Drift
import Foundation
import JSONCore
import JSONSchema
import Options
import Testing

@testable import contract_check

/// A check of answers whose names and values are made to break a format, in files whose names are, too.
struct HostileCheck {
    static let texts = [
        "a\n::error::b", "%0A,:", "</failure>]]>", "\"quoted\"", "| cell `code` ``more``", "<b>&amp;</b>",
        "\u{1}\u{1B}[31m\u{7F}\u{85}\u{2028}\u{202E}", "\u{FFFE}\u{FFFF}", "{0} [a](b) {", "列車", "\r\ttab",
    ]

    static let files = ["a, b: 100%.json", "naïve #1?.json", "x|`y`.json", "[3].json"]

    /// An answer in which each text names a member.
    private static let answer =
        #"{"error": 0, "data": {"id": "3", "fullName": null, "pictureUrl": "p", "#
        + texts.map { "\(Sample.quoted($0)): \(Sample.quoted($0))" }.joined(separator: ", ") + "}}"

    /// What went to standard output in each format, all of one check.
    let reports: [ReportFormat: String]
    let status: Int32

    init() async throws {
        (reports, status) = try await Place.withScratch { folder in
            for file in Self.files { try write(Self.answer, file, folder) }
            try write("<html>\u{1}]]>", "no%json.json", folder)
            try write(#"{"error": 7}"#, "error.json", folder)
            try write(
                [Sample.drifted, Self.answer, "{", Sample.profile()].joined(separator: "\n"),
                "l.ndjson",
                folder
            )
            try write(Sample.har([Sample.entry(Sample.drifted), Sample.entry(nil)]), "s.har", folder)
            let others = ReportFormat.allCases.filter { $0 != .text }
            let run = try await contractCheck(
                ["check", "-c", Place.contract("profile"), "-v"]
                    + others.flatMap { ["--report", "\($0)=out/\($0)"] }
                    + Self.files + [
                        "no%json.json", "error.json", "l.ndjson", "s.har", "-",
                        "http://127.0.0.1:1/v1/profile",
                    ],
                in: try Self.withOutputFolder(folder),
                input: Array(Sample.drifted.utf8)
            )
            var reports: [ReportFormat: String] = [.text: run.output]
            for format in others {
                reports[format] = try String(
                    contentsOf: folder.appending(path: "out/\(format)"),
                    encoding: .utf8
                )
            }
            return (reports, run.status)
        }
    }

    private static func withOutputFolder(_ folder: URL) throws -> URL {
        try FileManager.default.createDirectory(
            at: folder.appending(component: "out"),
            withIntermediateDirectories: true
        )
        return folder
    }

    subscript(format: ReportFormat) -> String { reports[format] ?? "" }
}

@Suite struct SARIFTests {
    /// Our own schema of what is written; with `SARIF_SCHEMA` in the environment that one, such as the official schema.
    private func schema() throws -> CompiledSchema {
        let ours = Place.tests.appending(path: "Formats/sarif-subset.schema.json")
        let named = ProcessInfo.processInfo.environment["SARIF_SCHEMA"].map { URL(filePath: $0) }
        let text = try Data(contentsOf: named ?? ours)
        return try CompiledSchema(compiling: JSONDocument(Array(text)), assertsFormats: true)
    }

    @Test(arguments: ReportTests.reports)
    func `a SARIF report is what its schema says`(words: [String]) async throws {
        let run = try await contractCheck(["check", "--format", "sarif"] + words, input: Array("{]".utf8))
        let violations = try schema().explain(try run.json).violations
        #expect(violations.isEmpty, "\(violations.prefix(5))")
        #expect(run.complaints.isEmpty)
    }

    @Test func `hostile names and values leave a valid SARIF report`() async throws {
        let report = try JSONDocument(try await HostileCheck()[.sarif]).root
        let violations = try schema().explain(report).violations
        #expect(violations.isEmpty, "\(violations.prefix(5))")
    }

    @Test func `places are in files, in lines of them, at URLs or in standard input`() async throws {
        let report = try JSONDocument(try await HostileCheck()[.sarif]).root
        let results = try #require(report["runs"]?.first?["results"]).elements
        let places = results.flatMap { result in
            ["locations", "relatedLocations"].flatMap { result[$0]?.elements.map { $0 } ?? [] }
        }
        let texts = places.compactMap { $0["physicalLocation"] }.map { place in
            let artifact = place["artifactLocation"]
            let line = place["region"]?["startLine"]?.int64.map { ":\($0)" } ?? ""
            return (artifact?["uriBaseId"] == nil ? "" : "/") + (artifact?["uri"]?.string ?? "") + line
        }
        let wanted: Set = [
            "/a,%20b%3A%20100%25.json:1", "/no%25json.json:1", "/l.ndjson:3", "/s.har",
            "http://127.0.0.1:1/v1/profile",
        ]
        #expect(wanted.subtracting(texts).isEmpty, "\(texts)")
    }

    @Test func `columns are characters and the fingerprint is the finding's id`() async throws {
        try await Place.withScratch { folder in
            let text =
                #"{"error": 0, "data": {"bio": "列車 🚂", "id": "3", "fullName": "A", "pictureUrl": "p"}}"#
            try write(text, "profile.json", folder)
            let words = ["check", "-c", Place.contract("profile"), "profile.json", "-f"]
            let sarif = try await contractCheck(words + ["sarif"], in: folder)
            let findings = try await contractCheck(words + ["json"], in: folder).json["findings"]
            let run = try #require(try sarif.json["runs"]?.first)
            let result = try #require(run["results"]?.first)
            let column = result["locations"]?.first?["physicalLocation"]?["region"]?["startColumn"]?
                .int64
            let offset = try #require(text.range(of: #""3""#)?.lowerBound)
            let characters = text.unicodeScalars.distance(from: text.startIndex, to: offset)
            #expect(column == Int64(characters + 1))
            #expect(
                result["partialFingerprints"]?["contractCheckFinding/v1"]?.string
                    == findings?.first?["id"]?.string
            )
        }
    }

    @Test func `every kind of finding is explained`() {
        for kind in FindingKind.allCases {
            let rule = ReportRule.of(kind: kind.rawValue)
            #expect(!rule.help.isEmpty, "\(kind.rawValue)")
            #expect(rule.summary.hasSuffix(".") && rule.help.hasSuffix("."), "\(kind.rawValue)")
        }
    }
}

@Suite struct AnnotationTests {
    @Test func `hostile names and values make no commands and end no lines`() async throws {
        let check = try await HostileCheck()
        let lines = check[.github].split(separator: "\n", omittingEmptySubsequences: false).dropLast()
        let levels = ["::error ", "::warning ", "::notice "]
        #expect(lines.dropLast().allSatisfy { line in levels.contains { line.hasPrefix($0) } })
        #expect(lines.last?.contains(" in 14 inputs: unreadable") == true, "\(lines.last ?? "")")
        let report = try JSONDocument(check[.json]).root
        let faults = report["inputs"]?.elements.filter { $0["fault"] != nil }.count ?? 0
        let findings = report["findings"]?.elements.filter { $0["path"]?.string != "" }.count ?? 0
        #expect(lines.count == faults + findings + 1)
    }

    @Test func `a command read back as GitHub does has the file, the place and the words`() async throws {
        let check = try await HostileCheck()
        let commands = check[.github].split(separator: "\n").compactMap(Command.init)
        let found = try #require(commands.first { $0.properties["title"] == "null-introduced" })
        #expect(found.level == "error")
        #expect(found.properties["file"] == "a, b: 100%.json")
        #expect(found.properties["line"] == "1")
        #expect(
            found.message.hasPrefix("/data/fullName: expected string, found null in "),
            "\(found.message)"
        )
        #expect(commands.contains { $0.message.hasPrefix("/data/%0A,:: ") })
    }

    /// A workflow command, taken apart by the runner's rules.
    private struct Command {
        let level: String
        let properties: [String: String]
        let message: String

        init?(_ line: Substring) {
            guard line.hasPrefix("::"), let end = line.dropFirst(2).range(of: "::") else { return nil }
            let head = line.dropFirst(2)[..<end.lowerBound].split(separator: " ", maxSplits: 1)
            level = String(head[0])
            let pairs = (head.dropFirst().first ?? "").split(separator: ",").map {
                $0.split(separator: "=", maxSplits: 1)
            }
            properties = Dictionary(
                uniqueKeysWithValues: pairs.map { pair in
                    let value = pair[1].replacing("%3A", with: ":").replacing("%2C", with: ",")
                    return (String(pair[0]), Self.unescaped(value))
                }
            )
            message = Self.unescaped(line[end.upperBound...])
        }

        private static func unescaped(_ text: Substring) -> String {
            String(text.replacing("%0D", with: "\r").replacing("%0A", with: "\n").replacing("%25", with: "%"))
        }
    }
}

@Suite struct MarkdownTests {
    @Test func `hostile names and values stay in their cells`() async throws {
        let report = try await HostileCheck()[.markdown]
        let rows = report.split(separator: "\n").filter { $0.hasPrefix("|") }
        #expect(rows.count > 10)
        for row in rows {
            // A bar behind a backslash is text, and so is one behind an escaped backslash in code.
            #expect(row.replacing("\\|", with: "").count { $0 == "|" } == 5, "\(row)")
            #expect(!row.replacing(/`[^`]*`/, with: "").contains("<b>"), "\(row)")
        }
    }

    @Test func `the summary of a small check`() async throws {
        try await Place.withScratch { folder in
            try write(Sample.drifted, "profile.json", folder)
            try write("<html>", "other.json", folder)
            let run = try await contractCheck(
                ["check", "-c", Place.contract("profile"), "-f", "markdown", "profile.json", "other.json"],
                in: folder
            )
            try Golden.expect(run.transcript, "formats/markdown.txt")
        }
    }
}

@Suite struct ReportTextTests {
    @Test func `hostile names and values begin no line`() async throws {
        let text = try await HostileCheck()[.text]
        let words = ["breaking", "warning", "info", "unreadable"]
        for line in text.split(separator: "\n").dropLast() {
            #expect(line.hasPrefix("  ") || words.contains { line.hasPrefix($0 + " ") }, "\(line)")
            #expect(!line.drop { $0 == " " }.hasPrefix("::"), "\(line)")
        }
    }

    @Test(arguments: [40, 72, 100])
    func `lines that only inform fit the terminal, and paths are never cut`(width: Int) {
        let place = ReportPlace(
            source: .file("recordings/blocks.2020.json"),
            location: .init(line: 1, column: 2, characterColumn: 2)
        )
        let path = "/data/blocks/[blockCode=HOMEPAGE_BANNER]/extInfo/banners/*/列車"
        let lines = ["a", "b"].map { name in
            ReportLine(
                id: nil,
                .breaking,
                .of(kind: "null-introduced"),
                path: path + name,
                message: "expected string",
                details: ["sample: " + String(repeating: "列", count: 80)],
                places: [place, place],
                count: 9
            )
        }
        let listing = Listing(
            command: "check",
            subject: "",
            extent: "1 input",
            lines: lines,
            judged: [],
            failOn: .breaking,
            verdict: "drifted",
            status: .drifted
        )
        let drawn = listing.text(width: width, isVerbose: true).plain.split(separator: "\n")
        for line in drawn where line.contains("at recordings") || line.contains("sample") {
            #expect(displayWidth(of: String(line)) <= width, "\(line)")
        }
        #expect(drawn.contains { $0.hasSuffix("extInfo/banners/*/列車a") })
    }

    @Test(arguments: [
        ([], false), (["--color", "auto"], false), (["--color", "always"], true), (["--color=never"], false),
    ])
    func `colour is what was asked for`(words: [String], isColoured: Bool) async throws {
        let run = try await contractCheck(
            ["check", "-c", "Schemas/profile", "-"] + words,
            input: Array(Sample.drifted.utf8),
            environment: ["NO_COLOR": words.isEmpty ? "" : "1", "TERM": "xterm"]
        )
        #expect(run.output.contains("\u{1B}[31mbreaking\u{1B}[0m") == isColoured, "\(run.output)")
    }
}

@Suite struct ReportOutputTests {
    private func run(_ words: [String], _ body: (Run, URL) throws -> Void) async throws {
        try await Place.withScratch { folder in
            try write(Sample.drifted, "profile.json", folder)
            let run = try await contractCheck(
                ["check", "-c", Place.contract("profile"), "profile.json"] + words,
                in: folder
            )
            try body(run, folder)
        }
    }

    @Test func `several reports are written at once, beside the text`() async throws {
        try await run(["--report", "sarif=a.sarif", "--report", "json=a=b.json"]) { run, folder in
            #expect(run.status == 1)
            #expect(run.output.hasPrefix("breaking null-introduced  /data/fullName\n"), "\(run.output)")
            let sarif = try JSONDocument(
                String(contentsOf: folder.appending(path: "a.sarif"), encoding: .utf8)
            )
            #expect(sarif.root["version"]?.string == "2.1.0")
            let json = try JSONDocument(
                String(contentsOf: folder.appending(path: "a=b.json"), encoding: .utf8)
            )
            #expect(json.root["verdict"]?.string == "drifted")
        }
    }

    @Test func `an output file takes the report's place, without colour`() async throws {
        try await run(["-o", "report.txt", "--color", "always"]) { run, folder in
            #expect(run.output.isEmpty)
            let text = try String(contentsOf: folder.appending(path: "report.txt"), encoding: .utf8)
            #expect(text.hasPrefix("breaking null-introduced  /data/fullName\n"), "\(text)")
        }
    }

    @Test(
        arguments: [
            ("malformed", ["--report", "sarif"]), ("unknown", ["--report", "sariff=a"]),
            ("twice", ["--report", "sarif=a", "--report", "json=a"]), ("both", ["--report", "json=-"]),
            ("not-written", ["--report", "json=no/such/folder"]),
        ] as [(String, [String])]
    )
    func `a report that cannot be kept is exit code 2`(name: String, words: [String]) async throws {
        try await run(words) { run, _ in
            #expect(run.status == 2, "\(run.transcript)")
            try Golden.expect("\(run.complaints)", "formats/\(name).txt")
        }
    }
}
