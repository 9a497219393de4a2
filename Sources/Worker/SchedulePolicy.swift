package import Contracts
package import JobQueue

/// When a page is refreshed by itself: by its contract, by what its servers ask for, and after failures.
///
/// Nothing here looks at a clock or throws dice: moments, in seconds since 1970, and random numbers come from the caller.
package struct SchedulePolicy: Sendable {
    /// The contract's part.
    package var refresh: RefreshPolicy
    /// Where the contract's clock stands.
    package var zone: TimeZoneRules
    /// The waits after failures that another try may mend.
    package var retry: RetryPolicy

    /// The longest wait after failures that only somebody can mend, such as a wrong secret or a 404.
    package static let longestWait = Duration.seconds(6 * 3600)
    /// A page that was due this long ago was missed: nobody was there to see it.
    package static let missedAfter = Duration.seconds(60)

    package init(refresh: RefreshPolicy, zone: TimeZoneRules = .utc, retry: RetryPolicy = RetryPolicy()) {
        self.refresh = refresh
        self.zone = zone
        self.retry = retry
    }

    /// What to do about a page that is due.
    ///
    /// Whatever was missed, it is refreshed once: at once, or, when the contract does not catch up, at its next time.
    ///
    /// - Parameters:
    ///   - page: what the schedule says of it.
    ///   - jitter: a random number in 0…1.
    /// - Returns: a time after now in any case.
    package func decide(_ page: DuePage, jitter: Double) -> DueDecision {
        let now = page.now
        let isMissed = now - page.due > Self.missedAfter / .seconds(1)
        let isInTime = refresh.catchesUp || !isMissed
        switch refresh.rhythm {
        case .every(let interval):
            return DueDecision(
                runs: isInTime || page.isNew,
                next: now + moved(interval, jitter) / .seconds(1)
            )
        case .cron(let expression, _):
            let next = Double(expression.next(after: Int(now), in: zone))
            // The first time of a new page is one that its expression names.
            return DueDecision(runs: isInTime && !page.isNew, next: next)
        }
    }

    /// When a page is due again that was refreshed.
    ///
    /// - Parameters:
    ///   - wish: the least wait that its servers asked for; believed up to the contract's ceiling.
    ///   - jitter: a random number in 0…1.
    /// - Returns: from now, for an interval; for a clock only what it must not be before.
    package func next(wish: Duration?, jitter: Double) -> NextRefresh {
        let floor = min(wish ?? .zero, refresh.ceiling)
        switch refresh.rhythm {
        case .every(let interval):
            return NextRefresh(after: max(moved(interval, jitter), floor), notBefore: floor)
        case .cron: return NextRefresh(after: nil, notBefore: floor)
        }
    }

    /// The wait after scheduled refreshes failed.
    ///
    /// Never ends and never grows past one longest wait, so that a page is fresh again that long after its servers are.
    ///
    /// - Parameters:
    ///   - failures: in a row, this one included.
    ///   - isHopeless: whether another try cannot help until somebody acts.
    ///   - floor: the least wait that the server asked for.
    ///   - jitter: a random number in 0…1.
    /// - Returns: above zero.
    package func wait(
        afterFailures failures: Int,
        isHopeless: Bool,
        floor: Duration?,
        jitter: Double
    ) -> Duration {
        guard isHopeless else { return retry.delay(afterAttempt: failures, jitter: jitter, floor: floor) }
        let doublings = min(max(failures, 1) - 1, 20)
        return moved(
            min(max(regular, .seconds(60)) * (1 << doublings), max(Self.longestWait, regular)),
            jitter
        )
    }

    private var regular: Duration { refresh.rhythm.interval ?? .seconds(60) }

    private func moved(_ span: Duration, _ jitter: Double) -> Duration {
        span * (1 + refresh.jitter * (2 * min(max(jitter, 0), 1) - 1))
    }
}
