import Glibc

/// Tells systemd how the service is doing, by the protocol of sd_notify(3).
package struct ServiceNotifier: Sendable {
    /// What can be told.
    package enum Message: Hashable, Sendable {
        /// Start-up is finished.
        case ready

        /// Stopping has begun.
        case stopping

        /// Settings are being read again; ends with ``ready``.
        ///
        /// The service manager wants the monotonic time of the beginning, see ``monotonicNow()``.
        case reloading(monotonicTime: Duration)

        /// Still alive; due more often than every ``ServiceNotifier/watchdogTimeout``.
        case watchdog

        /// A line for `systemctl status`.
        case status(String)

        /// Starting or stopping needs this much longer from now on.
        case extendTimeout(Duration)
    }

    /// The time without ``Message/watchdog`` after which systemd kills the service; `nil` when it does not watch.
    ///
    /// sd_watchdog_enabled(3) advises to report every half of it.
    package let watchdogTimeout: Duration?

    private let address: sockaddr_un
    private let addressLength: socklen_t

    /// Finds the service manager from `NOTIFY_SOCKET`, `WATCHDOG_USEC` and `WATCHDOG_PID`.
    ///
    /// Gives `nil` when there is none: nothing started the process as a notifying service.
    ///
    /// - Parameters:
    ///   - environment: The process's variables.
    ///   - processID: The process's number; the watchdog counts only for the process it names.
    /// - Throws: ``RuntimeError/socketAddress(_:)`` for an address that is neither an absolute path nor `@name`.
    package init?(environment: [String: String], processID: Int32 = getpid()) throws(RuntimeError) {
        guard let socket = environment["NOTIFY_SOCKET"], !socket.isEmpty else { return nil }
        (address, addressLength) = try socketAddress(socket)
        let isForUs = environment["WATCHDOG_PID"].map { $0 == String(processID) } ?? true
        let micros = environment["WATCHDOG_USEC"].flatMap { Int64($0) } ?? 0
        watchdogTimeout = isForUs && micros > 0 ? .microseconds(micros) : nil
    }

    /// Sends messages in one datagram.
    ///
    /// - Throws: ``RuntimeError/systemCall(name:errno:)``, for instance when the service manager is gone.
    package func send(_ messages: [Message]) throws(RuntimeError) {
        let bytes = Array(messages.map(\.assignment).joined(separator: "\n").utf8)
        let channel = OwnedDescriptor(
            try retrying("socket") { socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0) }
        )
        var address = address
        try retrying("sendto") {
            unsafe withUnsafePointer(to: &address) { pointer in
                unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { target in
                    unsafe sendto(
                        channel.number,
                        bytes,
                        bytes.count,
                        Int32(MSG_NOSIGNAL),
                        target,
                        addressLength
                    )
                }
            }
        }
    }

    /// The present `CLOCK_MONOTONIC`, as ``Message/reloading(monotonicTime:)`` wants it.
    package static func monotonicNow() -> Duration {
        var time = timespec()
        // Cannot fail: the clock exists and the pointer is good.
        _ = unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }
}

extension ServiceNotifier.Message {
    /// The line of the protocol.
    var assignment: String {
        switch self {
        case .ready: "READY=1"
        case .stopping: "STOPPING=1"
        case .reloading(let time): "RELOADING=1\nMONOTONIC_USEC=\(time.wholeMicroseconds)"
        case .watchdog: "WATCHDOG=1"
        // A newline would begin another assignment.
        case .status(let text): "STATUS=\(escaped(text))"
        case .extendTimeout(let duration): "EXTEND_TIMEOUT_USEC=\(duration.wholeMicroseconds)"
        }
    }
}

extension Duration {
    fileprivate var wholeMicroseconds: Int64 {
        components.seconds * 1_000_000 + components.attoseconds / 1_000_000_000_000
    }
}

/// The socket address of a path, or of a name in Linux's abstract namespace (`@name`, unix(7)).
private func socketAddress(_ text: String) throws(RuntimeError) -> (sockaddr_un, socklen_t) {
    var name = Array(text.utf8)
    let isAbstract = name.first == UInt8(ascii: "@")
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let room = MemoryLayout.size(ofValue: address.sun_path)
    // A path needs its closing zero; an abstract name begins with a zero and ends with the length.
    guard isAbstract || name.first == UInt8(ascii: "/"), name.count < room, !name.contains(0) else {
        throw .socketAddress(text)
    }
    if isAbstract { name[0] = 0 }
    unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: name) }
    let head = MemoryLayout<sockaddr_un>.size - room
    return (address, socklen_t(head + name.count + (isAbstract ? 0 : 1)))
}
