import Foundation
import Synchronization

/// A server that answers every connection with the same bytes, HTTP or not, then closes it or keeps it open.
final class RawServer: Sendable {
    let port: UInt16
    private let listener: Int32
    private let connections = Mutex<[Int32]>([])

    /// Listens on 127.0.0.1 at a free port.
    ///
    /// With `endlessDrip`, single bytes follow the answer, one each 10 ms, until the client leaves.
    init(answer: [UInt8], closes: Bool = true, endlessDrip: Bool = false) throws {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var place = sockaddr_in()
        place.sin_family = sa_family_t(AF_INET)
        place.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let bound = unsafe withUnsafePointer(to: &place) { place in
            unsafe place.withMemoryRebound(to: sockaddr.self, capacity: 1) { unsafe bind(listener, $0, size) }
        }
        guard bound == 0, listen(listener, 16) == 0 else { throw POSIXError(.EADDRINUSE) }
        var length = size
        _ = unsafe withUnsafeMutablePointer(to: &place) { place in
            unsafe place.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe getsockname(listener, $0, &length)
            }
        }
        self.listener = listener
        port = UInt16(bigEndian: place.sin_port)
        let thread = Thread { [self] in serve(answer, closes: closes, endlessDrip: endlessDrip) }
        thread.start()
    }

    func stop() {
        _ = shutdown(listener, Int32(SHUT_RDWR))
        for connection in connections.withLock({ $0 }) { close(connection) }
    }

    private func serve(_ answer: [UInt8], closes: Bool, endlessDrip: Bool) {
        while true {
            let connection = accept(listener, nil, nil)
            guard connection >= 0 else { break }
            var request = [UInt8](repeating: 0, count: 4096)
            _ = unsafe read(connection, &request, request.count)
            _ = unsafe send(connection, answer, answer.count, Int32(MSG_NOSIGNAL))
            while endlessDrip, unsafe send(connection, [0x20 as UInt8], 1, Int32(MSG_NOSIGNAL)) == 1 {
                usleep(10_000)
            }
            if closes { close(connection) } else { connections.withLock { $0.append(connection) } }
        }
        close(listener)
    }
}
