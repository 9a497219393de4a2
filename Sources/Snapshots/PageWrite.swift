/// One page: a feed's sections for one set of request parameters.
package struct PageID: Sendable, Hashable {
    /// The feed's name.
    package let feed: String
    /// `""` is the feed's default page.
    package let variant: String

    package init(feed: String, variant: String = "") {
        self.feed = feed
        self.variant = variant
    }
}

/// What a refresh wants a page to be.
package struct PageWrite: Sendable {
    /// Which page is written.
    package var page: PageID
    /// The version that the responses were checked by, from 1.
    package var contractVersion: Int
    /// The page as upstream sent it, in order, each key at most once.
    ///
    /// A stored section that is not among them vanished: it stays, held.
    package var sections: [SectionPlacement]
    /// Sections that have a place of their own, from 0, counted over all that readers see: also those that vanished.
    package var positions: [String: Int] = [:]
    /// What the endpoints sent for the next request; endpoints not named keep theirs.
    package var validators: [EndpointValidators] = []

    package init(page: PageID, contractVersion: Int, sections: [SectionPlacement]) {
        self.page = page
        self.contractVersion = contractVersion
        self.sections = sections
    }
}

/// A section's place on the page, with new content or without.
package enum SectionPlacement: Sendable {
    /// Content that is fit for readers.
    case fresh(SectionWrite)
    /// The section is there but may not be shown; its last good content stays. One that was never good has no place.
    ///
    /// `reason` is short and for people: `broke-contract`.
    case held(key: String, reason: String)

    /// The key of the section in both cases.
    package var key: String {
        switch self {
        case .fresh(let section): section.key
        case .held(let key, _): key
        }
    }
}

/// A section's content, fit for readers.
package struct SectionWrite: Sendable, Hashable {
    /// Unique on its page.
    package var key: String
    /// The contract's name for such sections.
    package var kind: String
    /// Cleaned and cut at 4 KiB when stored; nil when it has none.
    package var title: String?
    /// How apps should draw it; nil leaves it to them.
    package var layout: String?
    /// 8 to 64 bytes over everything that readers see but the volatile paths: equal digests mean equal content, and the
    /// content stored first is kept.
    package var digest: [UInt8]
    /// The text of a JSON object `{"title", "items": [{"identity", "occurrence", "title", "image", "plays", "action",
    /// "raw"}]}` that jsonb takes: no `\u0000`, no lone surrogates.
    package var contentJSON: String
    /// How many items ``contentJSON`` holds.
    package var itemCount: Int
    /// The version that the content was made by, from 1.
    package var contractVersion: Int

    package init(
        key: String,
        kind: String,
        title: String?,
        layout: String?,
        digest: [UInt8],
        contentJSON: String,
        itemCount: Int,
        contractVersion: Int
    ) {
        self.key = key
        self.kind = kind
        self.title = title
        self.layout = layout
        self.digest = digest
        self.contentJSON = contentJSON
        self.itemCount = itemCount
        self.contractVersion = contractVersion
    }
}

/// What an endpoint's last response gives to ask "has it changed?" with (RFC 9110 §8.8), and to see that it has not.
package struct EndpointValidators: Sendable, Hashable {
    /// The endpoint's name.
    package var endpoint: String
    /// As the server wrote it, quotes included.
    package var etag: String?
    /// As the server wrote it.
    package var lastModified: String?
    /// A digest of the whole body as it came.
    package var bodyDigest: [UInt8]?

    package init(
        endpoint: String,
        etag: String? = nil,
        lastModified: String? = nil,
        bodyDigest: [UInt8]? = nil
    ) {
        self.endpoint = endpoint
        self.etag = etag
        self.lastModified = lastModified
        self.bodyDigest = bodyDigest
    }
}
