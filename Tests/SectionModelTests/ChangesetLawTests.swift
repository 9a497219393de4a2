import SectionModel
import Testing

/// Each law is tried on many random pages; a failure names the seed that shows it.
@Suite struct ChangesetLawTests {
    @Test func `applying the changes to the old page gives the new page`() throws {
        for seed: UInt64 in 1...500 {
            var pages = RandomPages(seed: seed)
            let (old, new) = pages.pair()
            let changes = Changeset(from: old, to: new)
            #expect(try old.applying(changes) == new, "seed \(seed): \(changes)")
        }
    }

    @Test func `changes are empty exactly when both pages hold the same in the same order`() {
        for seed: UInt64 in 1...500 {
            var pages = RandomPages(seed: seed)
            let (old, new) = pages.pair()
            #expect(Changeset(from: old, to: new).isEmpty == (old.sections == new.sections), "seed \(seed)")
            #expect(Changeset(from: old, to: old).isEmpty, "seed \(seed)")
        }
    }

    @Test func `no change of order can be told with fewer moves`() {
        for seed: UInt64 in 1...300 {
            var generator = SeededGenerator(seed: seed)
            let count = Int.random(in: 0...7, using: &generator)
            let old = (0..<count).map { Item("\($0)") }
            let order = (0..<count).shuffled(using: &generator)
            let moves = ItemChanges(from: old, to: order.map { old[$0] }).moved.count
            #expect(moves == count - longestRunByTryingAll(order), "seed \(seed): \(order)")
        }
    }

    @Test func `insertions and deletions alone move nobody`() {
        for seed: UInt64 in 1...300 {
            var generator = SeededGenerator(seed: seed)
            let all = (0..<12).map { Item("\($0)") }
            let old = all.filter { _ in Bool.random(using: &generator) }
            let new = all.filter { _ in Bool.random(using: &generator) }
            let changes = ItemChanges(from: old, to: new)
            #expect(changes.moved == [], "seed \(seed)")
            #expect(changes.updated == [], "seed \(seed)")
        }
    }

    @Test func `positions rise within each stage`() {
        for seed: UInt64 in 1...300 {
            var pages = RandomPages(seed: seed)
            let (old, new) = pages.pair()
            let changes = Changeset(from: old, to: new).sections
            let stages = [
                changes.deleted.map(\.from), changes.inserted.map(\.to), changes.moved.map(\.to),
                changes.updated.map(\.to),
            ]
            #expect(stages.allSatisfy { $0 == Set($0).sorted() }, "seed \(seed): \(stages)")
        }
    }

    private func longestRunByTryingAll(_ numbers: [Int]) -> Int {
        (0..<(1 << numbers.count)).map { chosen in
            let run = numbers.indices.filter { chosen >> $0 & 1 == 1 }.map { numbers[$0] }
            return run == run.sorted() ? run.count : 0
        }.max() ?? 0
    }
}
