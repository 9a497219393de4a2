extension Page {
    /// Gives the page that a changeset leads to.
    ///
    /// What the changeset does not name is kept as it is here, volatile values included.
    ///
    /// - Complexity: O(n).
    /// - Throws: ``ChangesetMismatch`` when the changeset was not made from this revision of this page.
    public func applying(_ changeset: Changeset) throws(ChangesetMismatch) -> Page {
        guard changeset.fromRevision == revision else {
            throw ChangesetMismatch(.revision(expected: changeset.fromRevision, found: revision))
        }
        return Page(
            feed: feed,
            variant: variant,
            revision: changeset.toRevision,
            sections: try changeset.sections.applied(to: sections)
        )
    }
}

extension SectionChanges {
    /// Gives the sections that these changes lead to from `old`.
    ///
    /// - Complexity: O(n).
    /// - Throws: ``ChangesetMismatch`` when they were not made from `old`.
    public func applied(to old: [Section]) throws(ChangesetMismatch) -> [Section] {
        var rearrangement = Rearrangement(old)
        for update in updated {
            let section = try rearrangement.survivor(at: update.from, id: update.header.key)
            let items: [Item]
            do {
                items = try update.items.applied(to: section.items)
            } catch {
                throw ChangesetMismatch(error.reason, section: section.key)
            }
            rearrangement.replace(at: update.from, with: Section(header: update.header, items: items))
        }
        try rearrangement.leave(deleted)
        return try rearrangement.arrange(inserted: inserted, moved: moved)
    }
}

extension ItemChanges {
    /// Gives the items that these changes lead to from `old`.
    ///
    /// - Complexity: O(n).
    /// - Throws: ``ChangesetMismatch`` when they were not made from `old`.
    public func applied(to old: [Item]) throws(ChangesetMismatch) -> [Item] {
        var rearrangement = Rearrangement(old)
        for update in updated {
            _ = try rearrangement.survivor(at: update.from, id: update.item.id)
            rearrangement.replace(at: update.from, with: update.item)
        }
        try rearrangement.leave(deleted)
        return try rearrangement.arrange(inserted: inserted, moved: moved)
    }
}
