/// Reads a value out of a field in the server's binary format (the `*_send` functions in `src/backend/utils/adt`).
struct PGDecoder<Value>: Sendable {
    /// What the reader expects, for errors.
    let wanted: String
    /// The value; nil when the type or the bytes don't fit.
    let decode: @Sendable (PGType, Span<UInt8>) -> Value?
}

extension PGDecoder<Int64> {
    static let int64 = PGDecoder(wanted: "an integer") { type, field in
        switch type {
        case .smallint: field.bigEndian(Int16.self, at: 0).map(Int64.init)
        case .int: field.bigEndian(Int32.self, at: 0).map(Int64.init)
        case .bigint: field.bigEndian(Int64.self, at: 0)
        case .oidType: field.bigEndian(UInt32.self, at: 0).map(Int64.init)
        default: nil
        }
    }
}

extension PGDecoder<Int> {
    static let int = PGDecoder(wanted: "an integer") { type, field in
        PGDecoder<Int64>.int64.decode(type, field).map(Int.init)
    }
}

extension PGDecoder<Double> {
    static let double = PGDecoder(wanted: "a double") { type, field in
        switch type {
        case .real: field.bigEndian(UInt32.self, at: 0).map { Double(Float(bitPattern: $0)) }
        case .double: field.bigEndian(UInt64.self, at: 0).map(Double.init(bitPattern:))
        default: nil
        }
    }
}

extension PGDecoder<Bool> {
    static let bool = PGDecoder(wanted: "a boolean") { type, field in
        type == .bool && field.count == 1 ? field[0] != 0 : nil
    }
}

extension PGDecoder<String> {
    static let text = PGDecoder(wanted: "text") { type, field in
        type.isTextual ? field.string(from: 0) : nil
    }

    static let json = PGDecoder(wanted: "json") { type, field in
        switch type {
        case .json: field.string(from: 0)
        case .jsonb: field.jsonbStart.map { field.string(from: $0) }
        default: nil
        }
    }

    static let uuid = PGDecoder(wanted: "a uuid") { type, field in
        guard type == .uuid, field.count == 16 else { return nil }
        let digits = Array("0123456789abcdef".utf8)
        var text: [UInt8] = []
        text.reserveCapacity(36)
        for index in field.indices {
            if index == 4 || index == 6 || index == 8 || index == 10 { text.append(UInt8(ascii: "-")) }
            text.append(digits[Int(field[index] >> 4)])
            text.append(digits[Int(field[index] & 15)])
        }
        return String(decoding: text, as: UTF8.self)
    }
}

extension PGDecoder<[UInt8]> {
    static let bytes = PGDecoder(wanted: "bytes") { type, field in
        switch type {
        case .jsonb: field.jsonbStart.map { field.bytes(from: $0) }
        case .bytea: field.bytes(from: 0)
        default: type.isTextual ? field.bytes(from: 0) : nil
        }
    }
}

extension PGDecoder<PGTimestamp> {
    // The ends of the range stand for ±infinity.
    static let timestamp = PGDecoder(wanted: "a finite timestamptz") { type, field in
        guard type == .timestamptz, let micros = field.bigEndian(Int64.self, at: 0), micros != .min,
            micros != .max
        else { return nil }
        return PGTimestamp(microsecondsSinceEpoch: micros &+ PGTimestamp.microsecondsFrom1970To2000)
    }
}

extension PGDecoder<Duration> {
    static let duration = PGDecoder(wanted: "an interval without months") { type, field in
        guard type == .interval, field.bigEndian(Int32.self, at: 12) == 0,
            let micros = field.bigEndian(Int64.self, at: 0), let days = field.bigEndian(Int32.self, at: 8)
        else { return nil }
        return .microseconds(micros) + .seconds(86_400 * Int64(days))
    }
}

extension PGDecoder {
    /// An array of at most one dimension whose elements `element` reads.
    static func array<Element>(of element: PGDecoder<Element>) -> PGDecoder<Value> where Value == [Element] {
        PGDecoder(wanted: "an array of \(element.wanted) without NULL") { type, field in
            guard type.mayBeArray, let dimensions = field.bigEndian(Int32.self, at: 0), dimensions <= 1,
                let elementOID = field.bigEndian(UInt32.self, at: 8)
            else { return nil }
            guard dimensions == 1 else { return [] }
            return field.elements(of: PGType(oid: elementOID), element)
        }
    }
}

extension Span<UInt8> {
    // After three words of head and two for the dimension, each element is its length and its bytes.
    fileprivate func elements<Value>(of type: PGType, _ decoder: PGDecoder<Value>) -> [Value]? {
        guard let elementCount = bigEndian(Int32.self, at: 12) else { return nil }
        var values: [Value] = []
        var offset = 20
        for _ in 0..<elementCount {
            guard let length = bigEndian(Int32.self, at: offset), length >= 0,
                offset + 4 + Int(length) <= count,
                let value = decoder.decode(type, extracting((offset + 4)..<(offset + 4 + Int(length))))
            else { return nil }
            values.append(value)
            offset += 4 + Int(length)
        }
        return values
    }

    fileprivate func bigEndian<Number: FixedWidthInteger>(_ type: Number.Type, at offset: Int) -> Number? {
        let size = Number.bitWidth / 8
        guard offset + size <= count else { return nil }
        return (offset..<(offset + size)).reduce(0) { $0 << 8 | Number(self[$1]) }
    }

    // A jsonb begins with the number of its format, which is 1 in all versions so far.
    fileprivate var jsonbStart: Int? {
        count >= 1 && self[0] == 1 ? 1 : nil
    }

    fileprivate func string(from start: Int) -> String {
        unsafe extracting(start...).withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) }
    }

    fileprivate func bytes(from start: Int) -> [UInt8] {
        unsafe extracting(start...).withUnsafeBufferPointer { unsafe Array($0) }
    }
}
