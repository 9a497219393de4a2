import JSONCore
import SectionModel

/// The value a section is made from, which may be only some members of it.
struct SectionValue: Sendable {
    let root: JSONValue

    /// Not empty: the only members that belong to the section.
    var only: [String] = []

    func text(form: JSONText.Form, excluding volatile: PathPatterns = .none) -> JSONText {
        JSONText(root, form: form, excluding: volatile, onlyMembers: only.isEmpty ? nil : only)
    }

    /// The digest of the section without what is volatile.
    func stableDigest(volatile: PathPatterns) -> ContentDigest {
        ContentDigest(ContentHash(text(form: .canonical, excluding: volatile).bytes))
    }
}

/// Where the items of a section are, and what each is known by.
struct ItemMatches {
    let matches: [ItemsPath.Match]

    /// For each match; nil where none of the identity's paths finds anything.
    let identities: [String?]
}

extension KindRule {
    func itemMatches(in value: SectionValue) -> ItemMatches {
        let matches = items.matches(from: value.root)
        return ItemMatches(matches: matches, identities: matches.map(item.identity.text))
    }

    /// Reads the items of a section; one without identity is named by its content.
    func items(_ found: ItemMatches, in value: SectionValue) -> [Item] {
        let read = zip(found.matches, found.identities).map { match, identity in
            self.item(match, identity, in: value).identifiedByContentIfNameless
        }
        return Item.numberingOccurrences(read)
    }

    private func item(_ match: ItemsPath.Match, _ identity: String?, in value: SectionValue) -> Item {
        let isWhole = match.steps.isEmpty && !value.only.isEmpty
        let only = isWhole ? value.only : nil
        let stable = JSONText(
            match.value,
            form: .canonical,
            excluding: volatile,
            at: match.steps,
            onlyMembers: only
        )
        return Item(
            identity: identity ?? "",
            title: item.title.text(from: match),
            image: item.image.text(from: match),
            plays: item.plays.text(from: match).flatMap { Int64($0) },
            action: item.action.text(from: match),
            digest: ContentDigest(ContentHash(stable.bytes)),
            json: JSONText(match.value, form: .received, onlyMembers: only).string
        )
    }
}

extension Item {
    fileprivate var identifiedByContentIfNameless: Item {
        guard identity.isEmpty else { return self }
        var item = self
        item.identity = "h:\(digest)"
        return item
    }
}

extension ContentDigest {
    init(_ hash: ContentHash) { self.init(high: hash.high, low: hash.low) }
}
