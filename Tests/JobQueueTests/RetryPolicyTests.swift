import JobQueue
import Testing

@Suite struct RetryPolicyTests {
    static let waits: [(attempt: Int, jitter: Double, floor: Duration?, wait: Duration)] = [
        (1, 0.5, nil, .seconds(5)),
        (2, 0.5, nil, .seconds(10)),
        (3, 0.5, nil, .seconds(20)),
        (1, 0, nil, .seconds(4)),
        (1, 1, nil, .seconds(6)),
        (0, 0.5, nil, .seconds(5)),
        (9, 0.5, nil, .seconds(900)),
        (.max, 0.5, nil, .seconds(900)),
        (1, 7, nil, .seconds(6)),
        (1, 0.5, .seconds(120), .seconds(120)),
        (9, 0.5, .seconds(120), .seconds(900)),
        (1, 0.5, .seconds(-3), .seconds(5)),
        (1, 0.5, .seconds(10 * 365 * 86_400), .seconds(86_400)),
    ]

    @Test(arguments: waits)
    func `the wait doubles up to its cap, moves by the jitter and heeds the server`(
        attempt: Int,
        jitter: Double,
        floor: Duration?,
        wait: Duration
    ) {
        let delay = RetryPolicy().delay(afterAttempt: attempt, jitter: jitter, floor: floor)
        let difference = max(delay, wait) - min(delay, wait)
        #expect(difference < .milliseconds(1), "\(delay)")
    }
}
