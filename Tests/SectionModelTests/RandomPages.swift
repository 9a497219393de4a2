import SectionModel

/// Random pages, and pages that look like a later revision of them.
struct RandomPages {
    private var generator: SeededGenerator

    init(seed: UInt64) {
        generator = SeededGenerator(seed: seed)
    }

    /// An old page and a new one that share a random part of their sections and items.
    mutating func pair() -> (old: Page, new: Page) {
        let old = (0..<Int.random(in: 0...6, using: &generator)).map { section("s\($0)") }
        var new = old.map { Bool.random(using: &generator) ? changed($0) : $0 }
        new = disturbed(new) { pages in pages.section("n\(Int.random(in: 0...9, using: &pages.generator))") }
        return (
            Page(feed: "f", revision: 1, sections: old),
            Page(feed: "f", revision: 2, sections: Section.distinguishingKeys(new))
        )
    }

    private mutating func section(_ key: String) -> Section {
        let items = (0..<Int.random(in: 0...8, using: &generator)).map { _ in item() }
        return Section(
            key,
            Item.numberingOccurrences(items),
            content: UInt64.random(in: 0...3, using: &generator)
        )
    }

    /// Few identities, so that they repeat inside a section.
    private mutating func item() -> Item {
        Item(
            "\(Int.random(in: 0...5, using: &generator))",
            content: UInt64.random(in: 0...3, using: &generator)
        )
    }

    private mutating func changed(_ section: Section) -> Section {
        let items = disturbed(section.items) { pages in pages.item() }
        return Section(
            section.key,
            Item.numberingOccurrences(items),
            content: UInt64.random(in: 0...3, using: &generator)
        )
    }

    private mutating func disturbed<Element>(
        _ elements: [Element],
        newcomer: (inout RandomPages) -> Element
    ) -> [Element] {
        var disturbed = elements.filter { _ in Int.random(in: 0..<4, using: &generator) > 0 }
        if Bool.random(using: &generator) { disturbed.shuffle(using: &generator) }
        for _ in 0..<Int.random(in: 0...3, using: &generator) {
            disturbed.insert(newcomer(&self), at: Int.random(in: 0...disturbed.count, using: &generator))
        }
        return disturbed
    }
}

extension Item {
    init(_ identity: String, content: UInt64 = 0) {
        self.init(identity: identity, digest: ContentDigest(high: 0, low: content), json: "{}")
    }
}

extension Section {
    init(_ key: String, _ items: [Item], content: UInt64 = 0) {
        self.init(
            key: key,
            kind: "k",
            layout: "l",
            items: items,
            digest: ContentDigest(high: 1, low: content)
        )
    }

    init(_ key: String, _ identities: String...) {
        self.init(key, Item.numberingOccurrences(identities.map { Item($0) }))
    }
}
