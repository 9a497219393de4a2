import Glibc

/// A descriptor that another thread can make readable, to wake a thread out of `poll(2)`.
final class WakeSignal: Sendable {
    /// Readable while the signal is up.
    let descriptor: Int32
    private let writeEnd: Int32

    init() {
        var ends: [Int32] = [-1, -1]
        // Not a pipe: only a socket can be born closed on exec without GNU extensions.
        let kind = SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue
        let result = unsafe socketpair(AF_UNIX, Int32(kind), 0, &ends)
        precondition(result == 0, "out of file descriptors")
        (descriptor, writeEnd) = (ends[0], ends[1])
    }

    deinit {
        close(descriptor)
        close(writeEnd)
    }

    /// Wakes the waiting thread, now or at its next wait.
    func raise() {
        var byte: UInt8 = 1
        // Fails only when the buffer is full, and then the signal is up already.
        _ = unsafe write(writeEnd, &byte, 1)
    }

    /// Takes the signal down.
    func lower() {
        var bytes = [UInt8](repeating: 0, count: 64)
        while unsafe read(descriptor, &bytes, bytes.count) > 0 {}
    }
}

/// Why a wait on a socket ended.
enum SocketWait {
    /// The socket has bytes, or has failed, which the next read tells.
    case readable
    /// The signal was raised.
    case woken
    /// The deadline came first.
    case timedOut

    /// Blocks until `socket` has bytes or has failed, `signal` is raised, or `deadline` has come.
    ///
    /// A negative socket counts as failed, so the wait ends at once with `.readable`.
    static func wait(
        socket: Int32,
        signal: WakeSignal? = nil,
        deadline: ContinuousClock.Instant? = nil
    ) -> SocketWait {
        guard socket >= 0 else { return .readable }
        var polled = [pollfd(fd: socket, events: Int16(POLLIN), revents: 0)]
        if let signal { polled.append(pollfd(fd: signal.descriptor, events: Int16(POLLIN), revents: 0)) }
        while true {
            let ready = unsafe poll(&polled, nfds_t(polled.count), milliseconds(until: deadline))
            if ready < 0 && errno == EINTR { continue }
            if ready == 0 { return .timedOut }
            return polled.count == 2 && polled[1].revents != 0 ? .woken : .readable
        }
    }

    /// Whether `socket` has bytes, or its end, waiting now.
    static func isReadable(_ socket: Int32) -> Bool {
        wait(socket: socket, deadline: .now) == .readable
    }

    /// Blocks until `signal` is raised (true) or `span` has passed (false).
    static func sleep(_ span: Duration, signal: WakeSignal) -> Bool {
        wait(socket: signal.descriptor, deadline: .now + span) == .readable
    }

    // Rounded up, so that a wait never ends before its deadline.
    private static func milliseconds(until deadline: ContinuousClock.Instant?) -> Int32 {
        guard let deadline else { return -1 }
        let left = (deadline - .now).wholeMicroseconds
        return Int32(clamping: max(0, left / 1000 + (left % 1000 > 0 ? 1 : 0)))
    }
}
