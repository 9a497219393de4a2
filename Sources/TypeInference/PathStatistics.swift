package import JSONCore

/// What was seen at one path of samples, and how often.
package struct PathStatistics: Equatable, Sendable {
    /// Values by their type, null among them; an integer is a number written without fraction and exponent.
    package var types: [JSONKind: Int] = [:]

    /// Integers past Int64 that fit UInt64, and those that fit neither.
    package var unsigned = 0
    package var bigIntegers = 0

    /// The strings, and how often each came; nil when there were more than ``maxDistinct``, or one of more than
    /// 64 bytes.
    package var values: [String: Int]? = [:]

    /// The least and the greatest number.
    package var numbers: NumberTexts?

    /// Lengths of strings, in code points.
    package var lengths = Extent()

    /// Lengths of arrays.
    package var items = Extent()

    /// How many strings look like what; each like at most one thing.
    package var forms: [StringForm: Int] = [:]

    /// Times of day with a fraction of a second.
    package var fractions = 0

    /// Empty strings, arrays and objects.
    package var empty = 0

    /// More different strings are no longer told apart.
    package static let maxDistinct = TextTally.maxDistinct

    /// Of nothing.
    package init() {}

    /// How many values were there, null among them.
    package var seen: Int { types.values.reduce(0, +) }

    /// How many of a type.
    package func count(_ kind: JSONKind) -> Int { types[kind] ?? 0 }

    /// How many strings look like something.
    package func votes(for form: StringForm) -> Int { forms[form] ?? 0 }

    /// Adds what was seen in other samples.
    package mutating func add(_ other: PathStatistics) {
        types.merge(other.types, uniquingKeysWith: +)
        unsigned += other.unsigned
        bigIntegers += other.bigIntegers
        values = Self.joined(values, other.values)
        numbers = NumberTexts.joined(numbers, other.numbers)
        lengths.add(other.lengths)
        items.add(other.items)
        forms.merge(other.forms, uniquingKeysWith: +)
        fractions += other.fractions
        empty += other.empty
    }

    private static func joined(_ left: [String: Int]?, _ right: [String: Int]?) -> [String: Int]? {
        guard let left, let right else { return nil }
        let values = left.merging(right, uniquingKeysWith: +)
        return values.count > maxDistinct ? nil : values
    }
}

extension Shape {
    /// What was seen at a place, branches apart.
    func statistics(of node: Int) -> PathStatistics {
        let counts = nodes[node]
        var statistics = PathStatistics()
        let types: [JSONKind: Int] = [
            .null: counts.nulls, .boolean: counts.booleans, .integer: counts.integers,
            .number: counts.decimals, .string: counts.strings, .array: counts.arrays, .object: counts.objects,
        ]
        statistics.types = types.filter { $0.value > 0 }
        statistics.unsigned = counts.unsigned
        statistics.bigIntegers = counts.bigIntegers
        statistics.items = counts.items
        statistics.empty = counts.empty
        if counts.text >= 0 { addTexts(Int(counts.text), to: &statistics) }
        if counts.number >= 0 {
            let big = bigNumbers[counts.number]
            statistics.numbers = NumberTexts.joined(numbers[Int(counts.number)].texts, big)
        }
        return statistics
    }

    private func addTexts(_ slot: Int, to statistics: inout PathStatistics) {
        statistics.lengths = texts[slot].lengths
        statistics.fractions = texts[slot].fractions
        for form in StringForm.allCases {
            let count = votes[slot * StringForm.count + form.rawValue]
            if count > 0 { statistics.forms[form] = count }
        }
        guard !texts[slot].isOpenEnded else { return statistics.values = nil }
        // Strings with a lone surrogate read alike; there are no two keys for them.
        for number in valueNumbers(of: slot) {
            statistics.values?[valueTexts[number], default: 0] += values[number].count
        }
    }
}
