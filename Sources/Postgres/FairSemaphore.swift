import Synchronization

/// A number of permits, given to those who wait in the order in which they came.
package final class FairSemaphore: Sendable {
    private struct State {
        var free: Int
        var waiters: [(number: UInt64, continuation: CheckedContinuation<Bool, Never>)] = []
        var arrivals: UInt64 = 0
    }

    private let state: Mutex<State>

    package init(permits: Int) {
        state = Mutex(State(free: permits))
    }

    /// Takes a permit, waiting for one if need be; false, and no permit, when the task is cancelled meanwhile.
    package func acquire() async -> Bool {
        let number = state.withLock { state in
            state.arrivals += 1
            return state.arrivals
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { join($0, number) }
        } onCancel: {
            leave(number)
        }
    }

    /// Gives a permit back; the first in the queue gets it.
    package func release() {
        let next = state.withLock { state -> CheckedContinuation<Bool, Never>? in
            guard !state.waiters.isEmpty else {
                state.free += 1
                return nil
            }
            return state.waiters.removeFirst().continuation
        }
        next?.resume(returning: true)
    }

    /// How many nobody has.
    var free: Int {
        state.withLock { $0.free }
    }

    /// How many wait for a permit.
    var waiting: Int {
        state.withLock { $0.waiters.count }
    }

    // The task's flag is up before its handlers run, so one that `leave` did not find here sees the flag here.
    private func join(_ continuation: CheckedContinuation<Bool, Never>, _ number: UInt64) {
        let answer = state.withLock { state -> Bool? in
            if Task.isCancelled { return false }
            if state.free > 0 {
                state.free -= 1
                return true
            }
            state.waiters.append((number, continuation))
            return nil
        }
        if let answer { continuation.resume(returning: answer) }
    }

    private func leave(_ number: UInt64) {
        let left = state.withLock { state -> CheckedContinuation<Bool, Never>? in
            guard let index = state.waiters.firstIndex(where: { $0.number == number }) else { return nil }
            return state.waiters.remove(at: index).continuation
        }
        left?.resume(returning: false)
    }
}
