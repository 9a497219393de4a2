import FoundationEssentials
import JSONCore

/// Says which scalars a `JSONDecoder` takes: where that is not plain, by asking one about the text of the value alone.
///
/// So it is the Foundation of this machine that decides whether `1.0` is an `Int` and what is a `URL`.
struct ScalarDecoding: Sendable {
    private let decoder = JSONDecoder()
    private let strategies: DecodingStrategies

    init(_ strategies: DecodingStrategies) {
        self.strategies = strategies
        switch strategies.dates {
        case .deferredToDate: decoder.dateDecodingStrategy = .deferredToDate
        case .secondsSince1970: decoder.dateDecodingStrategy = .secondsSince1970
        case .millisecondsSince1970: decoder.dateDecodingStrategy = .millisecondsSince1970
        case .iso8601: decoder.dateDecodingStrategy = .iso8601
        }
        if strategies.keys == .convertFromSnakeCase { decoder.keyDecodingStrategy = .convertFromSnakeCase }
    }

    /// Whether a value is of the kind that a scalar is read from: a boolean, a number or a text.
    func isOfKind(_ scalar: Scalar, _ value: JSONValue) -> Bool {
        switch (form(of: scalar), value.kind) {
        case (.boolean, .boolean), (.text, .string), (.number, .integer), (.number, .number): true
        default: false
        }
    }

    /// Whether a value of the right kind is taken.
    func takes(_ value: JSONValue, as scalar: Scalar) -> Bool {
        switch scalar {
        case .bool: true
        case .string where !value.document.hasLoneSurrogate: true
        case .int, .int64, .double, .decimal: value.int64 != nil || isDecoded(value, as: scalar.type)
        case .url:
            isDecoded(value, as: scalar.type) && (value.string.flatMap(URLHost.init)?.isTaken ?? true)
        default: isDecoded(value, as: scalar.type)
        }
    }

    /// Whether a value that was taken is one of an enumeration's.
    func takes(_ value: JSONValue, as values: RawValues) -> Bool {
        guard let literals = values.literals else { return true }
        switch values.scalar {
        case .string: return value.string.map(literals.contains) ?? false
        case .double:
            let number = decoded(value, as: Double.self)
            return literals.contains { Double($0) == number }
        case .float:
            let number = decoded(value, as: Float.self)
            return literals.contains { Float($0) == number }
        case .uint128:
            let number = decoded(value, as: UInt128.self)
            return literals.contains { UInt128($0) == number }
        default:
            let number = decoded(value, as: Int128.self)
            return literals.contains { Int128($0) == number }
        }
    }

    private enum Form {
        case boolean, number, text
    }

    private func form(of scalar: Scalar) -> Form {
        switch scalar {
        case .bool: .boolean
        case .string, .data, .url, .uuid: .text
        case .date: strategies.dates == .iso8601 ? .text : .number
        default: .number
        }
    }

    private func isDecoded<Value: Decodable>(_ value: JSONValue, as type: Value.Type) -> Bool {
        decoded(value, as: type) != nil
    }

    private func decoded<Value: Decodable>(_ value: JSONValue, as type: Value.Type) -> Value? {
        // That it throws is the answer; why is told in our own words.
        try? decoder.decode(type, from: Data(value.document.sourceBytes(at: value.index)))
    }

    /// Whether the names of an object can be read: a lone surrogate in one makes all of the object unreadable.
    func readsNames(of object: JSONValue) -> Bool {
        !object.document.hasLoneSurrogate || isDecoded(object, as: ShownKeys.self)
    }

    /// The key that a decoder makes of a member's name.
    func shown(_ name: String) -> String {
        guard strategies.keys == .convertFromSnakeCase else { return name }
        let object = Data("{\(JSONText.exactlyQuoted(name)):0}".utf8)
        // A name that is no key to the decoder is compared as it is.
        return (try? decoder.decode(ShownKeys.self, from: object))?.names.first ?? name
    }
}

/// The keys of an object as a decoder shows them.
private struct ShownKeys: Decodable {
    let names: [String]

    private struct Key: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init?(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    init(from decoder: any Decoder) throws {
        names = try decoder.container(keyedBy: Key.self).allKeys.map(\.stringValue)
    }
}

extension JSONDocument {
    fileprivate var hasLoneSurrogate: Bool {
        notices.contains { if case .loneSurrogate = $0 { true } else { false } }
    }
}

extension Scalar {
    fileprivate var type: any Decodable.Type {
        switch self {
        case .bool: Bool.self
        case .string: String.self
        case .int: Int.self
        case .int8: Int8.self
        case .int16: Int16.self
        case .int32: Int32.self
        case .int64: Int64.self
        case .int128: Int128.self
        case .uint: UInt.self
        case .uint8: UInt8.self
        case .uint16: UInt16.self
        case .uint32: UInt32.self
        case .uint64: UInt64.self
        case .uint128: UInt128.self
        case .float: Float.self
        // Foundation decodes a CGFloat as a Double.
        case .double, .cgFloat: Double.self
        case .decimal: Decimal.self
        case .date: Date.self
        case .data: Data.self
        case .url: URL.self
        case .uuid: UUID.self
        }
    }
}

extension RawValues {
    /// Whether one of them is a coding key's.
    func contains(key: String) -> Bool {
        guard let literals else { return true }
        guard scalar.isInteger else { return literals.contains(key) }
        return Int(key).map { literals.contains(String($0)) } ?? false
    }
}
