/// Times of day and days, as crontab(5) writes them: minute, hour, day of month, month, day of week.
///
/// Each field is `*`, numbers, ranges (`1-5`), lists (`1,3`) and steps (`*/10`, `8-18/2`); months and days of the week also
/// by the first three letters of their English names; Sunday is 0 and 7. When both day fields are restricted, a day
/// that fits one of them fits.
package struct CronExpression: Equatable, Sendable {
    /// As it was written.
    package let text: String

    private let minutes: UInt64
    private let hours: UInt64
    private let daysOfMonth: UInt64
    private let months: UInt64
    private let daysOfWeek: UInt64
    private let anyDayOfMonth: Bool
    private let anyDayOfWeek: Bool

    /// Nil for a text that is no such expression, and for one that never comes, such as the 30th of February.
    package init?(_ text: String) {
        let fields = text.split { $0 == " " || $0 == "\t" }
        guard fields.count == 5, let minutes = set(fields[0], 0...59), let hours = set(fields[1], 0...23),
            let daysOfMonth = set(fields[2], 1...31), let months = set(fields[3], 1...12, monthNames),
            let daysOfWeek = set(fields[4], 0...7, dayNames)
        else { return nil }
        self.text = text
        self.minutes = minutes
        self.hours = hours
        self.daysOfMonth = daysOfMonth
        self.months = months
        // Day 7 is day 0.
        self.daysOfWeek = daysOfWeek | daysOfWeek >> 7 & 1
        anyDayOfMonth = fields[2].hasPrefix("*")
        anyDayOfWeek = fields[4].hasPrefix("*")
        guard next(afterLocalMinute: 0) != nil else { return nil }
    }

    /// The first moment after `now` that the expression names.
    ///
    /// A time that a change of the clock leaves out comes later by what was left out; one that comes twice counts once,
    /// and so do all of its hour.
    ///
    /// - Parameters:
    ///   - now: seconds since 1970.
    ///   - zone: what the clock on the wall shows.
    /// - Returns: seconds since 1970, a whole minute.
    package func next(after now: Int, in zone: TimeZoneRules) -> Int {
        var local = (now + zone.offset(at: now)).flooredDivided(by: 60)
        while let minute = next(afterLocalMinute: local) {
            if let moment = zone.moment(ofLocal: minute * 60, after: now) { return moment }
            local = minute
        }
        preconditionFailure("\(text): an expression comes again and again")
    }

    /// Counted from 1970-01-01 00:00 on the wall; leap years make a 29th of February wait eight years at most.
    private func next(afterLocalMinute minute: Int) -> Int? {
        let start = minute + 1
        var day = start.flooredDivided(by: 1440)
        var minuteOfDay = start - day * 1440
        for _ in 0...(8 * 366) {
            if fits(day: day), let found = (minuteOfDay..<1440).first(where: fits(minuteOfDay:)) {
                return day * 1440 + found
            }
            (day, minuteOfDay) = (day + 1, 0)
        }
        return nil
    }

    private func fits(minuteOfDay minute: Int) -> Bool {
        hours >> (minute / 60) & 1 == 1 && minutes >> (minute % 60) & 1 == 1
    }

    private func fits(day: Int) -> Bool {
        let date = CalendarDay(daysSince1970: day)
        guard months >> date.month & 1 == 1 else { return false }
        let fitsMonth = daysOfMonth >> date.day & 1 == 1
        let fitsWeek = daysOfWeek >> date.dayOfWeek & 1 == 1
        return anyDayOfMonth || anyDayOfWeek ? fitsMonth && fitsWeek : fitsMonth || fitsWeek
    }
}

private let monthNames = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
private let dayNames = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"]

/// The numbers that a field names, as bits; nil when it is none.
private func set(_ field: Substring, _ range: ClosedRange<Int>, _ names: [String] = []) -> UInt64? {
    var bits: UInt64 = 0
    for part in field.split(separator: ",", omittingEmptySubsequences: false) {
        guard let named = numbers(part, range, names) else { return nil }
        for number in named { bits |= 1 << UInt64(number) }
    }
    return bits
}

private func numbers(_ part: Substring, _ range: ClosedRange<Int>, _ names: [String]) -> StrideThrough<Int>? {
    let halves = part.split(separator: "/", omittingEmptySubsequences: false)
    guard halves.count <= 2, let step = halves.count == 2 ? whole(halves[1]) : 1, step > 0 else { return nil }
    if halves[0] == "*" { return stride(from: range.lowerBound, through: range.upperBound, by: step) }
    let ends = halves[0].split(separator: "-", omittingEmptySubsequences: false)
    let bounds = ends.compactMap {
        whole($0) ?? names.firstIndex(of: $0.lowercased()).map { $0 + range.lowerBound }
    }
    guard bounds.count == ends.count, 1...2 ~= bounds.count, bounds.allSatisfy(range.contains),
        bounds[0] <= bounds[bounds.count - 1]
    else { return nil }
    // crontab(5): a step without a range runs to the field's end.
    let last = bounds.count == 2 ? bounds[1] : halves.count == 2 ? range.upperBound : bounds[0]
    return stride(from: bounds[0], through: last, by: step)
}

private func whole(_ text: Substring) -> Int? {
    text.utf8.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 } ? Int(text) : nil
}

/// A day of the Gregorian calendar.
private struct CalendarDay {
    let month: Int
    let day: Int
    /// 0 is Sunday.
    let dayOfWeek: Int

    // Years that begin in March have their leap day last; 146 097 days are 400 years.
    init(daysSince1970 days: Int) {
        let shifted = days + 719_468
        let era = shifted.flooredDivided(by: 146_097)
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
        let weekday = (days + 4) % 7
        dayOfWeek = weekday < 0 ? weekday + 7 : weekday
    }
}

extension Int {
    func flooredDivided(by divisor: Int) -> Int {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? quotient - 1 : quotient
    }
}
