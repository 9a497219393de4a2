import Drift
import JSONCore

/// One thing that is wrong with a contract's folder, or that somebody may have overlooked.
struct LintProblem {
    let rule: LintRule

    /// What exactly, in one sentence without a full stop.
    let message: String

    let place: ReportPlace

    init(_ rule: LintRule, _ message: String, _ place: ReportPlace) {
        self.rule = rule
        self.message = message
        self.place = place
    }

    init(_ rule: LintRule, _ message: String, in file: String, at value: JSONValue) {
        self.init(rule, message, SchemaPlace(file: file, schema: value).place)
    }

    /// A problem of a whole file or folder.
    init(_ rule: LintRule, _ message: String, in file: String) {
        self.init(rule, message, ReportPlace(source: .file(file)))
    }
}

/// The laws of a contract's folder.
enum LintRule: String, CaseIterable {
    /// `feed.json` or a schema cannot be used.
    case contractInvalid = "contract-invalid"
    case feedSchema = "feed-schema"
    case releasedChanged = "released-changed"
    case releasedMissing = "released-missing"
    case sampleFails = "sample-fails"
    case identityVolatile = "identity-volatile"
    case idOfOtherVersion = "id-of-other-version"
    case knownValueRepeats = "known-value-repeats"
    case knownValuesClosed = "known-values-closed"
    case unusedSchema = "unused-schema"
    case noSamples = "no-samples"
    case unknownKindUnsaid = "unknown-kind-unsaid"
    case kindWithoutSchema = "kind-without-schema"
    case identityAlone = "identity-alone"
    case notReleased = "not-released"

    var severity: Severity {
        switch self {
        case .contractInvalid, .feedSchema, .releasedChanged, .releasedMissing, .sampleFails,
            .identityVolatile:
            .breaking
        case .idOfOtherVersion, .knownValueRepeats, .knownValuesClosed, .unusedSchema, .noSamples,
            .unknownKindUnsaid:
            .warning
        case .kindWithoutSchema, .identityAlone, .notReleased: .info
        }
    }

    /// The rule for reports.
    var explained: ReportRule {
        let (summary, help) = text
        return ReportRule(rawValue, summary, help)
    }

    private var text: (summary: String, help: String) {
        switch self {
        case .contractInvalid:
            ("The contract cannot be used.", "Nothing can be checked by it. Mend what the message says.")
        case .feedSchema:
            (
                "feed.json is not what its $schema says.",
                "Editors show the same mistake. Mend what the message says."
            )
        case .releasedChanged:
            (
                "A schema of a released version has changed.",
                "Others rely on it. Take the change back, and make it in a new version."
            )
        case .releasedMissing:
            ("A schema of a released version is gone.", "Others rely on it. Put it back.")
        case .sampleFails:
            (
                "A sample does not pass under its version.",
                "Samples are the evidence for a version. Mend the sample, or the schema if it is not released."
            )
        case .identityVolatile:
            (
                "What identifies items is said to change at every fetch.",
                "Items would be new in every page. Take the path out of volatile, or identify items by another."
            )
        case .idOfOtherVersion:
            (
                "A schema's $id names another version than the folder it is in.",
                "References would lead into the other version. Change $id to the version of the folder."
            )
        case .knownValueRepeats: ("A known value is listed twice.", "Take one of both out.")
        case .knownValuesClosed:
            (
                "A set of values is both open and closed.",
                "enum refuses what x-known-values would only report. Keep one of both."
            )
        case .unusedSchema:
            (
                "A schema is used by no endpoint, no kind and no other schema.",
                "Nothing is checked by it. Name it in feed.json, refer to it, or take it out."
            )
        case .noSamples:
            (
                "A version has no samples.",
                "Nothing shows that responses pass under it. Put recordings into samples/, without anybody's data."
            )
        case .unknownKindUnsaid:
            (
                "It is not said what becomes of blocks of unknown kinds.",
                "They are quarantined then. Say keep, quarantine or drop with unknownKind, so that readers of feed.json know."
            )
        case .kindWithoutSchema:
            ("A kind has no schema.", "Its blocks are never checked. Name a schema for it.")
        case .identityAlone:
            (
                "There is only one way to identify items.",
                "Where it is absent the content's hash is used, and a changed item is a new one. Name a second way."
            )
        case .notReleased:
            (
                "The version in force is not recorded as released.",
                "Nobody notices when its schemas change. contract-check lint --release records it."
            )
        }
    }
}
