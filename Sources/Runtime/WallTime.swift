import Glibc

/// A moment of the wall clock in UTC, for reading by people; never for measuring.
package struct WallTime: Hashable, Sendable {
    /// Microseconds since 1970-01-01T00:00:00Z.
    package let microsecondsSince1970: Int64

    /// Takes microseconds since 1970-01-01T00:00:00Z.
    package init(microsecondsSince1970: Int64) {
        self.microsecondsSince1970 = microsecondsSince1970
    }

    /// The present moment.
    package static var now: WallTime {
        var time = timespec()
        // Cannot fail: the clock exists and the pointer is good.
        _ = unsafe clock_gettime(CLOCK_REALTIME, &time)
        return WallTime(microsecondsSince1970: Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000)
    }
}

extension WallTime: CustomStringConvertible {
    /// RFC 3339 with microseconds, such as `2021-05-18T08:00:00.000000Z`.
    package var description: String {
        let (seconds, micros) = microsecondsSince1970.flooredDivision(by: 1_000_000)
        let (days, second) = seconds.flooredDivision(by: 86_400)
        let date = CivilDate(daysSince1970: days)
        let clock = [second / 3600, second / 60 % 60, second % 60].map { padded($0, 2) }.joined(
            separator: ":"
        )
        let day = "\(padded(date.year, 4))-\(padded(date.month, 2))-\(padded(date.day, 2))"
        return "\(day)T\(clock).\(padded(micros, 6))Z"
    }
}

/// A day of the Gregorian calendar.
private struct CivilDate {
    let year: Int64
    let month: Int64
    let day: Int64

    // Counts in years that begin in March, so that the leap day comes last; 146 097 days are 400 years.
    init(daysSince1970: Int64) {
        let (era, dayOfEra) = (daysSince1970 + 719_468).flooredDivision(by: 146_097)
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
        month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        year = era * 400 + yearOfEra + (month <= 2 ? 1 : 0)
    }
}

private func padded(_ number: Int64, _ width: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, width - text.count)) + text
}

extension Int64 {
    fileprivate func flooredDivision(by divisor: Int64) -> (quotient: Int64, remainder: Int64) {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }
}
