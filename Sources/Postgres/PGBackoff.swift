/// How long to wait before the next try to reach a server.
package struct PGBackoff: Sendable, Hashable {
    /// The wait after the first failure.
    ///
    /// Default 200 ms.
    package var first: Duration
    /// The longest wait.
    ///
    /// Default 15 s.
    package var longest: Duration

    /// Waits from `first` up to `longest`.
    package init(first: Duration = .milliseconds(200), longest: Duration = .seconds(15)) {
        self.first = first
        self.longest = longest
    }

    /// The wait after a number of failures in a row.
    ///
    /// It doubles each time up to ``longest``, and is then cut by up to a half, so that many clients of one server don't
    /// come back in step.
    ///
    /// - Parameters:
    ///   - failures: From 1.
    ///   - jitter: 0 for the whole wait … 1 for half of it.
    /// - Returns: At most ``longest``.
    package func delay(afterFailures failures: Int, jitter: Double) -> Duration {
        let doublings = min(max(failures, 1) - 1, 30)
        let whole = min(first * (1 << doublings), longest)
        return whole * (1 - jitter / 2)
    }
}
