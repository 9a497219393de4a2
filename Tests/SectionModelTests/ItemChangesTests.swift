import SectionModel
import Testing

@Suite struct ItemChangesTests {
    @Test func `an insertion on top moves nobody`() {
        let changes = ItemChanges(from: items(1, 2, 3), to: items(0, 1, 2, 3))
        #expect(changes == ItemChanges(inserted: [Insertion(content: Item("0"), to: 0)]))
    }

    @Test func `a repeated item is told apart by its occurrence`() {
        let changes = ItemChanges(from: items(0, 1, 2, 0), to: items(0, 4, 0, 1, 2))
        #expect(changes.inserted == [Insertion(content: Item("4"), to: 1)])
        #expect(changes.moved == [Move(id: Item.ID(identity: "0", occurrence: 2), from: 3, to: 2)])
        #expect(changes.deleted == [])
        #expect(changes.updated == [])
    }

    @Test(arguments: 0...9)
    func `reversing never updates`(count: Int) {
        let forth = (0..<count).map { Item("\($0)") }
        let changes = ItemChanges(from: forth, to: forth.reversed())
        #expect(changes.updated == [])
        #expect(changes.moved.count == max(0, count - 1))
    }

    @Test func `nothing to nothing is no change`() {
        #expect(ItemChanges(from: [], to: []).isEmpty)
    }

    @Test func `filling an empty section inserts all`() {
        let changes = ItemChanges(from: [], to: items(7, 8))
        #expect(changes.inserted.map(\.to) == [0, 1])
        #expect(changes.inserted.map(\.content) == items(7, 8))
    }

    @Test func `emptying a section deletes all`() {
        let changes = ItemChanges(from: items(7, 8), to: [])
        #expect(
            changes.deleted == [Deletion(id: items(7)[0].id, from: 0), Deletion(id: items(8)[0].id, from: 1)]
        )
    }

    @Test func `one item brought forward is one move`() {
        let changes = ItemChanges(from: items(1, 2, 3, 4), to: items(4, 1, 2, 3))
        #expect(changes.moved == [Move(id: Item.ID(identity: "4"), from: 3, to: 0)])
    }

    @Test func `an item can move and change at once`() {
        let changed = Item("3", content: 9)
        let changes = ItemChanges(from: items(1, 2, 3), to: [changed] + items(1, 2))
        #expect(changes.moved == [Move(id: changed.id, from: 2, to: 0)])
        #expect(changes.updated == [ItemChanges.Update(item: changed, from: 2, to: 0)])
    }

    @Test func `play counts and raw text alone are no change`() {
        var later = Item("1")
        later.plays = 701_720_448
        later.json = #"{"playCount":701720448}"#
        #expect(ItemChanges(from: [Item("1")], to: [later]).isEmpty)
    }

    @Test func `items without numbered occurrences are paired in order`() throws {
        let old = [Item("a", content: 1), Item("a", content: 2)]
        let new = [Item("a", content: 1), Item("b"), Item("a", content: 3)]
        let changes = ItemChanges(from: old, to: new)
        #expect(changes.updated.map(\.from) == [1])
        #expect(try changes.applied(to: old) == new)
    }

    private func items(_ identities: Int...) -> [Item] {
        Item.numberingOccurrences(identities.map { Item("\($0)") })
    }
}
