/// How long a failed job waits for its next attempt.
///
/// With the defaults the ten attempts of a job spread over about 35 minutes: longer than a restart or a short outage
/// upstream, shorter than it takes until a fresh refresh of the same page is due anyway.
package struct RetryPolicy: Sendable, Hashable {
    /// The wait after the first attempt, doubled after each further one (default 5 s).
    package var firstDelay: Duration = .seconds(5)
    /// Where the doubling ends (default 15 min).
    package var longestDelay: Duration = .seconds(15 * 60)
    /// How far a wait may be moved to either side, as a part of it, 0…1 (default 0.2).
    ///
    /// Jobs which failed together should not come back together.
    package var spread = 0.2
    /// The most that a server can ask for by Retry-After (default 24 h).
    ///
    /// One that says "in ten years" is not believed.
    package var longestFloor: Duration = .seconds(24 * 3600)

    package init() {}

    /// The wait after attempt number `attempt` failed.
    ///
    /// - Parameters:
    ///   - attempt: From 1; lower counts as 1.
    ///   - jitter: A random number in 0…1 from the caller; 0.5 moves nothing.
    ///   - floor: The least wait the server asked for (Retry-After); negative or nil means none.
    /// - Returns: Not less than `floor` or ``longestFloor``, whichever is shorter.
    package func delay(afterAttempt attempt: Int, jitter: Double, floor: Duration? = nil) -> Duration {
        let doublings = min(max(attempt, 1) - 1, 40)
        let backoff = min(firstDelay * (1 << doublings), longestDelay)
        let moved = backoff * (1 + spread * (2 * min(max(jitter, 0), 1) - 1))
        return max(moved, min(floor ?? .zero, longestFloor))
    }
}
