/// The ordered sections of one feed for one variant, as of one revision.
public struct Page: Hashable, Sendable {
    /// The name of the feed, such as `netease-home`.
    public var feed: String

    /// Names the set of request parameters the page was fetched with; empty for the default set.
    public var variant: String

    /// Grows by one whenever the stable content changed.
    ///
    /// The first stored page has revision 1.
    public var revision: Int64

    /// The sections in the order to show them, each key once.
    public var sections: [Section]

    /// Makes a page.
    public init(feed: String, variant: String = "", revision: Int64, sections: [Section]) {
        self.feed = feed
        self.variant = variant
        self.revision = revision
        self.sections = sections
    }
}
