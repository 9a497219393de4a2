/// What is expected where a value stands.
indirect enum ModelType: Sendable {
    case scalar(Scalar)
    case optional(ModelType)

    /// `Array`, `Set` and their like.
    case list(ModelType)

    /// A dictionary that is an object.
    case map(MapKeys, ModelType)

    /// A dictionary whose keys are neither texts nor integers: key, value, key, value.
    case pairs(ModelType, ModelType)

    /// One of ``SwiftModel/types``.
    case declared(Int)

    /// What only the type itself knows: who decodes it.
    case notFollowed(String)
}

/// What the keys of a map must be.
enum MapKeys: Sendable {
    case texts
    case integers
    /// The raw values of an enumeration that is `CodingKeyRepresentable`.
    case values(RawValues)
}

/// A structure, enumeration or class.
struct DeclaredType: Sendable {
    /// As one writes it, with its place: `Page.Item (HomePage.swift:12)`, `Envelope<[Item]> (Envelope.swift:3)`.
    let label: String
    var form: Form

    enum Form: Sendable {
        case record([Property])
        /// A record without keys, which never looks at the value.
        case nothing
        case raw(RawValues)
        /// An enumeration with payloads: an object with one of these keys.
        case alternatives([Alternative])
        case notFollowed(String)
    }
}

/// What a record or a payload reads from a member.
struct Property: Sendable {
    let key: String
    let type: ModelType

    /// Whether it may be absent or null.
    let isOptional: Bool

    /// `Banner.title (HomePage.swift:12)`.
    let label: String

    /// `Banner.title: String? (HomePage.swift:12)`.
    let declaration: String

    /// A property of a name and a type as one writes them.
    init(
        key: String,
        type: ModelType,
        isOptional: Bool,
        name: String,
        typeName: TypeName?,
        place: SourcePlace
    ) {
        self.key = key
        self.type = type
        self.isOptional = isOptional
        label = "\(name) (\(place))"
        declaration = "\(name): \(typeName?.description ?? "a type without a name") (\(place))"
    }
}

/// A case of an enumeration with payloads.
struct Alternative: Sendable {
    let key: String
    let payload: [Property]
}

/// The raw values of an enumeration; of a structure that is `RawRepresentable`, any.
struct RawValues: Sendable {
    let scalar: Scalar

    /// As literals without quotes; nil for any.
    let literals: [String]?

    /// Whether an initializer that somebody wrote may refuse some.
    let isChosenByCode: Bool
}
