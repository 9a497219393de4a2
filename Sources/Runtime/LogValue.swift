/// The value of a log field.
package enum LogValue: Hashable, Sendable {
    /// Any text; may come from outside.
    case text(String)

    /// A number.
    case integer(Int64)

    /// Yes or no.
    case boolean(Bool)

    /// A span of time: written in milliseconds, and the field's key gets the ending `_ms`.
    case duration(Duration)

    /// Known to be absent.
    case absent
}

extension LogValue {
    /// Any integer that fits.
    package static func count(_ number: Int) -> LogValue { .integer(Int64(number)) }
}

extension LogValue: ExpressibleByStringInterpolation {
    /// A literal with or without interpolation is text.
    package init(stringLiteral value: String) {
        self = .text(value)
    }
}

extension LogValue: ExpressibleByIntegerLiteral {
    /// A literal number.
    package init(integerLiteral value: Int64) {
        self = .integer(value)
    }
}

extension LogValue: ExpressibleByBooleanLiteral {
    /// A literal yes or no.
    package init(booleanLiteral value: Bool) {
        self = .boolean(value)
    }
}

/// One field of an event.
package struct LogField: Hashable, Sendable {
    /// What the value is, in `snake_case`.
    package let key: String

    /// The value.
    package let value: LogValue

    /// Makes a field.
    package init(_ key: String, _ value: LogValue) {
        self.key = key
        self.value = value
    }
}
