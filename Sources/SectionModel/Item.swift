/// One element of a section: a playlist, a song, a banner, a menu button.
///
/// The named fields are what a list cell usually draws; everything else the upstream sent is in ``json``.
public struct Item: Hashable, Sendable {
    /// What the upstream calls this element inside its section, such as `playlist/2829883282`.
    public var identity: String

    /// Tells equal identities of one section apart: 1 for the first in page order, 2 for the second, and so on.
    ///
    /// ``numberingOccurrences(_:)`` fills it.
    public var occurrence: Int

    /// The text to show, as the upstream sent it.
    public var title: String?

    /// The address of the picture to show.
    public var image: String?

    /// How often it was played or seen.
    ///
    /// Changes at every fetch, so it is no part of ``digest``.
    public var plays: Int64?

    /// Where a tap leads: a link in the upstream's own form.
    public var action: String?

    /// The digest of the stable part: of the element without the contract's volatile paths.
    ///
    /// It alone decides whether an item counts as updated.
    public var digest: ContentDigest

    /// The element as raw JSON text, volatile paths included.
    public var json: String

    /// Makes an item.
    public init(
        identity: String,
        occurrence: Int = 1,
        title: String? = nil,
        image: String? = nil,
        plays: Int64? = nil,
        action: String? = nil,
        digest: ContentDigest,
        json: String
    ) {
        self.identity = identity
        self.occurrence = occurrence
        self.title = title
        self.image = image
        self.plays = plays
        self.action = action
        self.digest = digest
        self.json = json
    }
}

extension Item: Identifiable {
    /// What names an item inside its section, and lets it be recognised in another revision of it.
    public struct ID: Hashable, Sendable {
        /// The item's ``Item/identity``.
        public let identity: String

        /// The item's ``Item/occurrence``, from 1.
        public let occurrence: Int

        /// Joins an identity and an occurrence.
        public init(identity: String, occurrence: Int = 1) {
            self.identity = identity
            self.occurrence = occurrence
        }
    }

    /// The identity and the occurrence together, unique inside a section.
    public var id: ID { ID(identity: identity, occurrence: occurrence) }
}

extension Item.ID: CustomStringConvertible {
    /// The identity; from the second occurrence on with its number, as in `song/28#2`.
    public var description: String {
        occurrence == 1 ? identity : "\(identity)#\(occurrence)"
    }
}

extension Item {
    /// Gives the same items in the same order, with the occurrence of each counted from 1 within its identity.
    ///
    /// The upstream may repeat an element; without the number nothing could say which of the two moved.
    ///
    /// - Complexity: O(n).
    public static func numberingOccurrences(_ items: [Item]) -> [Item] {
        var seen: [String: Int] = [:]
        return items.map { item in
            var numbered = item
            seen[item.identity, default: 0] += 1
            numbered.occurrence = seen[item.identity, default: 1]
            return numbered
        }
    }
}
