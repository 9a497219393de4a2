internal import CMicroHTTPD
import Synchronization

/// What all exchanges of a server share: its handler, and which of them wait.
final class ExchangeRegister: Sendable {
    let maxBodyBytes: Int
    let handler: HTTPServer.Handler

    private struct State {
        var isClosed = false
        var waiting: [ObjectIdentifier: Suspension] = [:]
    }

    private let state = Mutex(State())

    init(maxBodyBytes: Int, handler: @escaping HTTPServer.Handler) {
        self.maxBodyBytes = maxBodyBytes
        self.handler = handler
    }

    /// Suspends the exchange's connection; false once closed.
    ///
    /// To be called by libmicrohttpd's thread, in a callback.
    ///
    /// The lock is held over libmicrohttpd's own call, so that ``close()`` meets a connection before or after it.
    func suspend(_ key: ObjectIdentifier, _ suspension: Suspension) -> Bool {
        state.withLock { state in
            guard !state.isClosed else { return false }
            suspension.begin()
            state.waiting[key] = suspension
            return true
        }
    }

    /// Resumes the exchange's connection; nothing happens when it doesn't wait.
    func resume(_ key: ObjectIdentifier) {
        state.withLock { $0.waiting.removeValue(forKey: key)?.end() }
    }

    /// Resumes every connection that waits, and lets none wait again.
    func close() {
        state.withLock { state in
            state.isClosed = true
            for suspension in state.waiting.values { suspension.end() }
            state.waiting = [:]
        }
    }
}

/// A connection that libmicrohttpd lets rest while a task makes its answer.
///
/// `@unchecked Sendable` because libmicrohttpd keeps a suspended connection alive, and lets any thread resume it.
@safe struct Suspension: @unchecked Sendable {
    private let connection: OpaquePointer

    init(_ connection: OpaquePointer) {
        unsafe self.connection = connection
    }

    func begin() {
        unsafe MHD_suspend_connection(connection)
    }

    func end() {
        unsafe MHD_resume_connection(connection)
    }
}

/// One request and its answer.
///
/// `@unchecked Sendable` because ``connection``, ``request`` and ``sentBytes`` are touched only by libmicrohttpd's
/// thread; the task that makes the answer and that thread meet in ``shared``.
@safe final class Exchange: @unchecked Sendable {
    private struct Shared {
        var answer: HTTPServeResponse?
        var task: Task<Void, Never>?
    }

    private let connection: OpaquePointer
    private let register: ExchangeRegister
    private let method: String
    private let path: String
    private var body: [UInt8] = []
    private var isTooLarge = false
    private var hasBegun = false
    private let shared = Mutex(Shared())

    init(_ connection: OpaquePointer, method: String, path: String, _ register: ExchangeRegister) {
        unsafe self.connection = connection
        self.method = method
        self.path = path
        self.register = register
    }

    /// Takes a piece of body, or with an empty one goes on: to the handler, then to the answer.
    ///
    /// - Returns: false to close the connection.
    func proceed(_ piece: some Collection<UInt8>) -> Bool {
        guard piece.isEmpty else {
            receive(piece)
            return true
        }
        if isTooLarge { return queue(.text("request body too large\n", status: 413)) }
        if let answer = shared.withLock({ $0.answer }) { return queue(answer) }
        guard !hasBegun else { return false }
        hasBegun = true
        return pause(before: request(), answeredBy: register.handler)
    }

    /// Ends the task that makes the answer; libmicrohttpd is done with the request.
    func end() {
        shared.withLock { $0.task }?.cancel()
    }

    /// Lets the connection rest for a time, then go on; false once the server stops.
    func rest(for duration: Duration) -> Bool {
        guard register.suspend(ObjectIdentifier(self), unsafe Suspension(connection)) else { return false }
        keep(
            Task(executorPreference: ServeExecutor.shared) { [self] in
                // A cancelled sleep only means that the connection goes on, or ends, sooner.
                try? await Task.sleep(for: duration)
                register.resume(ObjectIdentifier(self))
            }
        )
        return true
    }

    private func receive(_ piece: some Collection<UInt8>) {
        isTooLarge = isTooLarge || piece.count > register.maxBodyBytes - body.count
        if isTooLarge {
            body = []
        } else {
            body.append(contentsOf: piece)
        }
    }

    private func pause(
        before request: HTTPServeRequest,
        answeredBy handler: @escaping HTTPServer.Handler
    ) -> Bool {
        guard register.suspend(ObjectIdentifier(self), unsafe Suspension(connection)) else { return false }
        keep(
            Task(executorPreference: ServeExecutor.shared) { [self] in
                let answer = await handler(request)
                // As in rest(for:), a cancelled sleep loses nothing.
                if answer.delivery.delay > .zero { try? await Task.sleep(for: answer.delivery.delay) }
                shared.withLock { $0.answer = answer }
                register.resume(ObjectIdentifier(self))
            }
        )
        return true
    }

    private func keep(_ task: Task<Void, Never>) {
        shared.withLock { $0.task = task }
    }

    private func request() -> HTTPServeRequest {
        HTTPServeRequest(
            method: method,
            path: path,
            queryItems: pairs(.GET_ARGUMENT_KIND),
            headers: pairs(.HEADER_KIND),
            body: body,
            clientPort: unsafe mhd_door_client_port(connection)
        )
    }

    private func pairs(_ kind: MHD_ValueKind) -> [HTTPServeRequest.Pair] {
        let list = PairList()
        let context = unsafe Unmanaged.passUnretained(list).toOpaque()
        _ = unsafe MHD_get_connection_values(connection, kind, collectPair, context)
        return list.pairs
    }

    private func queue(_ answer: HTTPServeResponse) -> Bool {
        guard let response = OutgoingResponse(answer, exchange: self) else { return false }
        for header in answer.headers {
            guard response.add(header) else { return false }
        }
        return unsafe response.queue(on: connection, status: answer.status)
    }
}

private final class PairList {
    var pairs: [HTTPServeRequest.Pair] = []
}

private let collectPair: MHD_KeyValueIterator = { context, _, name, value in
    guard let context = unsafe context, let name = unsafe name else { return .NO }
    let list = unsafe Unmanaged<PairList>.fromOpaque(context).takeUnretainedValue()
    let text = unsafe value.map { unsafe String(cString: $0) } ?? ""
    list.pairs.append(.init(name: unsafe String(cString: name), value: text))
    return .YES
}
