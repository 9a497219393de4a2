import Glibc
import Synchronization

/// Where log lines go.
///
/// Safe to use from any thread.
package struct LogSink: Sendable {
    private let write: @Sendable (String) -> Void

    /// Sends lines to a function, which gets each with its newline and may be called from any thread.
    package init(_ write: @escaping @Sendable (String) -> Void) {
        self.write = write
    }

    /// Standard error.
    package static let standardError = LogSink(descriptor: STDERR_FILENO)

    /// Sends lines to a file descriptor, each whole before the next.
    ///
    /// The descriptor must outlive the sink.
    package init(descriptor: Int32) {
        let turn = Turn()
        self.init { line in turn.write(line, to: descriptor) }
    }

    func callAsFunction(_ line: String) {
        write(line)
    }
}

/// Lets one line through at a time.
private final class Turn: Sendable {
    private let mutex = Mutex(())

    func write(_ line: String, to descriptor: Int32) {
        mutex.withLock { _ in
            var bytes = Array(line.utf8)[...]
            while !bytes.isEmpty {
                let written = unsafe bytes.withUnsafeBytes {
                    unsafe Glibc.write(descriptor, $0.baseAddress, $0.count)
                }
                if written >= 0 {
                    bytes = bytes.dropFirst(written)
                } else if !mayRetry(descriptor) {
                    // The log itself is gone (closed pipe, full disk): there is nowhere left to say so.
                    return
                }
            }
        }
    }

    private func mayRetry(_ descriptor: Int32) -> Bool {
        if errno == EINTR { return true }
        guard errno == EAGAIN else { return false }
        var waiting = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        return unsafe poll(&waiting, 1, -1) >= 0 || errno == EINTR
    }
}
