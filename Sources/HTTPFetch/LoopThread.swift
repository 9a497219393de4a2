import Glibc
import Synchronization

/// A thread of its own for work that waits in C, so that no thread of the cooperative pool is held.
///
/// All signals are blocked on it: they belong to the thread that the program keeps for them.
final class LoopThread: Sendable {
    private let state: ThreadState

    /// Starts the thread.
    ///
    /// - Throws: `other` when the system has no thread to give.
    init(_ body: @escaping @Sendable () -> Void) throws(FetchError) {
        let state = ThreadState()
        self.state = state
        let work = Work {
            body()
            state.finish()
        }
        var thread = pthread_t()
        let context = unsafe Unmanaged.passRetained(work)
        guard unsafe pthread_create(&thread, nil, runWork, context.toOpaque()) == 0 else {
            unsafe context.release()
            throw FetchError(.other)
        }
        state.started(thread)
    }

    /// Waits until the thread's body has returned, then frees the thread; a second call returns as well.
    func join() async {
        await withCheckedContinuation { state.add($0) }
        joinBlocking()
    }

    /// As ``join()``, holding the calling thread.
    func joinBlocking() {
        guard let thread = state.takeThread() else { return }
        // Fails only for a thread that is not ours to join, which `takeThread` rules out.
        _ = pthread_join(thread, nil)
    }
}

/// What a thread and those who wait for it both see.
private final class ThreadState: Sendable {
    private struct State {
        var thread: pthread_t?
        var isDone = false
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())

    func started(_ thread: pthread_t) {
        state.withLock { $0.thread = thread }
    }

    /// The thread, once: who gets it joins it.
    func takeThread() -> pthread_t? {
        state.withLock { state in
            defer { state.thread = nil }
            return state.thread
        }
    }

    func add(_ continuation: CheckedContinuation<Void, Never>) {
        let isDone = state.withLock { state in
            if !state.isDone { state.waiting.append(continuation) }
            return state.isDone
        }
        if isDone { continuation.resume() }
    }

    func finish() {
        let waiting = state.withLock { state in
            state.isDone = true
            defer { state.waiting = [] }
            return state.waiting
        }
        for continuation in waiting { continuation.resume() }
    }
}

private final class Work: Sendable {
    let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) {
        self.body = body
    }
}

private func runWork(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let context = unsafe context else { return nil }
    var all = sigset_t()
    _ = unsafe sigfillset(&all)
    _ = unsafe pthread_sigmask(SIG_SETMASK, &all, nil)
    unsafe Unmanaged<Work>.fromOpaque(context).takeRetainedValue().body()
    return nil
}
