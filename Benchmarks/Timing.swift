import Foundation

/// Times passes over something, by the CPU time of the calling thread.
enum Timing {
    /// Seconds of one pass: the least of all passes of half a second, since whatever else the machine does only adds.
    static func seconds(_ pass: () throws -> Void) rethrows -> Double {
        let start = threadSeconds()
        var (last, least) = (start, Double.infinity)
        repeat {
            try pass()
            let now = threadSeconds()
            least = min(least, now - last)
            last = now
        } while last - start < 0.5
        return least
    }

    /// CPU time of the calling thread.
    static func threadSeconds() -> Double {
        var time = timespec()
        unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    /// Keeps the optimiser from dropping a result.
    @inline(never) static func sink(_ value: Int) {}

    /// Keeps the optimiser from dropping a verdict.
    @inline(never) static func sink(_ verdict: Bool) {}

    /// A number for the printed object.
    static func text(_ value: Double) -> String { String(format: "%.3f", value) }
}
