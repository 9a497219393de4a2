import Runtime
import Synchronization
import Testing

@Suite struct StopwatchTests {
    private struct Failed: Error {}

    @Test func `each step has its own time, and the total has the pauses too`() async {
        let clock = SteppedClock()
        var watch = Stopwatch(clock: clock)
        watch.measure("fetch") { clock.advance(by: .milliseconds(30)) }
        clock.advance(by: .milliseconds(5))
        await watch.measure("store") {
            await Task.yield()
            clock.advance(by: .milliseconds(10))
        }
        #expect(watch.steps.map(\.name) == ["fetch", "store"])
        #expect(watch.steps.map(\.duration) == [.milliseconds(30), .milliseconds(10)])
        #expect(watch.elapsed == .milliseconds(45))
    }

    @Test func `a step that fails is measured and its error passed on`() {
        let clock = SteppedClock()
        var watch = Stopwatch(clock: clock)
        #expect(throws: Failed.self) {
            try watch.measure("check") {
                clock.advance(by: .milliseconds(3))
                throw Failed()
            }
        }
        #expect(watch.steps.map(\.duration) == [.milliseconds(3)])
    }
}

/// A clock that only moves when told to.
private final class SteppedClock: Clock {
    struct Instant: InstantProtocol {
        var sinceStart: Duration

        func advanced(by duration: Duration) -> Instant { Instant(sinceStart: sinceStart + duration) }

        func duration(to other: Instant) -> Duration { other.sinceStart - sinceStart }

        static func < (left: Instant, right: Instant) -> Bool { left.sinceStart < right.sinceStart }
    }

    private let time = Mutex(Duration.zero)

    var now: Instant { Instant(sinceStart: time.withLock { $0 }) }

    var minimumResolution: Duration { .zero }

    func advance(by duration: Duration) {
        time.withLock { $0 += duration }
    }

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        time.withLock { $0 = max($0, deadline.sinceStart) }
    }
}
