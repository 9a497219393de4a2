import Drift
import Options

/// One thing that a command tells, in the words that all formats of reports share.
///
/// Texts may come from other people's servers: none of them keeps a control character, so that each stays on its line.
struct ReportLine: Equatable {
    /// What the line is recognised by from one run to the next; nil where there is nothing such.
    let id: String?
    let severity: Severity
    let rule: ReportRule

    /// What groups lines beside each other, such as an endpoint; empty where there is no such thing.
    let scope: String

    /// What it is about: a finding's path, a place in a schema; empty for the whole.
    let path: String

    /// What is so, in one sentence without a full stop.
    let message: String

    /// More for people, each a line of its own: `hint: …`.
    let details: [String]

    /// Some of the places where it is so, at most as many as ``count``.
    let places: [ReportPlace]

    /// How many places there are.
    let count: Int

    /// Whether judging ended here, so that there may be more than is told.
    let isUnreadable: Bool

    init(
        id: String?,
        _ severity: Severity,
        _ rule: ReportRule,
        scope: String = "",
        path: String,
        message: String,
        details: [String] = [],
        places: [ReportPlace],
        count: Int? = nil,
        isUnreadable: Bool = false
    ) {
        self.id = id
        self.severity = severity
        self.rule = rule
        self.scope = scope.singleLine
        self.path = path.singleLine
        self.message = message.singleLine
        self.details = details.map(\.singleLine)
        self.places = places
        self.count = count ?? places.count
        self.isUnreadable = isUnreadable
    }
}

/// A place in what a command was given.
struct ReportPlace: Equatable {
    /// The file, or what stands for it.
    let source: Input

    /// Which of several recordings in it: `:17` for a line, `[3]` for an element; else empty.
    var part = ""

    /// Line and column in the file; nil where the text was taken out of something else.
    var location: Location?

    /// RFC 6901, into the text; empty for the whole.
    var pointer = ""

    /// Both from 1.
    struct Location: Equatable {
        let line: Int

        /// In bytes.
        let column: Int

        /// In Unicode code points.
        let characterColumn: Int
    }

    /// What it is called in reports: `blocks.json`, `pages.har[3]`, `-`.
    var name: String { (source.name + part).singleLine }
}

extension String {
    /// The text with U+FFFD in place of every character that ends a line or steers a terminal.
    var singleLine: String {
        let text = withoutControls
        guard text.utf8.contains(where: { $0 == 0x09 || $0 == 0x0A }) else { return text }
        return String(text.map { $0 == "\n" || $0 == "\t" ? "\u{FFFD}" : $0 })
    }
}
