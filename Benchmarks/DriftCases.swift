import Foundation
import JSONCore

/// `benchmarks drift-cases CASES…`: infers a schema and a profile from what each case was before, checks what it was after, and
/// compares the findings with those that the case expects.
///
/// A case is a line of JSON: `before` and `after` (or `before_raw`, `after_raw` as text), and either `expected_findings`, each
/// with kind and pointer, or the word `kind` of ``CaseWords``. `baseline_enums` are pinned.
///
/// Prints a table in Markdown, case by case and in sum.
///
/// - Returns: 0 when all is found and nothing else breaks, 1 otherwise, 2 for a mistake in the call.
func runDriftCases(_ files: [String]) -> Int32 {
    do {
        var scores: [CaseScore] = []
        for file in files {
            let lines = try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n")
            for line in lines { scores.append(try DriftCase(JSONDocument(String(line)).root).score()) }
        }
        print(CaseScore.table(scores))
        return scores.allSatisfy { $0.missed.isEmpty && $0.alarms.isEmpty } ? 0 : 1
    } catch {
        print("drift-cases: \(error)")
        return 2
    }
}

/// One case of drift, and what is expected of a checker.
private struct DriftCase {
    private let value: JSONValue
    private let id: String

    init(_ value: JSONValue) {
        self.value = value
        id = value["id"]?.string ?? "?"
    }

    func score() throws -> CaseScore {
        let folder = FileManager.default.temporaryDirectory.appending(component: "drift-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { removeScratch(folder) }
        try Data(bytes("before")).write(to: folder.appending(component: "before.json"))
        try Data(bytes("after")).write(to: folder.appending(component: "after.json"))
        try Data(pins.rendered.utf8).write(to: folder.appending(component: "pins.json"))
        _ = try run(
            [
                "infer", "--pins", "pins.json", "--output", "schema.json", "--profile", "profile.json",
                "before.json",
            ],
            in: folder
        )
        let report = try run(
            [
                "check", "--schema", "schema.json", "--profile", "profile.json", "--format", "json",
                "after.json",
            ],
            in: folder
        )
        return score(try JSONDocument(Array(report)).root)
    }

    /// Whatever is left in the system's folder for temporary files is cleared with it.
    private func removeScratch(_ folder: URL) { try? FileManager.default.removeItem(at: folder) }

    private func bytes(_ name: String) -> [UInt8] {
        if let raw = value["\(name)_raw"]?.string { return Array(raw.utf8) }
        return value[name].map { JSONText($0, form: .received).bytes } ?? Array("null".utf8)
    }

    /// Enumerations of the case; where its word says that a value is new, all texts of the response.
    private var pins: JSONOutput {
        var places = (value["baseline_enums"]?.members.map { $0 } ?? []).map { name, values in
            (name.string, JSONOutput.object([("enum", .value(values))]))
        }
        if value["kind"]?.string == "enum_value_added" {
            for (name, member) in value["before"]?.members.map({ $0 }) ?? [] where member.kind == .string {
                places.append(("/" + JSONPointer.escape(name.string), .object([("enum", .bool(true))])))
            }
        }
        return .object([("version", .number(1)), ("places", .object(places))])
    }

    private func run(_ words: [String], in folder: URL) throws -> Data {
        let process = Process()
        process.executableURL = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
            .appending(component: "contract-check")
        process.arguments = words
        process.currentDirectoryURL = folder
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let data = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return data
    }

    private func score(_ report: JSONValue) -> CaseScore {
        let found = (report["findings"]?.elements.map { $0 } ?? []).flatMap { finding in
            (finding["pointers"]?.elements.map { $0 } ?? []).map { place in
                Found(
                    kind: finding["kind"]?.string ?? "",
                    pointer: place["pointer"]?.string ?? "",
                    isBreaking: finding["severity"]?.string == "breaking"
                )
            }
        }
        if let expected = value["expected_findings"] {
            let wanted = expected.elements.map { ($0["kind"]?.string ?? "", $0["pointer"]?.string ?? "") }
            return score(wanted, found)
        }
        return score(CaseWords.expectation(of: value["kind"]?.string ?? ""), found)
    }

    private func score(_ wanted: [(kind: String, pointer: String)], _ found: [Found]) -> CaseScore {
        let all = wanted.map { "\($0.kind) \($0.pointer)" }
        let missed = wanted.filter { want in
            !found.contains { $0.kind == want.kind && $0.pointer == want.pointer }
        }
        let others = found.filter { finding in
            finding.isBreaking
                && !wanted.contains { $0.kind == finding.kind && $0.pointer == finding.pointer }
        }
        return CaseScore(
            id: id,
            wanted: all,
            missed: missed.map { "\($0.kind) \($0.pointer)" },
            alarms: others.map { "\($0.kind) \($0.pointer)" },
            remark: ""
        )
    }

    private func score(_ expectation: CaseWords.Expectation, _ found: [Found]) -> CaseScore {
        switch expectation {
        case .anyOf(let kinds):
            let isFound = found.contains { kinds.contains($0.kind) }
            let wanted = kinds.joined(separator: " or ")
            let others = found.filter { $0.isBreaking && !kinds.contains($0.kind) }
            return CaseScore(
                id: id,
                wanted: [wanted],
                missed: isFound ? [] : [wanted],
                alarms: others.map { "\($0.kind) \($0.pointer)" },
                remark: ""
            )
        case .beyond(let reason):
            let others = found.filter(\.isBreaking)
            let alarms = others.map { "\($0.kind) \($0.pointer)" }
            return CaseScore(id: id, wanted: [], missed: [], alarms: alarms, remark: reason)
        }
    }

    private struct Found {
        let kind: String
        let pointer: String
        let isBreaking: Bool
    }
}

/// What a check of one case came to.
private struct CaseScore {
    let id: String
    let wanted: [String]
    let missed: [String]

