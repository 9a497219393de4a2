import Contracts
import JobQueue
import Testing
import Worker

@Suite struct SchedulePolicyTests {
    static func every(
        _ interval: Duration,
        catchesUp: Bool = true,
        ceiling: Duration = .seconds(86_400)
    ) -> SchedulePolicy {
        SchedulePolicy(
            refresh: RefreshPolicy(
                rhythm: .every(interval),
                jitter: 0.1,
                ceiling: ceiling,
                catchesUp: catchesUp
            )
        )
    }

    static func hourly(catchesUp: Bool = true) throws -> SchedulePolicy {
        let cron = try #require(CronExpression("0 * * * *"))
        return SchedulePolicy(
            refresh: RefreshPolicy(rhythm: .cron(cron, zone: "UTC"), jitter: 0.1, catchesUp: catchesUp)
        )
    }

    // MARK: - Due

    @Test(arguments: [(0.0, 540.0), (0.5, 600), (1, 660), (7, 660)])
    func `an interval varies by its jitter`(jitter: Double, seconds: Double) {
        let decision = Self.every(.seconds(600)).decide(
            DuePage(feed: "f", due: 1000, now: 1001),
            jitter: jitter
        )
        #expect(decision == DueDecision(runs: true, next: 1001 + seconds))
    }

    @Test(arguments: [true, false])
    func `a page that was missed runs once, or waits for its next time`(catchesUp: Bool) throws {
        let missed = DuePage(feed: "f", due: 0, now: 90_001)
        #expect(
            Self.every(.seconds(600), catchesUp: catchesUp).decide(missed, jitter: 0.5)
                == DueDecision(runs: catchesUp, next: 90_601)
        )
        #expect(
            try Self.hourly(catchesUp: catchesUp).decide(missed, jitter: 0.5)
                == DueDecision(runs: catchesUp, next: 93_600)
        )
        let inTime = DuePage(feed: "f", due: 90_000, now: 90_001)
        #expect(Self.every(.seconds(600), catchesUp: catchesUp).decide(inTime, jitter: 0.5).runs)
    }

    @Test func `a new page runs at once by an interval, and at its first time by a clock`() throws {
        var page = DuePage(feed: "f", due: 0, now: 7201)
        page.isNew = true
        #expect(Self.every(.seconds(600), catchesUp: false).decide(page, jitter: 0.5).runs)
        #expect(try Self.hourly().decide(page, jitter: 0.5) == DueDecision(runs: false, next: 10_800))
    }

    // MARK: - After a refresh

    @Test(
        arguments: [
            (nil, 600), (.seconds(60), 600), (.seconds(900), 900), (.seconds(10 * 365 * 86_400), 3600),
        ] as [(Duration?, Int)]
    )
    func `what a server asks for is a floor, up to the contract's ceiling`(wish: Duration?, seconds: Int) {
        let policy = Self.every(.seconds(600), ceiling: .seconds(3600))
        #expect(policy.next(wish: wish, jitter: 0.5).after == .seconds(seconds))
    }

    @Test func `by a clock the next time stays, but not before what the server asks for`() throws {
        #expect(
            try Self.hourly().next(wish: .seconds(5400), jitter: 0.5)
                == NextRefresh(after: nil, notBefore: .seconds(5400))
        )
    }

    // MARK: - After failures

    @Test func `failures are waited out longer and longer, up to one longest wait`() {
        let policy = Self.every(.seconds(600))
        let waits = [1, 2, 3, 8, 9, 1000].map {
            policy.wait(afterFailures: $0, isHopeless: false, floor: nil, jitter: 0.5)
        }
        #expect(
            waits == [.seconds(5), .seconds(10), .seconds(20), .seconds(640), .seconds(900), .seconds(900)]
        )
    }

    @Test func `failures that only somebody can mend wait for whole intervals, six hours at most`() {
        let waits = [1, 2, 3, 7, 1000].map {
            Self.every(.seconds(600)).wait(afterFailures: $0, isHopeless: true, floor: nil, jitter: 0.5)
        }
        #expect(waits == [.seconds(600), .seconds(1200), .seconds(2400), .seconds(21_600), .seconds(21_600)])
        let daily = Self.every(.seconds(86_400))
        #expect(daily.wait(afterFailures: 9, isHopeless: true, floor: nil, jitter: 0.5) == .seconds(86_400))
    }

    @Test func `a Retry-After is waited for`() {
        let wait = Self.every(.seconds(600)).wait(
            afterFailures: 1,
            isHopeless: false,
            floor: .seconds(1800),
            jitter: 0.5
        )
        #expect(wait == .seconds(1800))
    }

    /// A day of one feed, minute by minute of nothing but decisions; `isUp` says whether its servers answer.
    private func day(_ interval: Duration, _ isUp: (Double) -> Bool) -> [Double] {
        let policy = Self.every(interval)
        var (now, failures, good) = (0.0, 0, [Double]())
        var dice = SystemRandomNumberGenerator()
        while now < 86_400 {
            let jitter = Double.random(in: 0...1, using: &dice)
            if isUp(now) {
                good.append(now)
                failures = 0
                now += (policy.next(wish: nil, jitter: jitter).after ?? .zero) / .seconds(1)
            } else {
                failures += 1
                now +=
                    policy.wait(afterFailures: failures, isHopeless: false, floor: nil, jitter: jitter)
                    / .seconds(1)
            }
        }
        return good
    }

    @Test func `a feed of 60 minutes is fetched 24 times a day, give or take one`() {
        for _ in 0..<100 { #expect(23...26 ~= day(.seconds(3600)) { _ in true }.count) }
    }

    @Test func `after most of a day without DNS a feed is fresh within one longest wait`() throws {
        for _ in 0..<100 {
            let back = 80_000.0
            let first = try #require(day(.seconds(600)) { $0 >= back }.first)
            // 15 minutes, and a fifth to either side.
            #expect(first - back <= 900 * 1.2)
        }
    }
}
