import Dispatch
import Glibc
import Synchronization

/// Carries signals from the handler, which may do almost nothing, to streams: through a socket pair.
///
/// There is one per process because signal handlers are one per process. A pair and not `signalfd`, because that needs
/// every thread to block the signals, and the threads of a Swift program are not all ours.
final class SignalHub: Sendable {
    static let shared = Result { () throws(RuntimeError) in try SignalHub() }

    private struct Listener {
        let signals: Set<ProcessSignal>
        let continuation: AsyncStream<ProcessSignal>.Continuation
    }

    private struct State {
        var listeners: [Int: Listener] = [:]
        var nextID = 0
    }

    private let state = Mutex(State())
    private let readEnd: Int32

    private init() throws(RuntimeError) {
        var ends: [Int32] = [-1, -1]
        try retrying("socketpair") {
            unsafe socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends)
        }
        readEnd = ends[0]
        handlerEnd.store(ends[1], ordering: .releasing)
        // Waits in read for as long as the process lives, so it has a thread of its own.
        DispatchQueue(label: "feedkeeper.signals").async { [self] in
            while forward() {}
        }
    }

    func stream(of signals: Set<ProcessSignal>) -> AsyncStream<ProcessSignal> {
        let (stream, continuation) = AsyncStream.makeStream(of: ProcessSignal.self)
        let id = state.withLock { state in
            state.nextID += 1
            state.listeners[state.nextID] = Listener(signals: signals, continuation: continuation)
            for signal in signals { install(signal, passOn) }
            return state.nextID
        }
        continuation.onTermination = { [self] _ in remove(id) }
        return stream
    }

    private func remove(_ id: Int) {
        state.withLock { state in
            guard let gone = state.listeners.removeValue(forKey: id) else { return }
            let wanted = state.listeners.values.reduce(into: Set()) { $0.formUnion($1.signals) }
            for signal in gone.signals.subtracting(wanted) { install(signal, nil) }
        }
    }

    /// Waits for signals and passes them on; `false` when there will be none any more.
    private func forward() -> Bool {
        var bytes = [UInt8](repeating: 0, count: 64)
        let count = unsafe read(readEnd, &bytes, bytes.count)
        guard count > 0 else { return count < 0 && errno == EINTR }
        let listeners = state.withLock { Array($0.listeners.values) }
        for byte in bytes[..<count] {
            guard let signal = ProcessSignal.allCases.first(where: { $0.number == Int32(byte) }) else {
                continue
            }
            for listener in listeners where listener.signals.contains(signal) {
                listener.continuation.yield(signal)
            }
        }
        return true
    }
}

/// Where the handler writes; outside of any object, because a handler can own nothing.
private let handlerEnd = Atomic<Int32>(-1)

/// The handler: only calls that signal-safety(7) allows.
///
/// A full buffer loses the signal; thousands of others are waiting then.
private func passOn(_ number: Int32) {
    let before = errno
    var byte = UInt8(truncatingIfNeeded: number)
    _ = unsafe send(handlerEnd.load(ordering: .acquiring), &byte, 1, Int32(MSG_DONTWAIT | MSG_NOSIGNAL))
    errno = before
}

/// Sets what a signal does: call a handler, or its default for `nil`.
private func install(_ signal: ProcessSignal, _ handler: (@convention(c) (Int32) -> Void)?) {
    var action = sigaction()
    unsafe action.__sigaction_handler.sa_handler = handler
    action.sa_flags = SA_RESTART
    // Fails only for signals that cannot be caught, and these can.
    _ = unsafe sigaction(signal.number, &action, nil)
}
