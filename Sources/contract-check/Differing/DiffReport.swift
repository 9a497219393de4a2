import Drift
import JSONCore
import Options
import SchemaDiff

/// What a comparison came to.
struct DiffReport {
    /// What was compared with what, as it was typed or named.
    let old: String
    let new: String

    /// The worst first, then by endpoint and path.
    let changes: [ContractChange]

    let direction: Direction

    /// The least severity that fails.
    let failOn: Severity

    init(old: String, new: String, changes: [ContractChange], direction: Direction, failOn: Severity) {
        self.old = old
        self.new = new
        self.direction = direction
        self.failOn = failOn
        self.changes = Severity.allCases.reversed().flatMap { severity in
            changes.filter { $0.severity(for: direction) == severity }
        }
    }

    func count(_ severity: Severity) -> Int { changes.count { $0.severity(for: direction) == severity } }

    var status: Ending {
        changes.contains { $0.severity(for: direction) >= failOn } ? .drifted : .conforms
    }

    /// The part of the version number that has to grow.
    var bump: VersionBump { changes.map { $0.change.bump(for: direction) }.max() ?? .none }

    /// What it does to whoever counts, in one word.
    var verdict: String {
        switch changes.map({ $0.change.effect(on: direction) }).max() ?? .none {
        case .none, .notice: changes.isEmpty ? "same" : "compatible"
        case .unclear: "unclear"
        case .breaks: "breaking"
        }
    }

    // MARK: Text

    /// The changes for people.
    func text(width: Int?, isVerbose: Bool) -> StyledText {
        let shown = changes.filter { $0.severity(for: direction) > .info || isVerbose }
        let namesEndpoint = Set(changes.map(\.endpoint)).count > 1
        let blocks = shown.map { block($0, namesEndpoint: namesEndpoint, width: width) }
        return (blocks + [summary(hidesInfos: !isVerbose)]).joined(separator: "\n")
    }

    private func block(_ change: ContractChange, namesEndpoint: Bool, width: Int?) -> StyledText {
        let severity = change.severity(for: direction)
        var text = StyledText(
            severity.rawValue,
            severity == .breaking ? .bad : severity == .warning ? .warning : .accent
        )
        text += " " + StyledText(change.change.kind.rawValue, .strong)
        if namesEndpoint { text += StyledText("  \(change.endpoint)", .faint) }
        text += StyledText("  \(change.path.isEmpty ? "the whole value" : change.path)\n", .accent)
        text += StyledText("  \(change.message)\n")
        if change.paths.count > 1 {
            text += StyledText("  and at \(counted(change.paths.count - 1, "more path"))", .faint) + "\n"
        }
        if let place = change.place {
            text +=
                StyledText("  at \(place.file):\(place.location.line):\(place.location.column)", .faint)
                .fitting(width) + "\n"
        }
        return text
    }

    private func summary(hidesInfos: Bool) -> StyledText {
        let counts =
            "\(count(.breaking)) breaking, \(counted(count(.warning), "warning")), \(counted(count(.info), "info"))"
        let hint = hidesInfos && count(.info) > 0 ? StyledText(" (--verbose shows the infos)", .faint) : ""
        return StyledText("\(counts) from \(old) to \(new): ")
            + StyledText("\(verdict), \(bump.rawValue)", status == .conforms ? .good : .bad) + hint + "\n"
    }

    // MARK: JSON

    /// The report as `Schemas/changes.schema.json` describes it.
    var json: JSONOutput {
        .object([
            ("version", .number(1)), ("verdict", .text(verdict)), ("bump", .text(bump.rawValue)),
            ("direction", .text(direction.rawValue)), ("old", .text(old)), ("new", .text(new)),
            ("summary", .object(Severity.allCases.reversed().map { ($0.rawValue, .number(count($0))) })),
            ("changes", .array(changes.map { $0.json(for: direction) })),
        ])
    }
}

extension ContractChange {
    fileprivate func json(for direction: Direction) -> JSONOutput {
        .object([
            ("kind", .text(change.kind.rawValue)), ("severity", .text(severity(for: direction).rawValue)),
            ("path", .text(path)), ("paths", .array(paths.map(JSONOutput.text))),
            ("endpoint", .optional(endpoint.isEmpty ? nil : endpoint)), ("old", .optional(change.old)),
            ("new", .optional(change.new)), ("readers", .text(change.readers.word)),
            ("writers", .text(change.writers.word)), ("reason", .optional(change.doubt?.description)),
            ("message", .text(message)), ("place", place?.json ?? .null),
        ])
    }
}

extension ContractChange.Place {
    fileprivate var json: JSONOutput {
        .object([
            ("file", .text(file)), ("pointer", .text(pointer.description)), ("line", .number(location.line)),
            ("column", .number(location.column)),
        ])
    }
}

extension Effect {
    fileprivate var word: String {
        switch self {
        case .none: "fine"
        case .notice: "may-notice"
        case .unclear: "unclear"
        case .breaks: "breaks"
        }
    }
}
