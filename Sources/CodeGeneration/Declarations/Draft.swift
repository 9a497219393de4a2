import JSONCore

/// A type that is found and has no name yet.
struct Draft {
    /// What it may be called, the best first.
    let naming: Naming

    let explanation: String?

    /// Filled when its turn comes.
    var body: Body = .pending

    enum Body {
        case pending
        case structure([DraftProperty])
        case enumeration(texts: [String], isOpen: Bool)
        case union(DraftUnion)
        case mixture([(MixedKind, TypeReference)])
        case alias(TypeReference)
    }
}

/// Where the name of a type comes from.
struct Naming: Hashable {
    /// Its own word: the key under which it stands, a title, a definition's key.
    let own: String

    /// Whether the schema itself calls it so.
    var isProposed = false

    /// Whether it is one of several: its own word is in the plural.
    var isOneOfMany = false

    /// The draft whose member it is.
    var parent: Int?

    /// What is put behind its own word: the union whose payload it is.
    var suffix: String?
}

struct DraftProperty {
    let key: String
    let type: TypeReference
    let isRequired: Bool
    let isNullable: Bool
    let constant: String?
    let explanation: String?
}

struct DraftUnion {
    let discriminator: String
    let isInteger: Bool
    /// The name of a case comes from the first of its codes, unless it has a name of its own.
    let cases: [(name: String, codes: [String], payload: TypeReference)]
    let unknown: TypeReference?
}
