/// How Swift is written.
package struct SwiftOptions: Sendable {
    /// Who sees the types.
    package enum Access: String, CaseIterable, Sendable {
        case `internal`, package, `public`
    }

    /// What the types can do beside being coded.
    package enum Conformance: String, CaseIterable, Sendable {
        case equatable = "Equatable"
        case hashable = "Hashable"
        case sendable = "Sendable"
        /// Structures with a member `id` that is always there and is a text or an integer.
        case identifiable = "Identifiable"
    }

    package var access = Access.internal

    /// Whether members are `let`.
    package var isImmutable = false

    /// Whether null and absent are told apart, so that what was decoded is encoded the same.
    package var preservesNulls = false

    /// Whether an element of a list that cannot be decoded is put aside, and the others stay.
    package var hasLenientLists = false

    package var conformances: Set<Conformance> = [.hashable, .sendable]

    /// What the names of all types begin with.
    package var prefix = ""

    package init() {}
}
