import SectionModel
import Testing

@Suite struct SectionChangesTests {
    @Test func `the items of a new or vanished section are not listed`() {
        let changes = SectionChanges(from: [Section("old", "1", "2")], to: [Section("new", "1", "2")])
        #expect(changes.deleted == [Deletion(id: "old", from: 0)])
        #expect(changes.inserted == [Insertion(content: Section("new", "1", "2"), to: 0)])
        #expect(changes.updated == [])
    }

    @Test func `changed items make their section an updated one`() throws {
        let changes = SectionChanges(from: [Section("s", "1")], to: [Section("s", "1", "2")])
        let update = try #require(changes.updated.first)
        #expect(update.items.inserted == [Insertion(content: Item("2"), to: 1)])
        #expect(changes.moved == [])
    }

    @Test func `a changed title is an update without item changes`() throws {
        let old = Section("s", "1")
        var new = old
        new.title = "Today"
        new.digest = ContentDigest(high: 9, low: 9)
        let changes = SectionChanges(from: [old], to: [new])
        #expect(changes.updated == [.init(header: new.header, items: ItemChanges(), from: 0, to: 0)])
    }

    @Test func `a section that is held did not change`() {
        let fresh = Section("s", "1")
        var held = fresh
        held.heldSince = Timestamp(microsecondsSince1970: 1_621_324_800_000_000)
        #expect(SectionChanges(from: [fresh], to: [held]).isEmpty)
    }

    @Test func `a section put on top moves nobody`() {
        let changes = SectionChanges(
            from: [Section("a"), Section("b")],
            to: [Section("menus"), Section("a"), Section("b")]
        )
        #expect(changes == SectionChanges(inserted: [Insertion(content: Section("menus"), to: 0)]))
    }

    @Test func `an item that changes sections leaves one and comes to the other`() {
        let old = [Section("a", "1", "2"), Section("b", "3")]
        let new = [Section("a", "1"), Section("b", "2", "3")]
        let updates = SectionChanges(from: old, to: new).updated
        #expect(updates.map(\.items.deleted.count) == [1, 0])
        #expect(updates.map(\.items.inserted.count) == [0, 1])
    }
}
