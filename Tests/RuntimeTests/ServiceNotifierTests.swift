import Glibc
import Runtime
import Testing

@Suite struct ServiceNotifierTests {
    @Test(
        arguments: [
            ([.ready], "READY=1"),
            ([.stopping, .status("draining 3 jobs")], "STOPPING=1\nSTATUS=draining 3 jobs"),
            ([.watchdog], "WATCHDOG=1"),
            ([.reloading(monotonicTime: .microseconds(1_500_000))], "RELOADING=1\nMONOTONIC_USEC=1500000"),
            ([.extendTimeout(.seconds(2))], "EXTEND_TIMEOUT_USEC=2000000"),
            ([.status("a\nREADY=1")], "STATUS=a\\nREADY=1"),
        ] as [([ServiceNotifier.Message], String)]
    )
    func `messages are assignments, one per line`(messages: [ServiceNotifier.Message], text: String) throws {
        let socket = try ReceivingSocket(
            path: "/tmp/feedkeeper-notify-\(getpid())-\(text.utf8.count)-\(text.prefix(3))"
        )
        let notifier = try #require(try ServiceNotifier(environment: ["NOTIFY_SOCKET": socket.name]))
        try notifier.send(messages)
        #expect(try socket.receive() == text)
    }

    @Test func `an abstract socket is reached by its name`() throws {
        let socket = try ReceivingSocket(path: "@feedkeeper-notify-\(getpid())")
        let notifier = try #require(try ServiceNotifier(environment: ["NOTIFY_SOCKET": socket.name]))
        try notifier.send([.ready])
        #expect(try socket.receive() == "READY=1")
    }

    @Test(arguments: [[:], ["NOTIFY_SOCKET": ""]])
    func `without a service manager there is no notifier`(environment: [String: String]) throws {
        #expect(try ServiceNotifier(environment: environment) == nil)
    }

    @Test(arguments: ["relative", "/" + String(repeating: "x", count: 108), "vsock:2:1234"])
    func `an address that cannot be used is refused`(address: String) {
        #expect(throws: RuntimeError.socketAddress(address)) {
            try ServiceNotifier(environment: ["NOTIFY_SOCKET": address])
        }
    }

    @Test func `a service manager that is gone is an error`() throws {
        let notifier = try #require(try ServiceNotifier(environment: ["NOTIFY_SOCKET": "/nowhere/notify"]))
        #expect(throws: RuntimeError.systemCall(name: "sendto", errno: ENOENT)) {
            try notifier.send([.ready])
        }
    }

    @Test(
        arguments: [
            (["WATCHDOG_USEC": "30000000"], .seconds(30)),
            (["WATCHDOG_USEC": "30000000", "WATCHDOG_PID": "7"], .seconds(30)),
            (["WATCHDOG_USEC": "30000000", "WATCHDOG_PID": "8"], nil),
            (["WATCHDOG_USEC": "0"], nil),
            (["WATCHDOG_USEC": "soon"], nil),
            ([:], nil),
        ] as [([String: String], Duration?)]
    )
    func `the watchdog counts only for the process it names`(
        environment: [String: String],
        timeout: Duration?
    ) throws {
        let all = environment.merging(["NOTIFY_SOCKET": "/run/systemd/notify"]) { $1 }
        let notifier = try #require(try ServiceNotifier(environment: all, processID: 7))
        #expect(notifier.watchdogTimeout == timeout)
    }

    @Test func `monotonic time moves on`() {
        let before = ServiceNotifier.monotonicNow()
        #expect(before > .zero)
        #expect(ServiceNotifier.monotonicNow() >= before)
    }
}

/// A datagram socket like the one systemd listens on.
private final class ReceivingSocket {
    let name: String
    private let descriptor: Int32

    struct Refused: Error {
        let errno: Int32
    }

    init(path: String) throws {
        name = path
        descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        var bytes = Array(path.utf8)
        if bytes[0] == UInt8(ascii: "@") { bytes[0] = 0 } else { unsafe unlink(path) }
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: bytes) }
        // A path ends with a zero; the length of an abstract name counts.
        let length = socklen_t(2 + bytes.count + (bytes[0] == 0 ? 0 : 1))
        let result = unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe bind(descriptor, $0, length)
            }
        }
        guard result == 0 else { throw Refused(errno: errno) }
    }

    func receive() throws -> String {
        var buffer = [UInt8](repeating: 0, count: 4096)
        // The datagram was sent by this same thread: it is there, or never comes.
        let count = unsafe recv(descriptor, &buffer, buffer.count, Int32(MSG_DONTWAIT))
        guard count >= 0 else { throw Refused(errno: errno) }
        return String(decoding: buffer[..<count], as: UTF8.self)
    }

    deinit {
        close(descriptor)
        if name.hasPrefix("/") { unsafe unlink(name) }
    }
}
