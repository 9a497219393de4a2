import Contracts
import Drift
import JSONCore
import Options

/// `contract-check lint`: what is wrong with contract folders.
struct LintCommand {
    private let folders: [String]
    private let failOn: Severity
    private let releases: Bool
    private let output: ReportOutput
    private let console: Console

    init(_ parsed: ParsedCommand, _ console: Console) throws(CheckError) {
        self.console = console
        let words = parsed.arguments("FOLDER")
        // Schemas/* names what lies beside the contracts, too.
        let files = words.filter { !isFolder($0) && fileExists($0) }
        folders = files.count < words.count ? words.filter { !files.contains($0) } : words
        for file in files where !folders.contains(file) {
            console.complain("contract-check: \(file) is no folder, and is left out\n")
        }
        failOn = parsed.value("fail-on").flatMap(Severity.init(rawValue:)) ?? .breaking
        releases = parsed.flag("release")
        output = try ReportOutput(parsed, isVerbose: parsed.flag("verbose") || failOn == .info, console)
    }

    func run() throws(CheckError) -> Ending {
        var problems: [LintProblem] = []
        for folder in folders {
            var lint = try ContractLint(folder)
            lint.run()
            if releases { try release(lint) }
            problems += releases ? lint.problems.filter { $0.rule != .notReleased } : lint.problems
        }
        let report = LintReport(folders: folders, problems: problems, failOn: failOn)
        try output.write(report.listing, json: report.json)
        return report.status
    }

    /// Records the version in force as released, unless something breaks it.
    private func release(_ lint: ContractLint) throws(CheckError) {
        let path = lint.base + ReleasedVersions.file
        guard let loaded = lint.loaded, lint.problems.allSatisfy({ $0.rule.severity < .breaking }) else {
            return console.complain(
                "contract-check: \(path): nothing is released while something breaking is wrong\n"
            )
        }
        var released = lint.released
        let version = loaded.contract.version
        guard released.digests[version] == nil else {
            return console.complain(
                "contract-check: \(path): v\(version) was released before, and is unchanged\n"
            )
        }
        released.release(version, loaded.schemas)
        try replaceFile(path, Array(released.text.utf8))
        let schemas = counted(loaded.schemas.documents.count, "schema")
        console.complain("contract-check: \(path): v\(version) is released, with \(schemas)\n")
    }
}

/// What is wrong with some contracts.
struct LintReport {
    let folders: [String]

    /// The worst first, then in the order in which they were found.
    let problems: [LintProblem]

    let failOn: Severity

    init(folders: [String], problems: [LintProblem], failOn: Severity) {
        self.folders = folders
        self.failOn = failOn
        self.problems = Severity.allCases.reversed().flatMap { severity in
            problems.filter { $0.rule.severity == severity }
        }
    }

    var status: Ending { problems.contains { $0.rule.severity >= failOn } ? .drifted : .conforms }

    private var verdict: String {
        problems.isEmpty ? "in order" : status == .conforms ? "in order, with remarks" : "not in order"
    }

    var listing: Listing {
        Listing(
            command: "lint",
            subject: "",
            extent: counted(folders.count, "contract"),
            lines: problems.map { problem in
                ReportLine(
                    id: id(of: problem),
                    problem.rule.severity,
                    problem.rule.explained,
                    path: "",
                    message: problem.message,
                    places: [problem.place]
                )
            },
            judged: folders.map { Listing.JudgedName(scope: "", name: $0.singleLine) },
            failOn: failOn,
            verdict: verdict,
            status: status
        )
    }

    /// `{"version": 1, "verdict": …, "summary": …, "contracts": […], "problems": [{"rule", "severity", "file", …}]}`.
    var json: JSONOutput {
        let summary = Severity.allCases.reversed().map { severity in
            (severity.rawValue, JSONOutput.number(problems.count { $0.rule.severity == severity }))
        }
        return .object([
            ("version", .number(1)), ("verdict", .text(status == .conforms ? "in-order" : "not-in-order")),
            ("summary", .object(summary)), ("contracts", .array(folders.map(JSONOutput.text))),
            ("problems", .array(problems.map { $0.json(id: id(of: $0)) })),
        ])
    }

    /// Stable over runs and wordings: made from the rule, the place, and the file as the contract has it.
    private func id(of problem: LintProblem) -> String {
        let file = problem.place.source.name
        let bases = folders.map { $0.hasSuffix("/") ? $0 : $0 + "/" }
        let base = bases.first(where: file.hasPrefix) ?? ""
        let contract = base.split(separator: "/").last.map(String.init) ?? ""
        return Finding.stableID(of: [
            contract, problem.rule.rawValue, String(file.dropFirst(base.count)), problem.place.pointer,
        ])
    }
}

extension LintProblem {
    fileprivate func json(id: String) -> JSONOutput {
        .object([
            ("id", .text(id)), ("rule", .text(rule.rawValue)), ("severity", .text(rule.severity.rawValue)),
            ("file", .text(place.source.name)), ("pointer", .text(place.pointer)),
            ("line", .optional(place.location?.line)), ("column", .optional(place.location?.column)),
            ("message", .text(message)),
        ])
    }
}
