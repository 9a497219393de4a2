import JSONCore
import SectionModel

extension KindRule {
    /// Reads the items of a section; one without identity is named by its content.
    func items(in value: SectionValue) -> ItemsReading {
        let matches = items.matches(from: value.root)
        var withoutIdentity: [JSONValue] = []
        let read = matches.map { match in
            let digest = value.stableDigest(of: match.value, at: match.steps, volatile: volatile)
            let identity = item.identity.text(from: match.lineage)
            if identity == nil { withoutIdentity.append(match.value) }
            return Item(
                identity: identity ?? "h:\(digest)",
                occurrence: 1,
                title: item.title.text(from: match.lineage),
                image: item.image.text(from: match.lineage),
                plays: item.plays.text(from: match.lineage).flatMap { Int64($0) },
                action: item.action.text(from: match.lineage),
                digest: digest,
                json: value.text(of: match.value, form: .received).string)
        }
        return ItemsReading(
            items: Item.numberingOccurrences(read), sources: matches.map(\.value), withoutIdentity: withoutIdentity)
    }
}

/// The items of a section and the values they were read from, in the same order.
struct ItemsReading {
    let items: [Item]
    let sources: [JSONValue]
    let withoutIdentity: [JSONValue]
}

/// The value a section is made from, which may be only some members of it.
struct SectionValue {
    let root: JSONValue
    /// Not empty: the only members that belong to the section.
    var only: [String] = []

    func text(
        of value: JSONValue, form: JSONText.Form, excluding volatile: PathPatterns = .none, at steps: [PathStep] = []
    ) -> JSONText {
        let members = value.index == root.index && !only.isEmpty ? only : nil
        return JSONText(value, form: form, excluding: volatile, at: steps, onlyMembers: members)
    }

    func stableDigest(of value: JSONValue, at steps: [PathStep], volatile: PathPatterns) -> ContentDigest {
        let hash = ContentHash(text(of: value, form: .canonical, excluding: volatile, at: steps).bytes)
        return ContentDigest(high: hash.high, low: hash.low)
    }
}
