import Drift
import Options
import Runtime

extension OptionSpec {
    /// Whose trouble counts, and what samples say of it.
    static let weighing: [OptionSpec] = [
        .value(
            "profile",
            "FILE",
            .path,
            help: "With --schema, what samples held, as infer --profile writes it; a contract has its own."
        ),
        .value(
            "direction",
            "WHO",
            .choice(Viewpoint.allCases.map(\.rawValue)),
            default: .value(Viewpoint.reader.rawValue),
            help: "Whose trouble counts: of those who read what is checked, or of those who write it."
        ),
    ]

    /// What is left out of account; ``Acknowledgements`` reads them.
    static let acknowledging: [OptionSpec] = [
        .value(
            "accept",
            "FILE",
            .path,
            help: "The findings that were accepted; they do not fail the check."
        ),
        .flag(
            "update-accept",
            help: "Write the file of --accept anew: what fails the check is accepted, and nothing else."
        ),
        .value("reason", "TEXT", help: "With --update-accept, why the new ones are accepted."),
        .value(
            "baseline",
            "REPORT",
            .path,
            help: "An earlier report of --format json; only what is new is told."
        ),
    ]
}

/// What a check leaves out of account on purpose: what an earlier report tells, and what was accepted.
struct Acknowledgements {
    private let baseline: Baseline?
    private let path: String?
    private let accepted: AcceptedFindings
    private let isUpdating: Bool
    private let reason: String
    private let today: String

    /// Reads `--baseline`, `--accept`, `--update-accept` and `--reason`; `now` says which entries are still good.
    ///
    /// - Throws: ``CheckError``; `needs` for an option without the one it belongs to.
    init(_ parsed: ParsedCommand, now: WallTime = .now) throws(CheckError) {
        path = parsed.value("accept")
        isUpdating = parsed.flag("update-accept")
        reason = parsed.value("reason") ?? "accepted without a reason"
        today = String(now.description.prefix(10))
        if isUpdating, path == nil { throw CheckError(.needs("--update-accept", "--accept FILE")) }
        if parsed.value("reason") != nil, !isUpdating {
            throw CheckError(.needs("--reason", "--update-accept"))
        }
        if reason.allSatisfy(\.isWhitespace) { throw CheckError(.noReason) }
        baseline = try parsed.value("baseline").map { path throws(CheckError) in try Baseline(path) }
        guard let path, fileExists(path) else {
            if let path, !isUpdating { throw CheckError(.noAcceptFile, path) }
            accepted = AcceptedFindings()
            return
        }
        accepted = try AcceptFile.read(path)
    }

    /// Takes what is known and what is accepted out of account, and writes the list anew if that is asked for.
    ///
    /// - Throws: ``CheckError`` `notWritten`.
    func apply(to report: inout Report) throws(CheckError) {
        // What the earlier report tells is not accepted anew, and what was accepted stays so although it tells it.
        let listed = report.acceptable.filter { accepted.holds($0) || baseline?.tells($0) != true }
        if let baseline { report.leaveOut(baseline.tells) }
        guard let path else { return }
        guard isUpdating else { return report.accept(by: accepted, of: path, today: today) }
        let updated = accepted.updated(
            with: listed,
            reason: reason,
            today: today,
            keepsOthers: report.isIncomplete
        )
        try AcceptFile.write(updated, to: path)
        report.accept(by: updated, of: path, today: today)
    }
}
