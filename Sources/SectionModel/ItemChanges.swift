/// How the items of one section changed between two revisions.
///
/// Old positions count in the old section, new positions in the new one, each list rising by its own position
/// (`from` for deletions, `to` for the others). An item can be moved and updated at once; then it is in both lists.
public struct ItemChanges: Hashable, Sendable {
    /// New content for an item that stayed.
    public struct Update: Hashable, Sendable {
        /// The item with its new content.
        public let item: Item

        /// Its position in the old section, from 0.
        public let from: Int

        /// Its position in the new section, from 0.
        public let to: Int

        /// Makes an update.
        public init(item: Item, from: Int, to: Int) {
            self.item = item
            self.from = from
            self.to = to
        }
    }

    /// Stage 1: items that are gone.
    public var deleted: [Deletion<Item.ID>]

    /// Stage 2: items that are new.
    public var inserted: [Insertion<Item>]

    /// Stage 3: items that changed places among those who stayed.
    public var moved: [Move<Item.ID>]

    /// Stage 4: items whose stable part changed.
    public var updated: [Update]

    /// Makes changes from their stages.
    public init(
        deleted: [Deletion<Item.ID>] = [],
        inserted: [Insertion<Item>] = [],
        moved: [Move<Item.ID>] = [],
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

extension ItemChanges {
    /// Compares two lists of items by ``Item/id`` and ``Item/digest``.
    ///
    /// - Complexity: O(n); O(n log n) when the order of those who stayed changed.
    public init(from old: [Item], to new: [Item]) {
        let difference = OrderedDifference(from: old.map(\.id), to: new.map(\.id))
        self.init(
            deleted: difference.deleted.map { Deletion(id: old[$0].id, from: $0) },
            inserted: difference.inserted.map { Insertion(content: new[$0], to: $0) }
        )
        for survivor in difference.survivors {
            let item = new[survivor.to]
            if survivor.moved {
                moved.append(Move(id: item.id, from: survivor.from, to: survivor.to))
            }
            if item.digest != old[survivor.from].digest {
                updated.append(Update(item: item, from: survivor.from, to: survivor.to))
            }
        }
    }
}
