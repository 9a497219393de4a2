import Drift
import JSONCore
import SchemaDiff

/// What a comparison came to.
struct DiffReport {
    /// What was compared with what, as it was typed or named.
    let old: String
    let new: String

    /// The worst first, then in the order of the schemas.
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

    private func count(_ severity: Severity) -> Int {
        changes.count { $0.severity(for: direction) == severity }
    }

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

    /// The changes as lines.
    var listing: Listing {
        Listing(
            command: "diff",
            subject: "",
            extent: "the changes from \(old) to \(new)",
            lines: changes.map { $0.line(for: direction) },
            judged: changes.isEmpty ? [Listing.JudgedName(scope: "", name: new.singleLine)] : [],
            failOn: failOn,
            verdict: bump == .none ? verdict : "\(verdict), \(bump.rawValue)",
            status: status
        )
    }

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
    fileprivate func line(for direction: Direction) -> ReportLine {
        ReportLine(
            id: id,
            severity(for: direction),
            .of(change.kind),
            scope: endpoint,
            path: path,
            message: message,
            details: paths.count > 1 ? ["and at \(counted(paths.count - 1, "more path"))"] : [],
            places: place.map { [$0.place] } ?? []
        )
    }

    fileprivate func json(for direction: Direction) -> JSONOutput {
        .object([
            ("id", .text(id)), ("kind", .text(change.kind.rawValue)),
            ("severity", .text(severity(for: direction).rawValue)),
            ("path", .text(path)), ("paths", .array(paths.map(JSONOutput.text))),
            ("endpoint", .optional(endpoint.isEmpty ? nil : endpoint)), ("old", .optional(change.old)),
            ("new", .optional(change.new)), ("readers", .text(change.readers.word)),
            ("writers", .text(change.writers.word)), ("reason", .optional(change.doubt?.description)),
            ("message", .text(message)), ("place", place?.json ?? .null),
        ])
    }
}

extension SchemaPlace {
    fileprivate var json: JSONOutput {
        .object([
            ("file", .text(file)), ("pointer", .text(schema.pointer.description)),
            ("line", .number(schema.location.line)), ("column", .number(schema.location.column)),
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
