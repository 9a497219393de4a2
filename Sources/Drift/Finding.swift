package import JSONCore

/// One kind of drift at one path: what was found, how often, and how bad it is.
package struct Finding: Equatable, Sendable {
    /// Stable over runs and wordings: made from kind, path and, for new values, the value.
    package let id: String
    /// What kind of drift it is.
    package let kind: FindingKind
    /// How much it matters; the worst, when it was found with several.
    package var severity: Severity

    /// A JSON Pointer with `*` for array positions and the discriminator for blocks:
    /// `/data/blocks/[blockCode=HOMEPAGE_BANNER]/extInfo/banners/*/bannerId`.
    package let path: String

    /// Up to three concrete places.
    package var places: [Place]

    /// How many times it was found.
    package var count: Int

    /// How many values could have shown it: "null in 2 of 8".
    package var of: Int

    /// What the contract says, in a few words.
    package let expected: String?

    /// What stood there instead, in a few words.
    package let found: String?

    /// The first value found, shortened; never from a place the contract calls secret.
    package var sample: String?

    /// What may help, beside the facts.
    package var hint: String?

    /// The endpoint it was found in.
    package let endpoint: String

    /// One concrete place: which input, where in it.
    package struct Place: Equatable, Sendable {
        /// What the input is called: a file, a URL, a page of an endpoint.
        package let input: String
        /// RFC 6901, into the input.
        package let pointer: String
        /// From 1.
        package let line: Int
        /// From 1, in bytes.
        package let column: Int
        /// From 1, in Unicode code points.
        package let characterColumn: Int

        package init(input: String, pointer: String, line: Int, column: Int, characterColumn: Int) {
            self.input = input
            self.pointer = pointer
            self.line = line
            self.column = column
            self.characterColumn = characterColumn
        }
    }

    package init(
        kind: FindingKind,
        severity: Severity,
        path: String,
        endpoint: String,
        value: String? = nil,
        expected: String? = nil,
        found: String? = nil
    ) {
        id = Self.id(kind: kind, path: path, value: value, endpoint: endpoint)
        self.kind = kind
        self.severity = severity
        self.path = path
        self.endpoint = endpoint
        self.expected = expected
        self.found = found
        places = []
        count = 0
        of = 0
    }
}

/// What kind of drift a finding is; the names of the report.
package enum FindingKind: String, CaseIterable, Sendable {
    /// Another scalar type; integer → number is one.
    case typeChanged = "type-changed"
    /// An object or array on either side.
    case shapeChanged = "shape-changed"
    case nullIntroduced = "null-introduced"
    case fieldMissing = "field-missing"
    case fieldAdded = "field-added"
    /// A value outside an enumeration, open or closed.
    case valueAdded = "value-added"
    /// A block whose kind the contract does not know.
    case kindAdded = "kind-added"
    /// A section that the last good page has and this response has not.
    case kindMissing = "kind-missing"
    case constraintViolated = "constraint-violated"
    case emptySection = "empty-section"
    case duplicateID = "duplicate-id"
    case identityMissing = "identity-missing"
    /// An error under HTTP 200, or another envelope.
    case errorBody = "error-body"
    case cursorLoop = "cursor-loop"
    case statusChanged = "status-changed"
    /// JSON that its content type does not call so.
    case contentTypeChanged = "content-type-changed"
    case notJSON = "not-json"
    case emptyBody = "empty-body"
    case nullBody = "null-body"
    case truncated = "truncated"
    case trailingBytes = "trailing-bytes"
    case invalidUTF8 = "invalid-utf8"
    case nonFiniteNumber = "non-finite-number"
    case tooDeep = "too-deep"
    case tooLarge = "too-large"
    case byteOrderMark = "byte-order-mark"
    case duplicateKey = "duplicate-key"
    /// U+0000 or a lone surrogate, which readers get as U+FFFD.
    case replacedCharacter = "replaced-character"
}

extension FindingKind {
    /// The name of what a parser refused.
    package init(_ error: JSONError) {
        self =
            switch error.code {
            case .emptyText: .emptyBody
            case .truncated: .truncated
            case .trailingBytes: .trailingBytes
            case .invalidUTF8: .invalidUTF8
            case .nonFiniteNumber: .nonFiniteNumber
            case .tooDeep: .tooDeep
            case .tooLarge: .tooLarge
            default: .notJSON
            }
    }
}

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

extension Finding {
    /// Twelve hexadecimal digits of a 64-bit FNV-1a hash, enough to tell the findings of one feed apart.
    private static func id(kind: FindingKind, path: String, value: String?, endpoint: String) -> String {
        let text = [endpoint, kind.rawValue, path, value ?? ""].joined(separator: "\u{0}")
        let hash = text.utf8.reduce(UInt64(0xCBF2_9CE4_8422_2325)) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
        let hex = String(hash, radix: 16)
        return String((String(repeating: "0", count: 16 - hex.count) + hex).prefix(12))
    }

    /// One line: what, where, how many of how many.
    package var message: String {
        let subject = [expected.map { "expected \($0)" }, found.map { "found \($0)" }].compactMap(\.self)
        let facts = subject.isEmpty ? kind.rawValue : subject.joined(separator: ", ")
        return of > 1 || count > 1 ? "\(facts) in \(count) of \(max(of, count))" : facts
    }
}
