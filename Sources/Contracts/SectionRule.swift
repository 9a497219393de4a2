package import JSONCore

/// How sections are made from an endpoint's response.
package enum SectionRule: Sendable {
    /// One section for each block of the response.
    case blocks(BlockSections)
    /// One section from the response, or from a part of it.
    case whole(EndpointSection)

    /// The endpoint's name.
    package var endpoint: String {
        switch self {
        case .blocks(let rule): rule.endpoint
        case .whole(let rule): rule.endpoint
        }
    }

    /// The kinds this rule can make, in the file's order.
    package var kinds: [KindRule] {
        switch self {
        case .blocks(let rule): rule.kinds.map(\.rule)
        case .whole(let rule): [rule.rule]
        }
    }
}

/// The rule for a response that is a list of blocks.
package struct BlockSections: Sendable {
    /// The endpoint's name.
    package let endpoint: String

    /// Where the blocks are, seen from the response.
    package let each: ItemsPath

    /// What tells a block's kind, seen from the block.
    package let discriminator: JSONPointer

    /// What becomes of a block that no kind is for.
    package let unknownKind: UnknownKindAnswer

    /// The known kinds with the discriminator's value of each.
    package let kinds: [(value: JSONScalar, rule: KindRule)]

    /// The rule for a block, or nil when its kind is not known.
    ///
    /// - Complexity: O(known kinds).
    package func kind(of block: JSONValue) -> KindRule? {
        guard let found = block.value(at: discriminator).flatMap(JSONScalar.init) else { return nil }
        return kinds.first { $0.value == found }?.rule
    }
}

/// What becomes of a block whose kind the contract does not know.
///
/// All three leave a finding.
package enum UnknownKindAnswer: String, CaseIterable, Sendable {
    /// A section without items, the block as its content.
    case keep
    /// Kept for inspection, not shown.
    case quarantine
    case drop
}

/// The rule for a section made from a whole response or a part of it.
package struct EndpointSection: Sendable {
    /// The endpoint's name.
    package let endpoint: String

    /// The part the section is made from; `""` is the whole response.
    ///
    /// When the part is named and is absent, null, an empty text or without items, there is no such section.
    package let part: JSONPointer

    /// When not empty: the only members of the part that belong to the section.
    package let only: [String]

    /// The section's place in the page, from 0, once all other sections stand; nil for its place among the rules.
    package let insertAt: Int?

    /// The section's own rule; its paths are seen from the part.
    package let rule: KindRule
}

/// What one kind of section looks like; the paths are seen from its block.
package struct KindRule: Sendable {
    /// Our word for it, such as `playlist-rcmd`; unique in the feed.
    package let kind: String

    /// The schema as a path below `v<version>/`; nil when the value is not validated.
    package let schema: String?

    /// How a client is advised to draw the section.
    package let layout: String

    /// The section's title, seen from the block.
    package let title: [FallbackPath]

    /// Where the items are; the empty path makes the block itself the only item.
    package let items: ItemsPath

    /// Fewer items than this are a finding, and the section keeps its last good content.
    package let minItems: Int

    /// Where an item's fields are.
    package let item: ItemRule

    /// The paths that do not count as a change.
    package let volatile: PathPatterns
}

/// Where an item's fields are, seen from the item: for each the fallbacks in order.
package struct ItemRule: Equatable, Sendable {
    /// What makes it the same item tomorrow; at least one way.
    package let identity: [FallbackPath]
    /// The title that readers see.
    package let title: [FallbackPath]
    /// The URL of its picture.
    package let image: [FallbackPath]
    /// How often it was played, a whole number.
    package let plays: [FallbackPath]
    /// What a tap opens, a URL.
    package let action: [FallbackPath]
}
