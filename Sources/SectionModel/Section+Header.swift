extension Section {
    /// Everything of a section but its items.
    public struct Header: Hashable, Sendable {
        /// See ``Section/key``.
        public var key: String

        /// See ``Section/kind``.
        public var kind: String

        /// See ``Section/title``.
        public var title: String?

        /// See ``Section/layout``.
        public var layout: String

        /// See ``Section/digest``: it covers the items as well.
        public var digest: ContentDigest

        /// See ``Section/heldSince``.
        public var heldSince: Timestamp?

        /// Makes a header.
        public init(
            key: String,
            kind: String,
            title: String? = nil,
            layout: String,
            digest: ContentDigest,
            heldSince: Timestamp? = nil
        ) {
            self.key = key
            self.kind = kind
            self.title = title
            self.layout = layout
            self.digest = digest
            self.heldSince = heldSince
        }
    }

    /// Everything of this section but its items.
    public var header: Header {
        Header(key: key, kind: kind, title: title, layout: layout, digest: digest, heldSince: heldSince)
    }

    /// Joins a header with its items.
    public init(header: Header, items: [Item]) {
        self.init(
            key: header.key,
            kind: header.kind,
            title: header.title,
            layout: header.layout,
            items: items,
            digest: header.digest,
            heldSince: header.heldSince
        )
    }
}
