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

    /// What may help, beside the facts; never certain.
    package var hint: String?

    /// How much the contract's samples say about the path; nil without a profile, or where they say nothing.
    package var sampleFacts: SampleFacts?

    /// Who accepted it, and why; nil for what counts.
    package var acceptance: Acceptance?

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

extension Finding {
    private static func id(kind: FindingKind, path: String, value: String?, endpoint: String) -> String {
        stableID(of: [endpoint, kind.rawValue, path, value ?? ""])
    }

    /// Twelve hexadecimal digits of a 64-bit FNV-1a hash, enough to tell the findings of one feed apart.
    package static func stableID(of parts: [String]) -> String {
        let text = parts.joined(separator: "\u{0}")
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
