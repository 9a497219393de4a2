import SectionModel
import Testing

@Suite struct ApplyingTests {
    private let page = Page(feed: "f", revision: 7, sections: [Section("a", "1", "2"), Section("b", "3")])

    @Test func `what did not change keeps its volatile values`() throws {
        var old = page
        old.sections[0].items[0].plays = 5
        var new = page
        new.revision = 8
        new.sections.removeLast()
        let applied = try old.applying(Changeset(from: old, to: new))
        #expect(applied.sections[0].items[0].plays == 5)
        #expect(applied.revision == 8)
    }

    @Test func `changes of another revision are refused`() {
        let changes = Changeset(fromRevision: 6, toRevision: 7, sections: SectionChanges())
        #expect(throws: ChangesetMismatch(.revision(expected: 6, found: 7))) { try page.applying(changes) }
    }

    @Test(
        arguments: [
            (SectionChanges(deleted: [Deletion(id: "a", from: 2)]), ChangesetMismatch(.position(2))),
            (SectionChanges(deleted: [Deletion(id: "a", from: -1)]), ChangesetMismatch(.position(-1))),
            (
                SectionChanges(deleted: [Deletion(id: "b", from: 0)]),
                ChangesetMismatch(.identity(expected: "b", found: "a", position: 0))
            ),
            (
                SectionChanges(deleted: [Deletion(id: "a", from: 0), Deletion(id: "a", from: 0)]),
                ChangesetMismatch(.position(0))
            ),
            (SectionChanges(moved: [Move(id: "a", from: 0, to: 2)]), ChangesetMismatch(.position(2))),
            (
                SectionChanges(inserted: [
                    Insertion(content: Section("c"), to: 1), Insertion(content: Section("d"), to: 1),
                ]),
                ChangesetMismatch(.position(1))
            ),
            (
                SectionChanges(updated: [
                    .init(
                        header: Section("b").header,
                        items: ItemChanges(deleted: [Deletion(id: Item.ID(identity: "9"), from: 0)]),
                        from: 1,
                        to: 1
                    )
                ]),
                ChangesetMismatch(.identity(expected: "9", found: "3", position: 0), section: "b")
            ),
        ])
    func `changes that do not fit are refused`(changes: SectionChanges, mismatch: ChangesetMismatch) {
        #expect(throws: mismatch) { try changes.applied(to: page.sections) }
    }
}
