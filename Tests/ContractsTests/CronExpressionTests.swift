import Contracts
import FoundationEssentials
import Testing

@Suite struct CronExpressionTests {
    /// Seconds since 1970 of moments in UTC.
    static func moment(_ text: String) throws -> Int {
        Int(try Date("\(text):00Z", strategy: .iso8601).timeIntervalSince1970)
    }

    static let times: [(expression: String, after: String, next: String)] = [
        ("* * * * *", "2026-11-30T14:23", "2026-11-30T14:24"),
        ("*/10 * * * *", "2026-11-30T14:50", "2026-11-30T15:00"),
        ("0 3 * * *", "2026-11-30T14:23", "2026-12-01T03:00"),
        ("30 8-18/2 * * mon-fri", "2026-11-27T18:30", "2026-11-30T08:30"),
        ("0 0 1 jan *", "2026-01-01T00:00", "2027-01-01T00:00"),
        ("0 0 29 2 *", "2096-02-29T00:00", "2104-02-29T00:00"),
        ("0 12 * * 7", "2026-11-30T00:00", "2026-12-06T12:00"),
        ("0 12 * * SUN,wed", "2026-11-30T00:00", "2026-12-02T12:00"),
        // Both day fields: a day that fits one of them.
        ("0 0 13 * 5", "2026-11-01T00:00", "2026-11-06T00:00"),
        ("0 0 13 * 5", "2026-11-07T00:00", "2026-11-13T00:00"),
        ("5/20 * * * *", "2026-11-30T14:26", "2026-11-30T14:45"),
    ]

    @Test(arguments: times)
    func `the next time is the first one after`(expression: String, after: String, next: String) throws {
        let cron = try #require(CronExpression(expression))
        #expect(try cron.next(after: Self.moment(after), in: .utc) == Self.moment(next))
    }

    @Test(arguments: [
        "", "* * * *", "* * * * * *", "60 * * * *", "* 24 * * *", "* * 0 * *", "* * * 13 *", "* * * * 8",
        "5-1 * * * *",
        "*/0 * * * *", "a * * * *", "1, * * * *", "-1 * * * *", "1-2-3 * * * *", "* * * jän *", "0 0 30 2 *",
        "0 0 31 2,4,6 *", "1/2/3 * * * *", "+1 * * * *",
    ])
    func `what is no expression, or never comes, is refused`(text: String) {
        #expect(CronExpression(text) == nil)
    }

    static let berlin: [(expression: String, after: String, next: String)] = [
        ("0 3 * * *", "2026-07-01T00:00", "2026-07-01T01:00"),
        ("0 3 * * *", "2026-12-01T00:00", "2026-12-01T02:00"),
        // 2026-03-29: clocks go from 02:00 to 03:00 at 01:00 UTC. 02:30 comes an hour later.
        ("30 2 * * *", "2026-03-28T12:00", "2026-03-29T01:30"),
        ("30 2 * * *", "2026-03-29T01:30", "2026-03-30T00:30"),
        // 2026-10-25: clocks go from 03:00 back to 02:00 at 01:00 UTC. 02:30 comes once.
        ("30 2 * * *", "2026-10-24T12:00", "2026-10-25T00:30"),
        ("30 2 * * *", "2026-10-25T00:30", "2026-10-26T01:30"),
        ("0 * * * *", "2026-10-25T00:00", "2026-10-25T02:00"),
        // Beyond the last change of the file.
        ("0 3 * * *", "2051-07-01T00:00", "2051-07-01T01:00"),
        ("0 3 * * *", "2051-12-01T00:00", "2051-12-01T02:00"),
    ]

    @Test(arguments: berlin)
    func `a clock on the wall changes twice a year`(expression: String, after: String, next: String) throws {
        let file = try Data(contentsOf: URL(filePath: "/usr/share/zoneinfo/Europe/Berlin"))
        let zone = try #require(TimeZoneRules(Array(file)))
        let cron = try #require(CronExpression(expression))
        #expect(try cron.next(after: Self.moment(after), in: zone) == Self.moment(next))
    }

    @Test(arguments: ["UTC", "Asia/Kolkata", "America/Sao_Paulo", "Australia/Lord_Howe", "Pacific/Apia"])
    func `times rise, whatever the zone does`(name: String) throws {
        let file = try Data(contentsOf: URL(filePath: "/usr/share/zoneinfo/\(name)"))
        let zone = try #require(TimeZoneRules(Array(file)))
        for expression in ["*/7 * * * *", "30 2 * * *", "0 0 * * *"] {
            let cron = try #require(CronExpression(expression))
            var moment = try Self.moment("2011-12-01T00:00")
            for _ in 0..<2000 {
                let next = cron.next(after: moment, in: zone)
                #expect(next > moment, "\(name) \(expression) after \(moment)")
                moment = next
            }
        }
    }

    @Test func `a file that is cut anywhere is no zone, and does not crash`() throws {
        let file = Array(try Data(contentsOf: URL(filePath: "/usr/share/zoneinfo/Europe/Berlin")))
        for count in 0..<file.count {
            #expect(TimeZoneRules(Array(file.prefix(count))) == nil, "\(count) bytes")
        }
    }
}
