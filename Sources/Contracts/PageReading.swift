package import Drift
import JSONCore
package import SectionModel

/// What the responses of one refresh, or of one check, came to.
package struct PageReading: Sendable {
    /// In the order of the page, keys made distinct.
    package let sections: [SectionReading]
    /// What readers may not get, in the order it was met.
    package let quarantine: [QuarantinedValue]
    /// By endpoint, the worst first.
    package let findings: [Finding]
    /// Whether the whole page stays as it was.
    package let holdsPage: Bool
}

/// One section as it came, and whether readers keep its last good content instead.
package struct SectionReading: Sendable {
    /// The section as it came, held or not.
    package var section: Section
    /// Whether readers keep the last good content of its key.
    package let isHeld: Bool
    /// Its place on the page, where the contract gives it one.
    package let insertAt: Int?

    static func distinguishingKeys(_ readings: [SectionReading]) -> [SectionReading] {
        zip(readings, Section.distinguishingKeys(readings.map(\.section))).map { reading, section in
            SectionReading(section: section, isHeld: reading.isHeld, insertAt: reading.insertAt)
        }
    }
}

/// A value that may not reach readers, as it came.
package struct QuarantinedValue: Sendable {
    /// Why it may not; the raw values are those of the table `quarantine`.
    package enum Reason: String, Sendable {
        case kindAdded = "kind-added"
        case sectionHeld = "section-held"
        /// The whole response: the list of blocks is not where the contract says.
        case noBlocks = "no-blocks"
    }

    /// The endpoint's name.
    package let endpoint: String
    /// RFC 6901, into the response; `""` is the whole of it.
    package let pointer: String
    /// The kind of the section it would have been; `""` for a whole response.
    package let kind: String
    /// Why it may not reach readers.
    package let reason: Reason
    /// The bytes as they came.
    package let json: [UInt8]

    init(_ value: JSONValue, of endpoint: String, kind: String, _ reason: Reason) {
        self.endpoint = endpoint
        pointer = value.pointer.description
        self.kind = kind
        self.reason = reason
        json = value.document.sourceBytes(at: value.index)
    }

    init(_ checked: CheckedSection, kind: String, _ reason: Reason) {
        self.init(checked.value.root, of: checked.endpoint, kind: kind, reason)
    }
}
