/// How often values fell below bounds that rise.
package struct Histogram: Sendable, Equatable {
    /// Upper bounds in seconds: from a millisecond, where a claim is, to a minute, where a slow upstream is.
    package static let bounds = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 60]

    /// How many values were at most each bound, but above the one before; the last place is for all above.
    package private(set) var counts = [Int](repeating: 0, count: bounds.count + 1)
    /// The sum of all values in seconds.
    package private(set) var sum = 0.0

    package init() {}

    package mutating func add(_ duration: Duration) {
        let seconds = duration / .seconds(1)
        counts[Self.bounds.firstIndex { seconds <= $0 } ?? Self.bounds.count] += 1
        sum += seconds
    }
}
