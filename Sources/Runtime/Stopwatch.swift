/// Measures how long the steps of a job take, on a clock that never jumps.
package struct Stopwatch<Time: Clock> where Time.Duration == Duration {
    /// One measured step.
    package struct Step: Hashable, Sendable {
        /// What was done, such as `fetch`.
        package let name: String

        /// How long it took.
        package let duration: Duration
    }

    /// The steps so far, in order.
    ///
    /// A step that failed is there too.
    package private(set) var steps: [Step] = []

    private let clock: Time
    private let start: Time.Instant

    /// Starts a watch.
    package init(clock: Time = ContinuousClock()) {
        self.clock = clock
        start = clock.now
    }

    /// The time since the watch was started, pauses between steps included.
    package var elapsed: Duration { start.duration(to: clock.now) }

    /// Does a step and notes how long it took, also when it throws.
    package mutating func measure<Result, Failure: Error>(
        _ name: String,
        _ step: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let begin = clock.now
        defer { steps.append(Step(name: name, duration: begin.duration(to: clock.now))) }
        return try step()
    }

    /// Does a step that may wait and notes how long it took, also when it throws.
    package mutating func measure<Result, Failure: Error>(
        _ name: String,
        isolation: isolated (any Actor)? = #isolation,
        _ step: () async throws(Failure) -> Result
    ) async throws(Failure) -> Result {
        let begin = clock.now
        defer { steps.append(Step(name: name, duration: begin.duration(to: clock.now))) }
        return try await step()
    }
}

extension Stopwatch: Sendable where Time: Sendable {}
