/// The disappearance of a section or an item.
public struct Deletion<ID: Hashable & Sendable>: Hashable, Sendable {
    /// Who left.
    public let id: ID

    /// Its position in the old list, from 0.
    public let from: Int

    /// Makes a deletion.
    public init(id: ID, from: Int) {
        self.id = id
        self.from = from
    }
}

/// The appearance of a section or an item, with its whole content.
public struct Insertion<Content: Hashable & Sendable>: Hashable, Sendable {
    /// Who came.
    public let content: Content

    /// Its position in the new list, from 0.
    public let to: Int

    /// Makes an insertion.
    public init(content: Content, to: Int) {
        self.content = content
        self.to = to
    }
}

/// A change of place relative to those who stayed.
///
/// Being pushed along by an insertion is no move.
public struct Move<ID: Hashable & Sendable>: Hashable, Sendable {
    /// Who moved.
    public let id: ID

    /// Its position in the old list, from 0.
    public let from: Int

    /// Its position in the new list, from 0.
    public let to: Int

    /// Makes a move.
    public init(id: ID, from: Int, to: Int) {
        self.id = id
        self.from = from
        self.to = to
    }
}
