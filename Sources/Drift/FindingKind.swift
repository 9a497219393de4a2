package import JSONCore

/// What kind of drift a finding is; the names of the report.
///
/// What each means, and what to do about it: `docs/findings.md`.
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
    /// An object of a kind that the contract does not know.
    case kindAdded = "kind-added"
    /// A section that the last good page has and this response has not.
    case kindMissing = "kind-missing"
    /// Text that is not of the format it was of.
    case formatChanged = "format-changed"
    case constraintViolated = "constraint-violated"
    /// An integer that what is made from the contract cannot hold.
    case integerOutOfRange = "integer-out-of-range"
    /// The same value spelled otherwise: 3 → 3.0, a fraction of a second.
    case lexicalChange = "lexical-change"
    /// A number that a double does not keep, or that has been through one.
    case precisionLost = "precision-lost"
    /// The first item of an array that was always empty, the first value where there was only null.
    case firstSeen = "first-seen"
    case emptySection = "empty-section"
    /// A field that was nearly always there, and is no more.
    case presenceDropped = "presence-dropped"
    case duplicateID = "duplicate-id"
    case identityMissing = "identity-missing"
    /// A field that a typed reader takes as optional, and that was there each time.
    case neverAbsent = "never-absent"
    /// A value whose type reads it by code of its own, so that what it refuses is not known.
    case notFollowed = "not-followed"
    /// A hint: a missing field stands in another place.
    case fieldMoved = "field-moved"
    /// A hint: a missing field goes by another name.
    case fieldRenamed = "field-renamed"
    /// A hint: the expected value stands inside the one that was found, or the reverse.
    case valueWrapped = "value-wrapped"
    /// An error under HTTP 200, or another envelope.
    case errorBody = "error-body"
    case cursorLoop = "cursor-loop"
    case statusChanged = "status-changed"
    /// Another content type than the contract names, or than JSON.
    case contentTypeChanged = "content-type-changed"
    /// A limit ended the judging: neither conforming nor not.
    case undecided
    case notJSON = "not-json"
    case emptyBody = "empty-body"
    case nullBody = "null-body"
    case truncated
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
