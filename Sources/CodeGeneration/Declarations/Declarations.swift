/// The types that describe a value, named, in the order to print them; what any language's printer reads.
package struct Declarations: Sendable {
    /// Each refers to others by their position here.
    var list: [Declaration]

    /// What the whole value is.
    let root: TypeReference

    /// The names of the types, in the order in which they are printed.
    package var names: [String] { list.map(\.name) }
}

/// A type with a name.
struct Declaration: Sendable {
    let name: String

    /// What the schema says about such values.
    let explanation: String?

    var body: Body

    enum Body: Sendable {
        case structure([Property])
        case enumeration(Enumeration)
        case union(DiscriminatedUnion)
        case mixture([MixedCase])
        case alias(TypeReference)
    }
}

/// A member of objects.
struct Property: Sendable {
    let name: String

    /// The member's name in JSON.
    let key: String

    let type: TypeReference

    /// Whether it is always there, null or not.
    let isRequired: Bool

    /// Whether it may be null.
    let isNullable: Bool

    /// The only text that it ever has.
    let constant: String?

    /// Whether it would make its type contain itself, and stands behind a reference.
    var isIndirect = false

    let explanation: String?
}

/// Texts that have a meaning each.
struct Enumeration: Sendable {
    let cases: [EnumerationCase]

    /// Whether other texts may come.
    let isOpen: Bool
}

/// One of the texts, with its name.
struct EnumerationCase: Equatable, Sendable {
    let name: String
    let text: String
}

/// Objects whose form goes by the value of one member.
struct DiscriminatedUnion: Sendable {
    /// The member's key.
    let discriminator: String

    /// Whether the member is an integer and not a text.
    let isInteger: Bool

    let cases: [UnionCase]

    /// The form of an object of another kind, where something is known of it; else it may be anything.
    let unknown: TypeReference?

    /// Whether it stands behind a reference, so that it can contain itself.
    var isIndirect = false
}

/// One form of object, with the discriminator's values that announce it.
struct UnionCase: Sendable {
    let name: String
    let codes: [String]
    let payload: TypeReference
}

/// One kind of value, where several kinds may stand.
struct MixedCase: Sendable {
    let name: String
    let kind: MixedKind
    let type: TypeReference
}

/// The kinds of value that can be told apart without reading further.
enum MixedKind: Sendable {
    case scalar, list, object
}

/// The type of a value.
indirect enum TypeReference: Hashable, Sendable {
    /// Any JSON value.
    case any
    case bool
    /// An integer that fits 64 bits.
    case integer
    /// One from 0 up that fits 64 bits without a sign.
    case unsignedInteger
    /// One that does not.
    case bigInteger
    case number
    case string
    /// A moment, as RFC 3339 writes it.
    case dateTime
    case list(TypeReference)
    /// An object with names that are data.
    case map(TypeReference)
    /// A value or null, in a list or a map.
    case nullable(TypeReference)
    /// A declaration, by its position.
    case named(Int)
}

extension TypeReference {
    /// Itself and all types that it is made of.
    var parts: [TypeReference] {
        switch self {
        case .list(let part), .map(let part), .nullable(let part): [self] + part.parts
        default: [self]
        }
    }
}

extension Declaration {
    /// The types that it mentions.
    var mentioned: [TypeReference] {
        let direct: [TypeReference] =
            switch body {
            case .structure(let properties): properties.map(\.type)
            case .enumeration: []
            case .union(let union): union.cases.map(\.payload) + [union.unknown ?? .any]
            case .mixture(let cases): cases.map(\.type)
            case .alias(let type): [type]
            }
        return direct.flatMap(\.parts)
    }
}
