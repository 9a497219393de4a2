/// A type that reads a boolean, a number or a text.
enum Scalar: String, Sendable {
    case bool = "Bool"
    case string = "String"
    case int = "Int"
    case int8 = "Int8"
    case int16 = "Int16"
    case int32 = "Int32"
    case int64 = "Int64"
    case int128 = "Int128"
    case uint = "UInt"
    case uint8 = "UInt8"
    case uint16 = "UInt16"
    case uint32 = "UInt32"
    case uint64 = "UInt64"
    case uint128 = "UInt128"
    case float = "Float"
    case double = "Double"
    case cgFloat = "CGFloat"
    case decimal = "Decimal"
    case date = "Date"
    case data = "Data"
    case url = "URL"
    case uuid = "UUID"

    /// The standard library's and Foundation's types of these names; Apple's `Decimal` is C's.
    init?(_ name: TypeName) {
        let word = name.declaration == "__C.NSDecimal" ? "Decimal" : name.parts.last?.name ?? ""
        guard name.parts.count == 2, let scalar = Scalar(rawValue: word) else { return nil }
        let homes: Set = scalar.isOfFoundation ? Self.foundations : ["Swift"]
        guard homes.contains(name.parts[0].name) else { return nil }
        self = scalar
    }

    private static let foundations: Set = ["Foundation", "FoundationEssentials", "CoreFoundation", "__C"]

    private var isOfFoundation: Bool {
        switch self {
        case .cgFloat, .decimal, .date, .data, .url, .uuid: true
        default: false
        }
    }

    /// Whether it has no room for fractions.
    var isInteger: Bool {
        switch self {
        case .int, .int8, .int16, .int32, .int64, .int128: true
        case .uint, .uint8, .uint16, .uint32, .uint64, .uint128: true
        default: false
        }
    }
}
