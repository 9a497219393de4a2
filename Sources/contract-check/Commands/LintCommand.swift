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

    init(_ parsed: ParsedCommand, _ console: Console) throws(CheckError) {
        folders = parsed.arguments("FOLDER")
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
        guard let loaded = lint.loaded, lint.problems.allSatisfy({ $0.rule.severity < .breaking }) else {
            return
        }
        var released = lint.released
        released.release(loaded.contract.version, loaded.schemas)
        let path = lint.base + ReleasedVersions.file
        do throws(SystemError) {
            try writeFile(path, Array(released.text.utf8))
        } catch {
            throw CheckError(.notWritten("\(error)"), path)
        }
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
                    id: nil,
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
            ("problems", .array(problems.map(\.json))),
        ])
    }
}

extension LintProblem {
    fileprivate var json: JSONOutput {
        .object([
            ("rule", .text(rule.rawValue)), ("severity", .text(rule.severity.rawValue)),
            ("file", .text(place.source.name)), ("pointer", .text(place.pointer)),
            ("line", .optional(place.location?.line)), ("column", .optional(place.location?.column)),
            ("message", .text(message)),
        ])
    }
}
