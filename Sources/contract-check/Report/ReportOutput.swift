import JSONCore
import Options

/// The form of a report.
enum ReportFormat: String, CaseIterable {
    case text, json, junit, sarif, github, markdown
}

extension OptionSpec {
    /// The options of every command that reports what it found; ``ReportOutput`` reads them.
    static let reporting: [OptionSpec] = [
        .value(
            "format",
            short: "f",
            "FORMAT",
            .choice(ReportFormat.allCases.map(\.rawValue)),
            default: "text",
            help:
                "How the report is written: for people, as JSON, as JUnit XML, as SARIF 2.1.0, as annotations of GitHub Actions, or as Markdown."
        ),
        .value("output", short: "o", "FILE", .path, default: "-", help: "Where the report goes."),
        .value(
            "report",
            "FORMAT=FILE",
            .keyedPath(ReportFormat.allCases.map(\.rawValue)),
            repeats: true,
            help: "Write the report to a file in one more format."
        ),
        .flag("verbose", short: "v", help: "Show infos, too. --fail-on info does so by itself."),
    ]
}

/// Where the report of a command goes, and in which formats.
struct ReportOutput {
    private let targets: [Target]
    private let console: Console
    private let isVerbose: Bool

    private struct Target {
        let format: ReportFormat

        /// `-` for standard output.
        let path: String
    }

    /// Reads the options of ``OptionSpec/reporting``.
    ///
    /// - Throws: ``CheckError`` `reportTwice` or `overwritesInput`.
    init(_ parsed: ParsedCommand, isVerbose: Bool, _ console: Console) throws(CheckError) {
        guard let format = parsed.value("format").flatMap(ReportFormat.init(rawValue:)) else {
            preconditionFailure("--format has choices that no code is for")
        }
        var targets = [Target(format: format, path: parsed.value("output") ?? "-")]
        targets += parsed.values("report").map(Self.target)
        for (number, target) in targets.enumerated()
        where targets[..<number].contains(where: { $0.path == target.path }) {
            throw CheckError(.reportTwice, target.path)
        }
        try parsed.refuseOverwriting()
        self.targets = targets
        self.console = console
        self.isVerbose = isVerbose
    }

    private static func target(_ word: String) -> Target {
        let parts = word.split(separator: "=", maxSplits: 1)
        guard parts.count == 2, let format = ReportFormat(rawValue: String(parts[0])) else {
            preconditionFailure("--report has keys that no code is for")
        }
        return Target(format: format, path: String(parts[1]))
    }

    /// Writes a report everywhere it is wanted; what goes to standard output comes first.
    ///
    /// - Throws: ``CheckError`` `notWritten`, for the first file that cannot be written.
    func write(_ listing: Listing, json: JSONOutput) throws(CheckError) {
        for target in targets where target.path == "-" {
            console.print(text(target.format, listing, json, console.style, width: console.width))
        }
        for target in targets where target.path != "-" {
            let text = text(target.format, listing, json, .plain, width: nil)
            try writeFile(target.path, Array(text.utf8))
        }
    }

    private func text(
        _ format: ReportFormat,
        _ listing: Listing,
        _ json: JSONOutput,
        _ style: TerminalStyle,
        width: Int?
    ) -> String {
        switch format {
        case .text: style.render(listing.text(width: width, isVerbose: isVerbose))
        case .json: json.rendered
        case .junit: listing.junit
        case .sarif: listing.sarif(version: CommandTable.contractCheck.version).rendered
        case .github: listing.annotations(isVerbose: isVerbose)
        case .markdown: listing.markdown
        }
    }
}
