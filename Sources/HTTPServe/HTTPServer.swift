internal import CMicroHTTPD
import Glibc
import Synchronization

/// A small HTTP/1.1 server: one thread for all connections, one task for each request.
///
/// Listens on loopback unless told otherwise. Speaks no TLS.
package final class HTTPServer: Sendable {
    /// Answers one request; runs on the cooperative pool, many at a time.
    package typealias Handler = @Sendable (HTTPServeRequest) async -> HTTPServeResponse

    /// The port it listens on.
    package let port: UInt16

    private let daemon: Daemon

    /// Starts to listen and to answer.
    ///
    /// - Throws: ``HTTPServeError`` when the address or port is not to be had.
    package init(
        configuration: HTTPServerConfiguration = HTTPServerConfiguration(),
        handler: @escaping Handler
    ) throws(HTTPServeError) {
        let exchanges = ExchangeRegister(maxBodyBytes: configuration.maxBodyBytes, handler: handler)
        daemon = try Daemon(configuration, exchanges)
        port = daemon.port
    }

    deinit {
        daemon.stop()
    }

    /// Stops listening, cancels the handlers that run, and closes every connection; returns when that is done.
    ///
    /// A second call does nothing.
    package func stop() {
        daemon.stop()
    }
}

/// The owner of one libmicrohttpd daemon.
///
/// `@unchecked Sendable` because the pointer is only read before ``stop()`` takes it, under the mutex.
@safe private final class Daemon: @unchecked Sendable {
    let port: UInt16
    private let exchanges: ExchangeRegister
    private let isStopped = Mutex(false)
    private let pointer: OpaquePointer

    init(
        _ configuration: HTTPServerConfiguration,
        _ exchanges: ExchangeRegister
    ) throws(HTTPServeError) {
        errno = 0
        let context = unsafe Unmanaged.passUnretained(exchanges).toOpaque()
        guard
            let pointer = unsafe mhd_door_start(
                configuration.address,
                configuration.port,
                configuration.maxConnections,
                configuration.idleTimeoutSeconds,
                handleAccess,
                handleCompletion,
                context
            )
        else {
            throw HTTPServeError(
                address: configuration.address,
                port: configuration.port,
                systemError: errno
            )
        }
        unsafe self.pointer = pointer
        self.exchanges = exchanges
        port = unsafe mhd_door_port(pointer)
    }

    func stop() {
        let isFirst = isStopped.withLock { isStopped in
            defer { isStopped = true }
            return !isStopped
        }
        guard isFirst else { return }
        // libmicrohttpd aborts the process when a connection is still suspended at this point.
        exchanges.close()
        unsafe MHD_stop_daemon(pointer)
    }
}

/// libmicrohttpd calls this when a request's header is there, again for each piece of its body, and again with no
/// piece when the body is complete and each time the connection is resumed.
private let handleAccess: MHD_AccessHandlerCallback = {
    context,
    connection,
    url,
    method,
    _,
    piece,
    count,
    slot in
    guard let context = unsafe context, let connection = unsafe connection, let slot = unsafe slot,
        let url = unsafe url, let method = unsafe method, let count = unsafe count
    else { return .NO }
    let exchanges = unsafe Unmanaged<ExchangeRegister>.fromOpaque(context).takeUnretainedValue()
    guard let known = unsafe slot.pointee else {
        let exchange = unsafe Exchange(
            connection,
            method: String(cString: method),
            path: String(cString: url),
            exchanges
        )
        // Released by handleCompletion, which libmicrohttpd calls exactly once for a request with a filled slot.
        unsafe slot.pointee = Unmanaged.passRetained(exchange).toOpaque()
        return .YES
    }
    let exchange = unsafe Unmanaged<Exchange>.fromOpaque(known).takeUnretainedValue()
    let received = unsafe UnsafeRawBufferPointer(start: piece, count: count.pointee)
    unsafe count.pointee = 0
    return unsafe exchange.proceed(received) ? .YES : .NO
}

private let handleCompletion: MHD_RequestCompletedCallback = { _, _, slot, _ in
    guard let slot = unsafe slot, let known = unsafe slot.pointee else { return }
    unsafe slot.pointee = nil
    let exchange = unsafe Unmanaged<Exchange>.fromOpaque(known).takeRetainedValue()
    exchange.end()
}
