/// A built-in type of the server, by its OID (`pg_type.dat`; these never change between versions).
package struct PGType: Sendable, Hashable {
    /// The number of the type in `pg_type`.
    package let oid: UInt32
    /// The name as the server's documentation writes it; `oid 12345` for a type not listed here.
    package let name: String

    private init(_ oid: UInt32, _ name: String) {
        self.oid = oid
        self.name = name
    }

    init(oid: UInt32) {
        self = Self.listed[oid] ?? PGType(oid, "oid \(oid)")
    }

    /// The type that the server finds out from the statement.
    static let unspecified = PGType(0, "unspecified")
    /// The type of ``PGValue/bool(_:)``.
    package static let bool = PGType(16, "boolean")
    /// The type of ``PGValue/bytes(_:)``.
    package static let bytea = PGType(17, "bytea")
    /// The type of ``PGValue/bigint(_:)``.
    package static let bigint = PGType(20, "bigint")
    static let smallint = PGType(21, "smallint")
    /// The type of ``PGValue/int(_:)``.
    package static let int = PGType(23, "integer")
    /// The type of ``PGValue/text(_:)``.
    package static let text = PGType(25, "text")
    /// The type of ``PGValue/json(_:)``.
    package static let json = PGType(114, "json")
    static let real = PGType(700, "real")
    /// The type of ``PGValue/double(_:)``.
    package static let double = PGType(701, "double precision")
    /// The type of ``PGValue/timestamptz(_:)``.
    package static let timestamptz = PGType(1184, "timestamptz")
    /// The type of ``PGValue/interval(_:)``.
    package static let interval = PGType(1186, "interval")
    static let numeric = PGType(1700, "numeric")
    /// The type of ``PGValue/uuid(_:)``.
    package static let uuid = PGType(2950, "uuid")
    /// The type of ``PGValue/jsonb(_:)``.
    package static let jsonb = PGType(3802, "jsonb")
    static let oidType = PGType(26, "oid")
    static let char = PGType(18, "\"char\"")
    static let identifier = PGType(19, "name")
    static let unknown = PGType(705, "unknown")
    static let bpchar = PGType(1042, "char(n)")
    static let varchar = PGType(1043, "varchar")

    private static let listed: [UInt32: PGType] = {
        let scalars: [PGType] = [
            .bool, .bytea, .bigint, .smallint, .int, .text, .json, .real, .double, .timestamptz, .interval,
            .numeric,
            .uuid, .jsonb, .oidType, .char, .identifier, .unknown, .bpchar, .varchar,
        ]
        let arrays = scalars.compactMap { type in type.arrayOID.map { PGType($0, "\(type.name)[]") } }
        return Dictionary(uniqueKeysWithValues: (scalars + arrays).map { ($0.oid, $0) })
    }()

    /// The OID of the type's array; nil for a type whose arrays are not sent.
    var arrayOID: UInt32? {
        Self.arrayOIDs[oid]
    }

    private static let arrayOIDs: [UInt32: UInt32] = [
        16: 1000, 17: 1001, 19: 1003, 20: 1016, 21: 1005, 23: 1007, 25: 1009, 114: 199, 700: 1021, 701: 1022,
        1042: 1014, 1043: 1015, 1184: 1185, 1186: 1187, 2950: 2951, 3802: 3807,
    ]

    /// Types that the database's own users made, such as enums, have OIDs from here on.
    private static let firstUserOID: UInt32 = 16384

    /// Whether a value of the type may be an array.
    var mayBeArray: Bool {
        oid >= Self.firstUserOID || Self.arrayOIDs.values.contains(oid)
    }

    /// Whether a binary value of the type is its text: character types, and enums, whose OIDs differ per database.
    var isTextual: Bool {
        [.text, .varchar, .bpchar, .identifier, .unknown, .json].contains(self) || oid >= Self.firstUserOID
    }
}
