import Glibc
import Postgres

/// The socket on which a service manager hears from its services, sd_notify(3).
actor NotifySocket {
    struct Silent: Error {
        let errno: Int32
    }

    /// What `NOTIFY_SOCKET` is set to.
    nonisolated let name: String

    private let executor = BlockingExecutor(label: "feedkeeper.deploy.notify")
    private let descriptor: Int32

    nonisolated var unownedExecutor: UnownedSerialExecutor {
        unsafe executor.asUnownedSerialExecutor()
    }

    init() throws {
        name = "/tmp/feedkeeper-notify-\(getpid())-\(UInt32.random(in: .min ... .max))"
        descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: Array(name.utf8)) }
        let length = socklen_t(MemoryLayout<sockaddr_un>.size)
        let bound = unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe bind(descriptor, $0, length)
            }
        }
        guard bound == 0 else { throw Silent(errno: errno) }
        var patience = timeval(tv_sec: 60, tv_usec: 0)
        let size = socklen_t(MemoryLayout<timeval>.size)
        unsafe setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, size)
    }

    deinit {
        close(descriptor)
        unsafe unlink(name)
    }

    /// The next message; waits for it.
    ///
    /// - Throws: ``Silent`` after a minute.
    func next() throws -> String {
        guard let message = receive(flags: 0) else { throw Silent(errno: errno) }
        return message
    }

    /// Waits for this message, and gives all that came before it.
    func until(_ message: String) throws -> [String] {
        var earlier: [String] = []
        while true {
            let came = try next()
            if came == message { return earlier }
            earlier.append(came)
        }
    }

    /// What has come and nobody has taken.
    func pending() -> [String] {
        var messages: [String] = []
        while let message = receive(flags: Int32(MSG_DONTWAIT)) { messages.append(message) }
        return messages
    }

    private func receive(flags: Int32) -> String? {
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = unsafe recv(descriptor, &buffer, buffer.count, flags)
        return count < 0 ? nil : String(decoding: buffer[..<count], as: UTF8.self)
    }
}
