/// RFC 3339 §5.6: date-time, full-date and full-time.
extension Format {
    static func isDateTime(_ text: ByteRun) -> Bool {
        var text = text
        guard takeDate(&text), text.take("T") || text.take("t") else { return false }
        return isTime(text)
    }

    static func isDate(_ text: ByteRun) -> Bool {
        var text = text
        return takeDate(&text) && text.isEmpty
    }

    /// Second 60 is accepted where leap seconds are inserted, in the last minute of a day in UTC.
    static func isTime(_ text: ByteRun, allowsLeapSecond: Bool = true) -> Bool {
        var text = text
        guard let minute = takeClock(&text), text.take(":"), let second = text.takeNumber(digits: 2) else {
            return false
        }
        if text.take(".") {
            guard !text.take(while: { $0.isDigit }).isEmpty else { return false }
        }
        guard let offset = takeOffset(&text), text.isEmpty else { return false }
        if second < 60 { return true }
        let minuteOfDay = (minute - offset + 2 * minutesOfDay) % minutesOfDay
        return allowsLeapSecond && second == 60 && minuteOfDay == minutesOfDay - 1
    }

    private static let minutesOfDay = 1_440

    private static func takeDate(_ text: inout ByteRun) -> Bool {
        guard let year = text.takeNumber(digits: 4), text.take("-"),
            let month = text.takeNumber(digits: 2), (1...12).contains(month), text.take("-"),
            let day = text.takeNumber(digits: 2)
        else { return false }
        return day >= 1 && day <= days(inMonth: month, of: year)
    }

    private static func days(inMonth month: Int, of year: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// Hour and minute, as minutes.
    private static func takeClock(_ text: inout ByteRun) -> Int? {
        guard let hour = text.takeNumber(digits: 2), hour < 24, text.take(":"),
            let minute = text.takeNumber(digits: 2), minute < 60
        else { return nil }
        return hour * 60 + minute
    }

    /// In minutes, east of UTC.
    private static func takeOffset(_ text: inout ByteRun) -> Int? {
        switch text.take() {
        case "Z", "z": 0
        case "+": takeClock(&text)
        case "-": takeClock(&text).map { -$0 }
        default: nil
        }
    }
}
