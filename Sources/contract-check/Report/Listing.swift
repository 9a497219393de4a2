import Drift

/// All that a command tells, before it is put into one of the formats.
struct Listing {
    /// The command that tells it: `check`.
    let command: String

    /// What was looked at, in its own words: `netease-home/v1`; empty where it has no name.
    let subject: String

    /// How much was looked at: `3 inputs`.
    let extent: String

    /// The worst first.
    let lines: [ReportLine]

    /// What was looked at and could be judged, with its scope.
    let judged: [JudgedName]

    /// The least severity that fails.
    let failOn: Severity

    /// The end in one word.
    let verdict: String

    let status: Ending

    /// One thing that was judged, whatever came of it.
    struct JudgedName: Equatable {
        let scope: String
        let name: String
    }

    /// The lines of a severity about what could be judged.
    func lines(_ severity: Severity) -> [ReportLine] {
        lines.filter { $0.severity == severity && !$0.isUnreadable }
    }

    /// What could not be judged.
    var unreadable: [ReportLine] { lines.filter(\.isUnreadable) }

    /// Whether a line is a reason to fail.
    func fails(_ line: ReportLine) -> Bool { line.isUnreadable || line.severity >= failOn }

    /// `3 breaking, 1 warning, 0 infos in 2 inputs: drifted`.
    var summary: String { "\(counts) in \(extent): \(verdict)" }

    /// `3 breaking, 1 warning, 0 infos`; what is unreadable comes before them, where something is.
    var counts: String {
        let unreadable = unreadable.isEmpty ? "" : "\(unreadable.count) unreadable, "
        let breaking = "\(lines(.breaking).count) breaking"
        return
            "\(unreadable)\(breaking), \(counted(lines(.warning).count, "warning")), \(counted(lines(.info).count, "info"))"
    }
}