    /// Breaking findings that the case does not expect.
    let alarms: [String]

    /// Why nothing is expected of a single response.
    let remark: String

    static func table(_ scores: [CaseScore]) -> String {
        let rows = scores.map { score in
            let cells = [score.id, list(score.wanted), list(score.missed), list(score.alarms), score.remark]
            return "| " + cells.joined(separator: " | ") + " |"
        }
        let wanted = scores.reduce(0) { $0 + $1.wanted.count }
        let missed = scores.reduce(0) { $0 + $1.missed.count }
        let alarms = scores.reduce(0) { $0 + $1.alarms.count }
        return """
            | case | expected | missed | else breaking | remark |
            | --- | --- | --- | --- | --- |
            \(rows.joined(separator: "\n"))

            \(wanted - missed) of \(wanted) expected findings found, \(missed) missed; \(alarms) others are breaking.
            """
    }

    private static func list(_ texts: [String]) -> String {
        texts.map { "`\($0)`" }.joined(separator: "<br>")
    }
}

/// What words for drift in other people's lists mean here.
private enum CaseWords {
    enum Expectation {
        /// One of these kinds is found, and nothing else breaks.
        case anyOf([String])
        /// No single response shows it; why.
        case beyond(String)
    }

    static func expectation(of word: String) -> Expectation {
        if let kinds = kinds[word] { return .anyOf(kinds) }
        return .beyond(reasons[word] ?? "the word is not known")
    }

    private static let kinds = [
        "bigint_precision": ["precision-lost", "type-changed"], "bom": ["byte-order-mark"],
        "date_format": ["lexical-change"], "duplicate_id": ["duplicate-id"], "empty_list": ["empty-section"],
        "enum_value_added": ["value-added"],
        "error_body_http_200": ["error-body", "null-introduced", "field-missing"],
        "identity_null": ["null-introduced"], "int_to_float": ["lexical-change"],
        "key_added": ["field-added"],
        "key_vanished": ["field-missing"], "null_body": ["null-body"], "null_to_object": ["first-seen"],
        "null_value": ["null-introduced"], "number_to_string": ["type-changed"],
        "object_to_empty_string": ["shape-changed"], "polymorphic_field": ["shape-changed"],
        "trailing_garbage": ["trailing-bytes"], "truncated_body": ["truncated"],
        "unknown_variant": ["kind-added"], "variant_changed": ["kind-added"],
        "wrong_envelope": ["error-body", "shape-changed", "field-missing"],
    ]

    private static let reasons = [
        "cached_for_other_identity": "both bodies are of one shape; the worker keeps identities apart",
        "cardinality_changed": "more items are no drift; the items' path and identity are the contract's",
        "content_change": "other content is no drift",
        "cursor_repeats": "pages of one refresh show it; the worker ends them (`cursor-loop`)",
        "nondeterministic_response": "each response is judged on its own; one does not prove an absence",
        "section_order": "sections are found by their kind, not by their place",
        "section_vanished":
            "the worker knows the last good page (`kind-missing`); one response does not prove it",
    ]
}
