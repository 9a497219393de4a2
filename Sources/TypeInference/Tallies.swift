internal import JSONCore

/// What is known of the strings at one place.
struct TextTally: BitwiseCopyable, Sendable {
    /// In code points.
    var lengths = Extent()

    /// Dates and times with a fraction of a second.
    var fractions = 0

    /// The first of a list of values; -1 ends it.
    var firstValue: Int32 = -1
    var distinct: Int32 = 0

    /// Whether there were too many values, or one that was too long, to tell them apart.
    var isOpenEnded = false

    /// More different strings than this are no longer told apart.
    static let maxDistinct = 64

    /// Strings of more bytes are text and no names of anything.
    static let maxValueBytes = 64
}

/// One string of a place's values, in the order of ``Shape/valueTexts``.
struct ValueTally: Linked, BitwiseCopyable, Sendable {
    var count = 0
    var next: Int32
}

/// What is known of the numbers at one place.
struct NumberTally: Sendable {
    private(set) var integers: ClosedRange<Int64>?
    private(set) var unsigned: ClosedRange<UInt64>?
    private(set) var decimals: ClosedRange<Double>?

    @inline(__always) mutating func add(_ value: Int64) {
        guard let known = integers else { return integers = value...value }
        if !known.contains(value) { integers = min(known.lowerBound, value)...max(known.upperBound, value) }
    }

    mutating func add(_ value: UInt64) { Self.widen(&unsigned, by: value...value) }

    mutating func add(_ value: Double) { Self.widen(&decimals, by: value...value) }

    mutating func add(_ other: NumberTally) {
        Self.widen(&integers, by: other.integers)
        Self.widen(&unsigned, by: other.unsigned)
        Self.widen(&decimals, by: other.decimals)
    }

    private static func widen<Bound>(_ range: inout ClosedRange<Bound>?, by other: ClosedRange<Bound>?) {
        guard let other else { return }
        guard let known = range else { return range = other }
        range = min(known.lowerBound, other.lowerBound)...max(known.upperBound, other.upperBound)
    }

    /// The least and the greatest, as JSON writes them.
    var texts: NumberTexts? {
        [
            integers.map { NumberTexts("\($0.lowerBound)", "\($0.upperBound)") },
            unsigned.map { NumberTexts("\($0.lowerBound)", "\($0.upperBound)") },
            decimals.map { NumberTexts("\($0.lowerBound)", "\($0.upperBound)") },
        ].reduce(nil, NumberTexts.joined)
    }
}

/// The least and the greatest of some numbers, as JSON writes them.
package struct NumberTexts: Equatable, Sendable {
    package private(set) var minimum: String
    package private(set) var maximum: String

    /// - Precondition: both are numbers as JSON writes them.
    package init(_ minimum: String, _ maximum: String) {
        self.minimum = minimum
        self.maximum = maximum
    }

    /// Of what both cover; equal numbers are written the shorter way.
    package static func joined(_ left: NumberTexts?, _ right: NumberTexts?) -> NumberTexts? {
        guard let left, let right else { return left ?? right }
        return NumberTexts(
            precedes(left.minimum, right.minimum) ? left.minimum : right.minimum,
            precedes(right.maximum, left.maximum, ifEqual: false) ? left.maximum : right.maximum
        )
    }

    private static func precedes(_ left: String, _ right: String, ifEqual: Bool = true) -> Bool {
        guard let first = ExactDecimal(left), let second = ExactDecimal(right) else { return left < right }
        if first < second { return true }
        if second < first { return false }
        return ((left.utf8.count, left) < (right.utf8.count, right)) == ifEqual
    }
}
