import Testing

@testable import Snapshots

@Suite struct PagePlanTests {
    @Test(arguments: 0..<200)
    func `carrying out the plan gives the page that was wanted`(seed: UInt64) throws {
        var random = SplitMix(state: seed)
        let stored = random.page()
        let write = random.write(after: stored)
        let plan = try PagePlan(stored: stored, write: write)
        let after = stored.applying(plan)

        #expect(after.map(\.position) == Array(0..<after.count), "seed \(seed)")
        let isKnown = Set(stored.map(\.key))
        let wanted = write.sections.filter { $0.isFresh || isKnown.contains($0.key) }.map(\.key)
        let named = Set(write.sections.map(\.key))
        #expect(after.map(\.key).filter(named.contains) == wanted, "seed \(seed)")
        #expect(plan.isChanged == (after.map(\.content) != stored.map(\.content)), "seed \(seed)")
        let isUnseen = write.sections.contains { !$0.isFresh && !isKnown.contains($0.key) }
        #expect(plan.isHolding == (isUnseen || after.contains { $0.heldReason != nil }), "seed \(seed)")
        #expect(
            Set(after.filter { $0.heldReason == StoredSection.vanished }.map(\.key))
                == isKnown.subtracting(named),
            "seed \(seed)"
        )
    }

    @Test(arguments: 0..<50)
    func `the same write again changes nothing`(seed: UInt64) throws {
        var random = SplitMix(state: seed)
        let stored = random.page()
        let write = random.write(after: stored)
        let after = stored.applying(try PagePlan(stored: stored, write: write))
        let again = try PagePlan(stored: after, write: write)
        #expect(
            again.rows.isEmpty && !again.isChanged,
            "seed \(seed): \(again.rows)"
        )
    }

    @Test(arguments: [0, 1, 2, 9])
    func `a section with a place of its own has it among those that vanished, too`(place: Int) throws {
        let stored = ["a", "b", "c"].enumerated().map { position, key in
            StoredSection(key: key, position: position, digest: [1], heldReason: nil)
        }
        var write = PageWrite(
            page: PageID(feed: "f"),
            contractVersion: 1,
            sections: [.fresh(.fixed), .held(key: "b", reason: "r")]
        )
        write.positions = ["fixed": place]
        let after = stored.applying(try PagePlan(stored: stored, write: write)).map(\.key)
        #expect(after.firstIndex(of: "fixed") == min(place, 3))
        #expect(after.filter { $0 != "fixed" } == ["a", "b", "c"])
    }
}

extension SectionWrite {
    fileprivate static let fixed = SectionWrite(
        key: "fixed",
        kind: "menus",
        title: nil,
        layout: nil,
        digest: [2],
        contentJSON: "{}",
        itemCount: 0,
        contractVersion: 1
    )
}

extension StoredSection {
    fileprivate init(key: String, position: Int, digest: [UInt8], heldReason: String?) {
        self.init(
            key: key,
            kind: "banner",
            position: position,
            digest: digest,
            itemCount: 0,
            revision: 1,
            heldSince: nil,
            heldReason: heldReason
        )
    }

    fileprivate var content: [String] {
        [key, String(decoding: digest, as: UTF8.self)]
    }
}

extension [StoredSection] {
    /// What the SQL statements make of the stored rows.
    fileprivate func applying(_ plan: PagePlan) -> [StoredSection] {
        var sections = Dictionary(uniqueKeysWithValues: map { ($0.key, $0) })
        for row in plan.rows {
            sections[row.key] = StoredSection(
                key: row.key,
                position: row.position,
                digest: row.digest,
                heldReason: row.heldReason
            )
        }
        return sections.values.sorted { $0.position < $1.position }
    }
}

extension SectionPlacement {
    fileprivate var isFresh: Bool {
        if case .fresh = self { true } else { false }
    }
}

/// Sebastiano Vigna's SplitMix64: the same numbers for the same seed.
private struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var z = state
        z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
        z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
        return z ^ (z >> 31)
    }
}

extension SplitMix {
    private static let keys = ["a", "b", "c", "d", "e", "f", "g"]

    mutating func page() -> [StoredSection] {
        let keys = Self.keys.shuffled(using: &self).prefix(Int.random(in: 0...6, using: &self))
        return keys.enumerated().map { position, key in
            StoredSection(
                key: key,
                position: position,
                digest: digest(),
                heldReason: Bool.random(using: &self) ? nil : "old"
            )
        }
    }

    mutating func write(after stored: [StoredSection]) -> PageWrite {
        let keys = Self.keys.shuffled(using: &self).prefix(Int.random(in: 0...6, using: &self))
        return PageWrite(
            page: PageID(feed: "f"),
            contractVersion: 1,
            sections: keys.map { placement($0) }
        )
    }

    private mutating func placement(_ key: String) -> SectionPlacement {
        guard Int.random(in: 0..<3, using: &self) > 0 else {
            return .held(key: key, reason: "broke-contract")
        }
        var section = SectionWrite(key: key, content: key)
        section.digest = digest()
        return .fresh(section)
    }

    private mutating func digest() -> [UInt8] {
        [UInt8.random(in: 65...66, using: &self)]
    }
}
