import Testing

struct TimeFormatTests {
    @Test(
        arguments: [
            FormatCase.accepts("date", "2024-02-29", "0000-01-01", "9999-12-31", "1900-02-28"),
            FormatCase.refuses("date", "1900-02-29", "2023-02-29", "2023-04-31", "2023-4-01", "2023-13-01"),
            FormatCase.refuses(
                "date",
                "2023-00-10",
                "2023-01-00",
                "2023-01-011",
                "２０２３-01-01",
                "2023-01",
                "-"
            ),
        ].flatMap(\.self)
    )
    func `a date is a day of the calendar`(_ example: FormatCase) throws { try example.check() }

    @Test(
        arguments: [
            FormatCase.accepts("time", "00:00:00Z", "23:59:59.000000000000000000001z", "07:05:00-23:59"),
            FormatCase.refuses("time", "07:05:00", "07:05Z", "24:00:00Z", "07:05:00.Z", "07:05:00,5Z"),
            FormatCase.refuses("time", "07:05:00+1:00", "07:05:00+24:00", "07:05:00+0100", "07:05:00 Z"),
            FormatCase.refuses("time", "T07:05:00Z", "07:05:00Z\u{0}", "07:05:00\u{2212}01:00", ""),
        ].flatMap(\.self)
    )
    func `a time has seconds and an offset`(_ example: FormatCase) throws { try example.check() }

    @Test(
        arguments: [
            FormatCase.accepts("time", "23:59:60Z", "00:59:60+01:00", "18:59:60.5-05:00", "00:00:60+00:01"),
            FormatCase.refuses(
                "time",
                "23:59:61Z",
                "00:00:60Z",
                "12:59:60Z",
                "23:59:60+01:00",
                "23:59:60-00:01"
            ),
            FormatCase.accepts("date-time", "2016-12-31T23:59:60Z", "2017-01-01T05:29:60+05:30"),
            FormatCase.refuses("date-time", "2016-12-31T23:58:60Z"),
        ].flatMap(\.self)
    )
    func `a leap second ends a day in UTC`(_ example: FormatCase) throws { try example.check() }

    @Test(
        arguments: [
            FormatCase.accepts("date-time", "2024-02-29t00:00:00z", "1985-04-12T23:20:50.52+02:00"),
            FormatCase.refuses(
                "date-time",
                "2024-02-30T00:00:00Z",
                "2024-02-29 00:00:00Z",
                "2024-02-29T00:00:00"
            ),
            FormatCase.refuses(
                "date-time",
                "2024-02-29",
                "2024-02-29T",
                "20240229T000000Z",
                " 2024-02-29T00:00:00Z"
            ),
        ].flatMap(\.self)
    )
    func `a date-time is both with a T between`(_ example: FormatCase) throws { try example.check() }

    @Test(
        arguments: [
            FormatCase.accepts("duration", "P3Y6M4DT12H30M5S", "P0W", "PT20M", "P1DT1S", "P00012M", "P2MT2M"),
            FormatCase.refuses(
                "duration",
                "P",
                "PT",
                "P1DT",
                "P1S",
                "PT1Y",
                "P1M1Y",
                "P1Y1D",
                "PT1H1S",
                "P1D1D"
            ),
            FormatCase.refuses(
                "duration",
                "P1W1D",
                "P1.5D",
                "P-1D",
                "+P1D",
                "P1",
                "PD",
                "PW",
                "P1W ",
                "p1d",
                "1D"
            ),
        ].flatMap(\.self)
    )
    func `a duration counts units in their order without gaps`(_ example: FormatCase) throws {
        try example.check()
    }
}
