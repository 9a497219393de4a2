/// A date as HTTP writes it, to the second.
package struct HTTPDate: Sendable, Equatable {
    /// Seconds since 1970-01-01T00:00:00Z.
    package let unixSeconds: Int

    /// Parses the three forms of RFC 9110 §5.6.7; nil for anything else.
    ///
    /// `Sun, 06 Nov 1994 08:49:37 GMT`, `Sunday, 06-Nov-94 08:49:37 GMT` and `Sun Nov  6 08:49:37 1994`.
    /// The name of the day is not compared with the date. Two digits of a year are 1970…2069.
    package init?(_ text: String) {
        let words = text.split { $0 == " " || $0 == "," || $0 == "-" }.map(String.init)
        let order: [String]
        switch words.count {
        case 6 where words[5] == "GMT" || words[5] == "UTC": order = [words[1], words[2], words[3], words[4]]
        case 5: order = [words[2], words[1], words[4], words[3]]
        default: return nil
        }
        guard let day = Int(order[0]), let month = Self.months.firstIndex(of: order[1]),
            let year = Self.year(order[2]), let secondOfDay = Self.secondOfDay(order[3]),
            (1...Self.dayCount(month: month + 1, year: year)).contains(day)
        else { return nil }
        unixSeconds = Self.days(year: year, month: month + 1, day: day) * 86_400 + secondOfDay
    }

    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    private static func year(_ text: String) -> Int? {
        guard let number = Int(text), number >= 0 else { return nil }
        switch text.utf8.count {
        case 4: return number
        case 2: return number < 70 ? 2000 + number : 1900 + number
        default: return nil
        }
    }

    private static func secondOfDay(_ text: String) -> Int? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false).map { Int($0) }
        guard parts.count == 3, let hour = parts[0], let minute = parts[1], let second = parts[2],
            (0...23).contains(hour), (0...59).contains(minute), (0...60).contains(second)
        else { return nil }
        return hour * 3600 + minute * 60 + second
    }

    private static func dayCount(month: Int, year: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// Days since 1970-01-01 in the proleptic Gregorian calendar.
    ///
    /// Years begin in March here, so that the leap day is a year's last.
    private static func days(year: Int, month: Int, day: Int) -> Int {
        let shifted = month > 2 ? year : year - 1
        let monthFromMarch = (month + 9) % 12
        let leapDays = shifted / 4 - shifted / 100 + shifted / 400
        return shifted * 365 + leapDays + (153 * monthFromMarch + 2) / 5 + day - 1 - 719_468
    }
}
