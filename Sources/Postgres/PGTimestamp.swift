/// A moment, as `timestamptz` keeps it: whole microseconds.
package struct PGTimestamp: Sendable, Hashable, Comparable {
    /// Microseconds since 1970-01-01T00:00:00Z.
    package let microsecondsSinceEpoch: Int64

    /// The moment so many microseconds after 1970-01-01T00:00:00Z, or before it when negative.
    package init(microsecondsSinceEpoch: Int64) {
        self.microsecondsSinceEpoch = microsecondsSinceEpoch
    }

    /// Earlier is less.
    package static func < (a: Self, b: Self) -> Bool {
        a.microsecondsSinceEpoch < b.microsecondsSinceEpoch
    }

    /// The time from `earlier` to `later`; negative when they are the other way round.
    package static func - (later: Self, earlier: Self) -> Duration {
        .microseconds(later.microsecondsSinceEpoch - earlier.microsecondsSinceEpoch)
    }

    /// The moment `span` later, cut to the microsecond.
    package static func + (moment: Self, span: Duration) -> Self {
        Self(microsecondsSinceEpoch: moment.microsecondsSinceEpoch + span.wholeMicroseconds)
    }

    /// Postgres counts from 2000-01-01T00:00:00Z.
    static let microsecondsFrom1970To2000: Int64 = 946_684_800_000_000
}

extension Duration {
    /// The duration in microseconds, cut towards zero; what does not fit is held at the ends of `Int64`.
    var wholeMicroseconds: Int64 {
        let (seconds, attoseconds) = components
        let (product, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000)
        guard !overflow else { return seconds < 0 ? .min : .max }
        let (sum, overflowed) = product.addingReportingOverflow(attoseconds / 1_000_000_000_000)
        return overflowed ? (seconds < 0 ? .min : .max) : sum
    }
}

extension PGTimestamp: CustomStringConvertible {
    /// RFC 3339 in UTC with microseconds: `2021-05-04T10:20:30.000000Z`.
    package var description: String {
        let (days, micros) = floorDivide(microsecondsSinceEpoch, by: 86_400_000_000)
        let (year, month, day) = civilDate(daysSinceEpoch: days)
        let seconds = micros / 1_000_000
        let time = [seconds / 3600, seconds / 60 % 60, seconds % 60].map { digits($0, 2) }.joined(
            separator: ":"
        )
        return
            "\(digits(year, 4))-\(digits(month, 2))-\(digits(day, 2))T\(time).\(digits(micros % 1_000_000, 6))Z"
    }
}

private func digits(_ value: Int64, _ width: Int) -> String {
    let text = String(value.magnitude)
    let zeros = String(repeating: "0", count: max(0, width - text.count))
    return (value < 0 ? "-" : "") + zeros + text
}

private func floorDivide(_ value: Int64, by divisor: Int64) -> (quotient: Int64, remainder: Int64) {
    let (quotient, remainder) = value.quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
}

// The proleptic Gregorian calendar in eras of 400 years (146,097 days), each year begun on 1 March so that the leap
// day comes last.
private func civilDate(daysSinceEpoch: Int64) -> (year: Int64, month: Int64, day: Int64) {
    let (era, dayOfEra) = floorDivide(daysSinceEpoch + 719_468, by: 146_097)
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    return (era * 400 + yearOfEra + (month <= 2 ? 1 : 0), month, day)
}
