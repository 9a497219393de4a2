/// What leads from one revision of a page to another.
///
/// The laws it keeps:
/// - ``Page/applying(_:)`` on the old page gives the new page, except for volatile values (plays, raw JSON, held
///   state) of what did not change;
/// - it is empty exactly when the stable parts and their order are equal;
/// - an item or section is moved only when the relative order of those who stayed changed, and as few as possible
///   are: an insertion on top moves nobody;
/// - an item that goes to another section is a deletion there and an insertion here.
///
/// For a collection view: hand over the deletions, insertions and moves as one batch (old positions for `from`, new
/// ones for `to`, as UIKit wants them), then reload what is updated at its new position.
public struct Changeset: Hashable, Sendable {
    /// The revision of the page it applies to.
    public var fromRevision: Int64

    /// The revision of the page it leads to.
    public var toRevision: Int64

    /// What changed.
    public var sections: SectionChanges

    /// Makes a changeset from its parts, for example as read from a database.
    public init(fromRevision: Int64, toRevision: Int64, sections: SectionChanges) {
        self.fromRevision = fromRevision
        self.toRevision = toRevision
        self.sections = sections
    }

    /// Compares two pages of the same feed and variant; anything else is a mistake of the caller.
    ///
    /// - Complexity: O(n) in sections and items together; O(n log n) where the order of those who stayed changed.
    public init(from old: Page, to new: Page) {
        precondition(
            old.feed == new.feed && old.variant == new.variant,
            "pages of different feeds or variants have no changes in common"
        )
        self.init(
            fromRevision: old.revision,
            toRevision: new.revision,
            sections: SectionChanges(from: old.sections, to: new.sections)
        )
    }

    /// Tells that no stable content changed, whatever the revisions say.
    public var isEmpty: Bool { sections.isEmpty }
}
