/// A value bound to a parameter of a statement, sent with its type.
///
/// Enums and domains take `.text` with a cast in the SQL: `$1::text::feedkeeper.job_state`.
package enum PGValue: Sendable, Hashable {
    /// SQL NULL; its type is found by the server from the statement.
    case null
    /// A `text`, which may not have a NUL byte.
    case text(String)
    /// An `integer`.
    case int(Int32)
    /// A `bigint`; it does not fit a function's `integer` parameter.
    case bigint(Int64)
    /// A `boolean`.
    case bool(Bool)
    /// A `double precision`.
    case double(Double)
    /// A `bytea`.
    case bytes([UInt8])
    /// JSON text for a `json` parameter; the server keeps it as it is written.
    case json(String)
    /// JSON text for a `jsonb` parameter; `\u0000` and lone surrogates are refused by the server.
    case jsonb(String)
    /// A UUID as 32 hexadecimal digits, with or without hyphens: `a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11`.
    case uuid(String)
    case timestamptz(PGTimestamp)
    /// A length of time without days and months, to the microsecond.
    case interval(Duration)
    /// A one-dimensional array; each element must be of the element type, or ``null``.
    case array(PGType, [PGValue])
}

extension PGValue {
    /// `value` made into a parameter, or ``null``.
    package static func optional<Value>(_ value: Value?, _ make: (Value) -> PGValue) -> PGValue {
        value.map(make) ?? .null
    }

    /// A `text[]`.
    package static func texts(_ values: [String?]) -> PGValue {
        .array(.text, values.map { optional($0, PGValue.text) })
    }

    /// A `bigint[]`.
    package static func bigints(_ values: [Int64?]) -> PGValue {
        .array(.bigint, values.map { optional($0, PGValue.bigint) })
    }

    /// An `integer[]`.
    package static func ints(_ values: [Int32?]) -> PGValue {
        .array(.int, values.map { optional($0, PGValue.int) })
    }

    /// A `bytea[]`.
    package static func byteStrings(_ values: [[UInt8]?]) -> PGValue {
        .array(.bytea, values.map { optional($0, PGValue.bytes) })
    }

    /// A `jsonb[]`.
    package static func jsonbs(_ values: [String?]) -> PGValue {
        .array(.jsonb, values.map { optional($0, PGValue.jsonb) })
    }
}

extension PGValue {
    /// The type that is declared to the server.
    var type: PGType {
        switch self {
        case .null: .unspecified
        case .text: .text
        case .int: .int
        case .bigint: .bigint
        case .bool: .bool
        case .double: .double
        case .bytes: .bytea
        case .json: .json
        case .jsonb: .jsonb
        case .uuid: .uuid
        case .timestamptz: .timestamptz
        case .interval: .interval
        case .array(let element, _): element.arrayOID.map(PGType.init(oid:)) ?? .unspecified
        }
    }

    /// Whether the value, or an element of it, is text with a NUL byte, which Postgres can't keep.
    var hasNUL: Bool {
        switch self {
        case .text(let text), .json(let text), .jsonb(let text): text.utf8.contains(0)
        case .array(_, let elements): elements.contains(where: \.hasNUL)
        default: false
        }
    }
}
