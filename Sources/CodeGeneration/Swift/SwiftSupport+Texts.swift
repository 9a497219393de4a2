extension SwiftSupport {
    /// Scalars are told apart by trying, since a decoder does not say what came; a list or an object is entered once.
    static let jsonValue = """
        /// Any JSON value.
        public enum JSONValue: Codable, Hashable, Sendable {
            case null
            case bool(Bool)
            case int(Int)
            /// An integer beyond those of `int`.
            case unsigned(UInt64)
            case double(Double)
            /// An integer beyond 64 bits.
            case decimal(Decimal)
            case string(String)
            case array([JSONValue])
            case object([String: JSONValue])

            public init(from decoder: any Decoder) throws {
                let container = try decoder.singleValueContainer()
                if container.decodeNil() {
                    self = .null
                } else if let value = try? container.decode(String.self) {
                    self = .string(value)
                } else if let value = try? container.decode(Bool.self) {
                    self = .bool(value)
                } else if let number = Self.number(in: container) {
                    self = number
                } else if (try? decoder.unkeyedContainer()) != nil {
                    self = .array(try container.decode([JSONValue].self))
                } else {
                    self = .object(try container.decode([String: JSONValue].self))
                }
            }

            private static func number(in container: any SingleValueDecodingContainer) -> JSONValue? {
                if let value = try? container.decode(Int.self) { return .int(value) }
                if let value = try? container.decode(UInt64.self) { return .unsigned(value) }
                let double = try? container.decode(Double.self)
                // Beyond this, a Double would lose digits of an integer.
                if let double, double.magnitude < 9.2e18 { return .double(double) }
                if let value = try? container.decode(Decimal.self), value.isFinite { return .decimal(value) }
                return double.map(JSONValue.double)
            }

            public func encode(to encoder: any Encoder) throws {
                var container = encoder.singleValueContainer()
                switch self {
                case .null: try container.encodeNil()
                case .bool(let value): try container.encode(value)
                case .int(let value): try container.encode(value)
                case .unsigned(let value): try container.encode(value)
                case .double(let value): try container.encode(value)
                case .decimal(let value): try container.encode(value)
                case .string(let value): try container.encode(value)
                case .array(let value): try container.encode(value)
                case .object(let value): try container.encode(value)
                }
            }
        }
        """

    /// RFC 3339 §5.6 is read by hand.
    ///
    /// Foundation's strategies for dates drop fractions, and its formatters are not the same everywhere. Days are counted from
    /// 1970 as in the proleptic Gregorian calendar.
    static let dateTime = """
        /// A moment as RFC 3339 writes it; encoded as it came.
        public struct DateTime: Codable, Comparable, Hashable, Sendable {
            /// The text as it came, such as `2018-08-14T02:45:50.123Z`.
            public let text: String

            /// The moment, fraction included.
            public let date: Date

            /// Reads a text; nil when it is none of RFC 3339.
            public init?(_ text: String) {
                guard let seconds = Self.secondsSince1970(Array(text.utf8)) else { return nil }
                self.text = text
                date = Date(timeIntervalSince1970: seconds)
            }

            /// Writes a moment, in UTC and to the millisecond.
            public init(_ date: Date) {
                self.date = date
                text = Self.text(millisecondsSince1970: Int((date.timeIntervalSince1970 * 1000).rounded()))
            }

            public init(from decoder: any Decoder) throws {
                let container = try decoder.singleValueContainer()
                let text = try container.decode(String.self)
                guard let value = Self(text) else {
                    throw DecodingError.dataCorruptedError(
                        in: container,
                        debugDescription: "\\"\\(text)\\" is no date and time of RFC 3339"
                    )
                }
                self = value
            }

            public func encode(to encoder: any Encoder) throws {
                var container = encoder.singleValueContainer()
                try container.encode(text)
            }

            public static func < (left: Self, right: Self) -> Bool { left.date < right.date }

            private static func secondsSince1970(_ text: [UInt8]) -> Double? {
                guard text.count >= 20, text[4] == 45, text[7] == 45, text[10] | 32 == 116 else { return nil }
                guard text[13] == 58, text[16] == 58 else { return nil }
                let places = [(0, 4), (5, 2), (8, 2), (11, 2), (14, 2), (17, 2)]
                let parts = places.compactMap { number(text[$0.0..<($0.0 + $0.1)]) }
                guard parts.count == 6, 1...12 ~= parts[1], 1...31 ~= parts[2] else { return nil }
                guard parts[3] < 24, parts[4] < 60, parts[5] <= 60 else { return nil }
                var rest = text[19...]
                var fraction = 0.0
                if rest.first == 46 {
                    let digits = rest.dropFirst().prefix { 48...57 ~= $0 }
                    guard let value = Double("0." + String(decoding: digits, as: UTF8.self)) else { return nil }
                    fraction = value
                    rest = rest.dropFirst(digits.count + 1)
                }
                guard let offset = offsetInSeconds(rest) else { return nil }
                let days = daysSince1970(year: parts[0], month: parts[1], day: parts[2])
                let seconds = days * 86_400 + parts[3] * 3_600 + parts[4] * 60 + parts[5]
                return Double(seconds - offset) + fraction
            }

            private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
                guard digits.allSatisfy({ 48...57 ~= $0 }) else { return nil }
                return digits.reduce(0) { $0 * 10 + Int($1 - 48) }
            }

            private static func offsetInSeconds(_ text: ArraySlice<UInt8>) -> Int? {
                let text = Array(text)
                if text.count == 1, text[0] | 32 == 122 { return 0 }
                guard text.count == 6, text[0] == 43 || text[0] == 45, text[3] == 58 else { return nil }
                guard let hours = number(text[1...2]), let minutes = number(text[4...5]) else { return nil }
                guard hours < 24, minutes < 60 else { return nil }
                return (text[0] == 45 ? -1 : 1) * (hours * 3_600 + minutes * 60)
            }

            private static func daysSince1970(year: Int, month: Int, day: Int) -> Int {
                // Years begin in March, so that the leap day is the last.
                let shifted = month > 2 ? year : year - 1
                let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
                let leapDays = shifted / 4 - shifted / 100 + shifted / 400
                return shifted * 365 + leapDays + dayOfYear - 719_468
            }

            private static func text(millisecondsSince1970 value: Int) -> String {
                let days = Int((Double(value) / 86_400_000).rounded(.down))
                let rest = value - days * 86_400_000
                var year = 1970 + days / 366
                while daysSince1970(year: year + 1, month: 1, day: 1) <= days { year += 1 }
                while daysSince1970(year: year, month: 1, day: 1) > days { year -= 1 }
                var month = 12
                while daysSince1970(year: year, month: month, day: 1) > days { month -= 1 }
                let day = days - daysSince1970(year: year, month: month, day: 1) + 1
                let date = [(year, 4), (month, 2), (day, 2)].map(padded).joined(separator: "-")
                let time = [(rest / 3_600_000, 2), (rest / 60_000 % 60, 2), (rest / 1_000 % 60, 2)]
                let fraction = padded(rest % 1_000, 3)
                return "\\(date)T\\(time.map(padded).joined(separator: ":")).\\(fraction)Z"
            }

            private static func padded(_ number: Int, _ width: Int) -> String {
                let digits = String(number)
                return String(repeating: "0", count: max(0, width - digits.count)) + digits
            }
        }
        """

    static let indirect = """
        /// A value behind a reference, so that its type may contain itself; its members are seen through it.
        @dynamicMemberLookup
        public enum Indirect<Wrapped> {
            indirect case wrapped(Wrapped)

            public init(_ value: Wrapped) { self = .wrapped(value) }

            public var value: Wrapped {
                get {
                    switch self {
                    case .wrapped(let value): value
                    }
                }
                set { self = .wrapped(newValue) }
            }

            public subscript<Part>(dynamicMember path: KeyPath<Wrapped, Part>) -> Part { value[keyPath: path] }
        }

        extension Indirect: Equatable where Wrapped: Equatable {}
        extension Indirect: Hashable where Wrapped: Hashable {}
        extension Indirect: Sendable where Wrapped: Sendable {}

        extension Indirect: Codable where Wrapped: Codable {
            public init(from decoder: any Decoder) throws { self = .wrapped(try Wrapped(from: decoder)) }

            public func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }
        }
        """

    static let nullable = """
        /// What may be null where it may also be absent.
        public enum Nullable<Wrapped> {
            case null
            case value(Wrapped)

            /// Gives the value; nil for null.
            public var value: Wrapped? {
                switch self {
                case .null: nil
                case .value(let value): value
                }
            }
        }

        extension Nullable: Equatable where Wrapped: Equatable {}
        extension Nullable: Hashable where Wrapped: Hashable {}
        extension Nullable: Sendable where Wrapped: Sendable {}

        extension Nullable: Codable where Wrapped: Codable {
            public init(from decoder: any Decoder) throws {
                let container = try decoder.singleValueContainer()
                self = container.decodeNil() ? .null : .value(try container.decode(Wrapped.self))
            }

            public func encode(to encoder: any Encoder) throws {
                var container = encoder.singleValueContainer()
                switch self {
                case .null: try container.encodeNil()
                case .value(let value): try container.encode(value)
                }
            }
        }
        """

    /// An element that fails is read again as any value, since a container of elements does not move on by itself.
    static let lenientList = """
        /// A list of which those elements that cannot be decoded are put aside, and the others stay.
        ///
        /// Encoded, they stand where they were.
        public struct LenientList<Item> {
            /// An element that could not be decoded.
            public struct Rejected: Hashable, Sendable {
                /// Where it stood in the whole list, from 0.
                public let index: Int
                /// The element as it came.
                public let value: JSONValue
                /// What the decoder said.
                public let reason: String
            }

            /// The elements that could be decoded.
            public var elements: [Item]

            /// Those that could not; their number is what was lost.
            public private(set) var rejected: [Rejected] = []

            public init(_ elements: [Item]) { self.elements = elements }
        }

        extension LenientList: Equatable where Item: Equatable {}
        extension LenientList: Hashable where Item: Hashable {}
        extension LenientList: Sendable where Item: Sendable {}

        extension LenientList: RandomAccessCollection, MutableCollection {
            public var startIndex: Int { elements.startIndex }

            public var endIndex: Int { elements.endIndex }

            public subscript(position: Int) -> Item {
                get { elements[position] }
                set { elements[position] = newValue }
            }
        }

        extension LenientList: ExpressibleByArrayLiteral {
            public init(arrayLiteral elements: Item...) { self.elements = elements }
        }

        extension LenientList: Codable where Item: Codable {
            private enum Attempt: Decodable {
                case decoded(Item)
                case rejected(JSONValue, reason: String)

                init(from decoder: any Decoder) throws {
                    do {
                        self = .decoded(try decoder.singleValueContainer().decode(Item.self))
                    } catch {
                        self = .rejected(try JSONValue(from: decoder), reason: "\\(error)")
                    }
                }
            }

            public init(from decoder: any Decoder) throws {
                var container = try decoder.unkeyedContainer()
                elements = []
                while !container.isAtEnd {
                    let index = container.currentIndex
                    switch try container.decode(Attempt.self) {
                    case .decoded(let element): elements.append(element)
                    case .rejected(let value, let reason):
                        rejected.append(Rejected(index: index, value: value, reason: reason))
                    }
                }
            }

            public func encode(to encoder: any Encoder) throws {
                var container = encoder.unkeyedContainer()
                var aside = rejected[...]
                for element in elements {
                    while let next = aside.first, next.index <= container.count {
                        try container.encode(next.value)
                        aside.removeFirst()
                    }
                    try container.encode(element)
                }
                for left in aside { try container.encode(left.value) }
            }
        }
        """
}
