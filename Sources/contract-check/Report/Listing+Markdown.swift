import Drift

extension Listing {
    /// The listing as GitHub Flavored Markdown, such as `$GITHUB_STEP_SUMMARY` takes: a table for what is unreadable and for each severity, the infos
    /// folded.
    var markdown: String {
        let by = subject.isEmpty ? "" : ", by \(subject.markdownCode)"
        let head = "## contract-check \(command): \(verdict)\n\n\(counts) in \(extent)\(by)\n"
        let severities = Severity.allCases.reversed().map {
            section($0.title, lines($0), isFolded: $0 == .info)
        }
        return head + section("Unreadable", unreadable) + severities.joined()
    }

    /// A summary of a step may have 1 MiB, and nobody reads on.
    private static let rowsShown = 100

    private func section(_ title: String, _ lines: [ReportLine], isFolded: Bool = false) -> String {
        guard !lines.isEmpty else { return "" }
        let left = lines.count - Self.rowsShown
        let table =
            "| kind | where | what | for example |\n| --- | --- | --- | --- |\n"
            + lines.prefix(Self.rowsShown).map(\.markdownRow).joined()
            + (left > 0 ? "\nand \(left) more\n" : "")
        guard isFolded else { return "\n### \(title) (\(lines.count))\n\n\(table)" }
        return "\n<details><summary>\(title) (\(lines.count))</summary>\n\n\(table)\n</details>\n"
    }
}

extension ReportLine {
    fileprivate var markdownRow: String {
        let place = scope.isEmpty ? title.markdownCode : "\(scope.markdownText) \(title.markdownCode)"
        let what = ([message] + details).map(\.markdownText).joined(separator: "<br>")
        let example = path.isEmpty ? "" : places.first.map(\.text.markdownCode) ?? ""
        return "| \(rule.id.markdownCode) | \(place) | \(what) | \(example) |\n"
    }
}

extension Severity {
    fileprivate var title: String {
        switch self {
        case .breaking: "Breaking"
        case .warning: "Warnings"
        case .info: "Infos"
        }
    }
}

extension String {
    /// The text as it stands, in a cell of a table: nothing in it is markup.
    fileprivate var markdownText: String {
        unicodeScalars.reduce(into: "") { text, scalar in
            switch scalar {
            case "&", "<", ">": text += "&#\(scalar.value);"
            case "\\", "`", "*", "_", "[", "]", "|", "~", "#", "$": text += "\\\(scalar)"
            default: text.unicodeScalars.append(scalar)
            }
        }
    }

    /// The text as code, in a cell of a table.
    fileprivate var markdownCode: String {
        let longestRun = ranges(of: /`+/).map { self[$0].count }.max() ?? 0
        let fence = String(repeating: "`", count: longestRun + 1)
        let padding = longestRun > 0 ? " " : ""
        // A table takes its cells apart before it looks for code.
        return fence + padding + replacing("|", with: "\\|") + padding + fence
    }
}
