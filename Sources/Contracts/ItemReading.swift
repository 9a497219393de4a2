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

/// The items of a section and the values they were read from, in the same order.
struct ItemsReading {
    let items: [Item]
    let sources: [JSONValue]
    let withoutIdentity: [JSONValue]
}

extension KindRule {
    /// Reads the items of a section; one without identity is named by its content.
    func items(in value: SectionValue) -> ItemsReading {
        let matches = items.matches(from: value.root)
        var withoutIdentity: [JSONValue] = []
        let read = matches.map { match in
            let item = self.item(match, in: value)
            if item.identity.isEmpty { withoutIdentity.append(match.value) }
            return item.identifiedByContentIfNameless
        }
        return ItemsReading(
            items: Item.numberingOccurrences(read),
            sources: matches.map(\.value),
            withoutIdentity: withoutIdentity
        )
    }

    private func item(_ match: ItemsPath.Match, in value: SectionValue) -> Item {
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
            identity: item.identity.text(from: match.lineage) ?? "",
            title: item.title.text(from: match.lineage),
            image: item.image.text(from: match.lineage),
            plays: item.plays.text(from: match.lineage).flatMap { Int64($0) },
            action: item.action.text(from: match.lineage),
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
