/// How much a finding matters to whoever reads the feed.
package enum Severity: String, CaseIterable, Comparable, Sendable {
    case info
    case warning
    case breaking

    package static func < (left: Severity, right: Severity) -> Bool { left.rank < right.rank }

    private var rank: Int {
        switch self {
        case .info: 0
        case .warning: 1
        case .breaking: 2
        }
    }
}

/// Whose trouble counts.
package enum Viewpoint: String, CaseIterable, Sendable {
    /// Those who read what was checked, by what they were made from: the contract.
    case reader
    /// Those who write what was checked, to somebody who takes what the contract names and nothing else.
    case writer
}

/// What decides how much a kind of finding matters, beside what was found.
package struct SeverityRules: Sendable {
    /// Readers' trouble, unless said otherwise.
    package var direction = Viewpoint.reader

    /// What a contract's policy says; it decides before everything else.
    package var byKind: [FindingKind: Severity] = [:]

    package init() {}

    /// Whether a policy says how much a kind matters.
    func decide(_ kind: FindingKind) -> Bool { byKind[kind] != nil }

    /// How much a finding matters that is of some severity for readers.
    func severity(of kind: FindingKind, forReaders severity: Severity) -> Severity {
        if let said = byKind[kind] { return said }
        return direction == .reader ? severity : Self.severity(of: kind, forWriters: severity)
    }

    /// Who takes only what the contract names refuses what is new; what stays away harms nobody but readers.
    private static func severity(of kind: FindingKind, forWriters severity: Severity) -> Severity {
        switch kind {
        case .valueAdded, .kindAdded, .formatChanged: .breaking
        case .fieldAdded: max(severity, .warning)
        case .presenceDropped, .firstSeen, .emptySection: min(severity, .info)
        default: severity
        }
    }
}
