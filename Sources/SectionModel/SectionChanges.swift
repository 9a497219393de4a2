/// How the sections of a page changed between two revisions, each with the changes of its items.
///
/// Old positions count in the old page, new positions in the new one, each list rising by its own position
/// (`from` for deletions, `to` for the others). A section can be moved and updated at once; then it is in both lists.
/// The items of a deleted or inserted section are not listed one by one.
public struct SectionChanges: Hashable, Sendable {
    /// New content for a section that stayed.
    public struct Update: Hashable, Sendable {
        /// The section's new key, kind, title, layout, digest and state.
        public let header: Section.Header

        /// How its items changed; empty when only the header did.
        public let items: ItemChanges

        /// Its position in the old page, from 0.
        public let from: Int

        /// Its position in the new page, from 0.
        public let to: Int

        /// Makes an update.
        public init(header: Section.Header, items: ItemChanges, from: Int, to: Int) {
            self.header = header
            self.items = items
            self.from = from
            self.to = to
        }
    }

    /// Stage 1: sections that are gone.
    public var deleted: [Deletion<Section.ID>]

    /// Stage 2: sections that are new.
    public var inserted: [Insertion<Section>]

    /// Stage 3: sections that changed places among those who stayed.
    public var moved: [Move<Section.ID>]

    /// Stage 4: sections whose stable part changed, or the identity, order or stable part of their items.
    public var updated: [Update]

    /// Makes changes from their stages.
    public init(
        deleted: [Deletion<Section.ID>] = [],
        inserted: [Insertion<Section>] = [],
        moved: [Move<Section.ID>] = [],
        updated: [Update] = []
    ) {
        self.deleted = deleted
        self.inserted = inserted
        self.moved = moved
        self.updated = updated
    }

    /// Tells that nothing changed: same stable parts in the same order.
    public var isEmpty: Bool {
        deleted.isEmpty && inserted.isEmpty && moved.isEmpty && updated.isEmpty
    }
}

extension SectionChanges {
    /// Compares two lists of sections by ``Section/key``, ``Section/digest`` and their items.
    ///
    /// - Complexity: O(n) in sections and items together; O(n log n) where the order of those who stayed changed.
    public init(from old: [Section], to new: [Section]) {
        let difference = OrderedDifference(from: old.map(\.key), to: new.map(\.key))
        self.init(
            deleted: difference.deleted.map { Deletion(id: old[$0].key, from: $0) },
            inserted: difference.inserted.map { Insertion(content: new[$0], to: $0) }
        )
        for survivor in difference.survivors {
            let section = new[survivor.to]
            if survivor.moved {
                moved.append(Move(id: section.key, from: survivor.from, to: survivor.to))
            }
            let items = ItemChanges(from: old[survivor.from].items, to: section.items)
            if section.digest != old[survivor.from].digest || !items.isEmpty {
                updated.append(
                    Update(header: section.header, items: items, from: survivor.from, to: survivor.to)
                )
            }
        }
    }
}
