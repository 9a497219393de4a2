import Drift
import JSONCore

/// What an earlier report tells, which is not told again.
struct Baseline: Equatable {
    private let severities: [String: Severity]

    /// Reads a report that `check --format json` wrote.
    ///
    /// - Throws: ``CheckError`` `unreadable` or `mistakes`.
    init(_ path: String) throws(CheckError) {
        var file = try OwnFile(path)
        let root = file.root
        var severities: [String: Severity] = [:]
        if root["version"]?.int64 == 1, let findings = root["findings"], findings.kind == .array {
            for finding in findings.elements {
                let id = finding["id"]?.string
                let severity = finding["severity"]?.string.flatMap(Severity.init)
                if let id, let severity {
                    severities[id] = severity
                } else {
                    file.note(.expected("a finding with \"id\" and \"severity\""), at: finding)
                }
            }
        } else {
            file.note(.expected("a report of check --format json, version 1"), at: root)
        }
        try file.check()
        self.severities = severities
    }

    /// Whether the earlier report tells of the finding, and as no less severe.
    func tells(_ finding: Finding) -> Bool {
        severities[finding.id].map { $0 >= finding.severity } ?? false
    }
}
