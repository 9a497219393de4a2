import Synchronization

/// Something may have happened: raised by many, waited for by one.
///
/// A signal raised while nobody waits is kept, once.
final class WakeSignal: Sendable {
    private let state = Mutex(State())

    private struct State {
        var isRaised = false
        var waiter: CheckedContinuation<Void, Never>?
    }

    func raise() {
        let waiter = state.withLock { state in
            let waiter = state.waiter
            state.waiter = nil
            if waiter == nil { state.isRaised = true }
            return waiter
        }
        waiter?.resume()
    }

    /// Returns when the signal is raised, or after `limit`, or when the task is cancelled.
    func wait(atMost limit: Duration) async {
        let alarm = Task {
            try? await Task.sleep(for: limit)  // Cancelled means that the signal came first.
            if !Task.isCancelled { self.raise() }
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isRaised = state.withLock { state in
                    if state.isRaised { state.isRaised = false } else { state.waiter = continuation }
                    return state.waiter == nil
                }
                if isRaised { continuation.resume() }
            }
        } onCancel: {
            raise()
        }
        alarm.cancel()
    }
}
