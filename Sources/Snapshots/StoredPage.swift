package import Postgres

/// What is stored of a page: enough to ask upstream, and to see what a new response changes.
package struct StoredPage: Sendable, Hashable {
    /// Grows by one whenever the stable content changed; 0 until something was stored.
    package let revision: Int64
    /// The contract that the page was last checked by; nil when nothing was stored.
    package let contractVersion: Int?
    /// In the readers' order.
    package let sections: [StoredSection]
    /// What the last responses gave to ask with, an endpoint each.
    package let validators: [EndpointValidators]

    static let none = StoredPage(revision: 0, contractVersion: nil, sections: [], validators: [])
}

/// What is stored of a section, without its content.
package struct StoredSection: Sendable, Hashable {
    /// Unique on its page.
    package let key: String
    /// The contract's name for such sections.
    package let kind: String
    /// From 0.
    package let position: Int
    /// Over all that readers see but the volatile paths; see ``SectionWrite/digest``.
    package let digest: [UInt8]
    /// How many items its content holds.
    package let itemCount: Int
    /// The page's revision in which the content last changed.
    package let revision: Int64
    /// Since when the content is only the last good one; nil when it is the newest.
    package let heldSince: PGTimestamp?
    /// What the writer said, or ``vanished``.
    package let heldReason: String?

    /// The reason of a section that the last refresh did not find on the page any more.
    package static let vanished = "vanished"
}

extension StoredSection {
    init(_ row: PGRow) throws(PGError) {
        key = try row.text("section_key")
        kind = try row.text("kind")
        position = try row.int("position")
        digest = try row.bytes("digest")
        itemCount = try row.int("item_count")
        revision = try row.int64("revision")
        heldSince = try row.optionalTimestamp("held_since")
        heldReason = try row.optionalText("held_reason")
    }
}

extension EndpointValidators {
    init(_ row: PGRow) throws(PGError) {
        endpoint = try row.text("endpoint")
        etag = try row.optionalText("etag")
        lastModified = try row.optionalText("last_modified")
        bodyDigest = try row.optionalBytes("body_digest")
    }
}
