/// The parameters of one statement in the server's binary format, one after another in one buffer.
struct PGParameters {
    private(set) var types: [UInt32] = []
    private(set) var lengths: [Int32] = []
    /// Where each value begins in ``bytes``; nil for NULL.
    private(set) var offsets: [Int?] = []
    private(set) var bytes: [UInt8] = []

    /// Encodes `values` in order.
    ///
    /// - Throws: ``PGError`` with `.invalidValue` for a NUL byte in text, an array with elements of several types, or a
    ///   value of 1 GiB and more.
    init(_ values: [PGValue], for statement: SQLStatement) throws(PGError) {
        for (index, value) in values.enumerated() {
            if let problem = value.problem {
                throw PGError(
                    code: .invalidValue,
                    message: "parameter $\(index + 1) \(problem)",
                    statement: statement.name
                )
            }
            append(value)
        }
        // libpq takes a null pointer for NULL, and an empty array has no address.
        bytes.append(0)
    }

    private mutating func append(_ value: PGValue) {
        let start = bytes.count
        bytes.append(value)
        types.append(value.type.oid)
        offsets.append(value == .null ? nil : start)
        lengths.append(Int32(bytes.count - start))
    }
}

extension PGValue {
    /// What makes the value unsendable, without the value itself.
    fileprivate var problem: String? {
        if case .uuid(let text) = self, uuidBytes(text) == nil { return "is not a UUID" }
        if hasNUL { return "has a NUL byte, which Postgres text can't hold" }
        if approximateSize >= 1 << 30 { return "is larger than the 1 GiB that Postgres takes" }
        guard case .array(let type, let elements) = self else { return nil }
        if let problem = elements.lazy.compactMap(\.problem).first { return problem }
        guard type.arrayOID != nil else { return "is an array of \(type.name), which can't be sent" }
        let isMixed = elements.contains { $0 != .null && $0.type != type }
        return isMixed ? "is an array of \(type.name) with an element of another type" : nil
    }

    private var approximateSize: Int {
        switch self {
        case .text(let text), .json(let text), .jsonb(let text): text.utf8.count
        case .bytes(let bytes): bytes.count
        case .array(_, let elements): elements.reduce(20) { $0 + 4 + $1.approximateSize }
        default: 16
        }
    }
}

/// The 16 bytes of 32 hexadecimal digits with at most four hyphens; nil for any other text.
private func uuidBytes(_ text: String) -> [UInt8]? {
    var (bytes, digits): ([UInt8], Int) = ([], 0)
    bytes.reserveCapacity(16)
    for character in text.utf8 where character != UInt8(ascii: "-") {
        guard let digit = hexDigit(character), digits < 32 else { return nil }
        if digits.isMultiple(of: 2) { bytes.append(digit << 4) } else { bytes[digits / 2] |= digit }
        digits += 1
    }
    return digits == 32 && text.utf8.count <= 36 ? bytes : nil
}

private func hexDigit(_ character: UInt8) -> UInt8? {
    switch character {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): character - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): character - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): character - UInt8(ascii: "A") + 10
    default: nil
    }
}

extension [UInt8] {
    /// Appends the binary form of `value` (`src/backend/utils/adt`, the `*_recv` functions); nothing for NULL.
    fileprivate mutating func append(_ value: PGValue) {
        switch value {
        case .null: break
        case .text(let text), .json(let text): append(contentsOf: text.utf8)
        case .uuid(let text): append(contentsOf: uuidBytes(text) ?? [])
        case .int(let number): append(bigEndian: number)
        case .bigint(let number): append(bigEndian: number)
        case .bool(let flag): append(flag ? 1 : 0)
        case .double(let number): append(bigEndian: number.bitPattern)
        case .bytes(let bytes): append(contentsOf: bytes)
        case .jsonb(let text): append(jsonb: text)
        case .timestamptz(let moment):
            append(bigEndian: moment.microsecondsSinceEpoch &- PGTimestamp.microsecondsFrom1970To2000)
        case .interval(let span): append(interval: span)
        case .array(let type, let elements): append(arrayOf: type, elements)
        }
    }

    private mutating func append(jsonb text: String) {
        let formatVersion: UInt8 = 1
        append(formatVersion)
        append(contentsOf: text.utf8)
    }

    private mutating func append(interval span: Duration) {
        let (days, months): (Int32, Int32) = (0, 0)
        append(bigEndian: span.wholeMicroseconds)
        append(bigEndian: days)
        append(bigEndian: months)
    }

    private mutating func append(arrayOf type: PGType, _ elements: [PGValue]) {
        let dimensions: Int32 = elements.isEmpty ? 0 : 1
        append(bigEndian: dimensions)
        append(bigEndian: Int32(elements.contains(.null) ? 1 : 0))
        append(bigEndian: type.oid)
        guard !elements.isEmpty else { return }
        let lowerBound: Int32 = 1
        append(bigEndian: Int32(elements.count))
        append(bigEndian: lowerBound)
        for element in elements { append(element: element) }
    }

    private mutating func append(element: PGValue) {
        let lengthAt = count
        append(bigEndian: Int32(-1))
        guard element != .null else { return }
        append(element)
        let length = UInt32(count - lengthAt - 4)
        for byte in 0..<4 { self[lengthAt + byte] = UInt8(truncatingIfNeeded: length >> (24 - 8 * byte)) }
    }

    private mutating func append(bigEndian value: some FixedWidthInteger) {
        for shift in stride(from: value.bitWidth - 8, through: 0, by: -8) {
            append(UInt8(truncatingIfNeeded: value >> shift))
        }
    }
}
