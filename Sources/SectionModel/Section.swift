/// A titled run of items of one kind, drawn with one layout.
public struct Section: Hashable, Sendable {
    /// What names the section inside its page, such as `HOMEPAGE_BANNER`.
    ///
    /// Unique on a page; ``distinguishingKeys(_:)`` makes it so.
    public var key: String

    /// The contract's word for the section's shape, such as `banner`; decides what its items mean.
    public var kind: String

    /// The headline to show, if the upstream sent one.
    public var title: String?

    /// The contract's word for how to draw the section, such as `carousel`.
    public var layout: String

    /// The elements in the order to show them.
    public var items: [Item]

    /// The digest of the stable part: of kind, title, layout and the items' stable parts.
    ///
    /// It and the items' own digests alone decide whether a section counts as updated.
    public var digest: ContentDigest

    /// Since when the content is the last good one, because newer content broke the contract.
    ///
    /// `nil` while the section is fresh. Being held is a state and not content: it is no part of ``digest``.
    public var heldSince: Timestamp?

    /// Makes a section.
    public init(
        key: String,
        kind: String,
        title: String? = nil,
        layout: String,
        items: [Item],
        digest: ContentDigest,
        heldSince: Timestamp? = nil
    ) {
        self.key = key
        self.kind = kind
        self.title = title
        self.layout = layout
        self.items = items
        self.digest = digest
        self.heldSince = heldSince
    }
}

extension Section: Identifiable {
    /// The section's ``key``.
    public var id: String { key }
}

extension Section {
    /// Gives the same sections in the same order, each key used once.
    ///
    /// The second section with the key `a` becomes `a#2`, the third `a#3`; a number that is already somebody's key
    /// is passed over.
    ///
    /// - Complexity: O(n) on average.
    public static func distinguishingKeys(_ sections: [Section]) -> [Section] {
        var taken = Set(sections.map(\.key))
        var seen: [String: Int] = [:]
        return sections.map { section in
            guard var number = seen[section.key] else {
                seen[section.key] = 1
                return section
            }
            repeat { number += 1 } while !taken.insert("\(section.key)#\(number)").inserted
            seen[section.key] = number
            var distinct = section
            distinct.key = "\(section.key)#\(number)"
            return distinct
        }
    }
}
