import CLibPQ
import Glibc

/// What can be sent to the server.
enum PGRequest: Sendable {
    /// One statement, by the extended protocol.
    case bound(SQLStatement, [PGValue])
    /// Several statements without parameters, by the simple protocol.
    case script(SQLStatement)

    var statement: SQLStatement {
        switch self {
        case .bound(let statement, _), .script(let statement): statement
        }
    }
}

/// The one owner of a `PGconn`: everything that touches it is in this file.
///
/// Its calls block the calling thread, so it lives in an actor on a ``BlockingExecutor`` or on the listener's own queue.
@safe struct PGLink: ~Copyable {
    private let handle: OpaquePointer

    private init(owning handle: OpaquePointer) {
        unsafe self.handle = handle
        // Notices ("relation exists, skipping") go to standard error by default, into the middle of somebody's log.
        unsafe PQsetNoticeReceiver(handle, { _, _ in }, nil)
    }

    deinit {
        unsafe PQfinish(handle)
    }

    /// Connects; blocks for at most the configuration's connect timeout for each host.
    static func connect(_ configuration: PGConfiguration) throws(PGError) -> PGLink {
        let pairs = configuration.keywordsAndValues
        let handle = unsafe withCStrings(pairs.map(\.keyword)) { keywords in
            unsafe withCStrings(pairs.map(\.value)) { values in
                unsafe PQconnectdbParams(keywords, values, 0)
            }
        }
        guard let handle = unsafe handle else {
            throw PGError(code: .connectionFailed, message: "out of memory")
        }
        let link = unsafe PGLink(owning: handle)
        guard link.isStanding else {
            throw PGError(code: .connectionFailed, message: link.errorMessage)
        }
        return link
    }

    private var errorMessage: String {
        unsafe PQerrorMessage(handle).map { unsafe String(cString: $0).trimmingNewlines } ?? ""
    }

    /// The process that serves this connection, as `pg_stat_activity` and `pg_terminate_backend` number it.
    var backendProcess: Int32 {
        unsafe PQbackendPID(handle)
    }

    /// The socket, for `poll(2)`; -1 when there is none any more.
    var socket: Int32 {
        unsafe PQsocket(handle)
    }

    /// Whether the server is outside any transaction and waits for a statement.
    var isIdle: Bool {
        unsafe PQtransactionStatus(handle) == PQTRANS_IDLE
    }

    /// Whether the connection still stands, as far as can be told without asking the server.
    ///
    /// Sees what has arrived meanwhile: the server's farewell after `pg_terminate_backend`, or the end of the stream.
    var isUsable: Bool {
        guard isStanding else { return false }
        guard SocketWait.isReadable(socket) else { return true }
        let isConsumed = unsafe PQconsumeInput(handle) == 1
        return isConsumed && isStanding && !SocketWait.isReadable(socket)
    }

    private var isStanding: Bool {
        unsafe PQstatus(handle) == CONNECTION_OK
    }
}

extension PGLink {
    /// Sends `request` and waits for the end of its answer; `watch` can cut the wait short.
    ///
    /// - Returns: The result of the last statement; a script stops at its first error.
    func run(_ request: PGRequest, until watch: inout PGInterrupt.Watch) throws(PGError) -> PGResult {
        let statement = request.statement
        guard try send(request) else {
            // libpq itself refuses more than 65,535 parameters; the connection stands.
            let code: PGError.Code = isStanding ? .invalidStatement : .connectionLost
            throw PGError(code: code, message: errorMessage, statement: statement.name)
        }
        return try lastResult(of: statement, until: &watch)
    }

    private func send(_ request: PGRequest) throws(PGError) -> Bool {
        switch request {
        case .bound(let statement, let values):
            send(statement.text, try PGParameters(values, for: statement))
        case .script(let script):
            unsafe PQsendQuery(handle, script.text) == 1
        }
    }

    private func send(_ text: String, _ parameters: PGParameters) -> Bool {
        let count = parameters.types.count
        let allBinary = [Int32](repeating: 1, count: count)
        let binaryResult: Int32 = 1
        return unsafe parameters.bytes.withUnsafeBytes { bytes in
            let start = unsafe bytes.assumingMemoryBound(to: CChar.self).baseAddress
            let pointers = unsafe parameters.offsets.map { offset in
                unsafe offset.flatMap { unsafe start?.advanced(by: $0) }
            }
            return unsafe PQsendQueryParams(
                handle,
                text,
                Int32(count),
                parameters.types,
                pointers,
                parameters.lengths,
                allBinary,
                binaryResult
            ) == 1
        }
    }

    // libpq ends a statement with a null result; a script gives one result for each of its statements.
    private func lastResult(
        of statement: SQLStatement,
        until watch: inout PGInterrupt.Watch
    ) throws(PGError) -> PGResult {
        var last: PGResult?
        var failure: PGError?
        while let result = try nextResult(of: statement, until: &watch) {
            guard !result.isCopy else { throw lost(statement, "COPY is not supported") }
            failure = failure ?? result.error
            last = result
        }
        guard unsafe PQstatus(handle) == CONNECTION_OK else { throw lost(statement, failure?.message) }
        if let failure { throw failure }
        guard let last else { throw lost(statement, "the server sent no result") }
        return last
    }

    private func nextResult(
        of statement: SQLStatement,
        until watch: inout PGInterrupt.Watch
    ) throws(PGError) -> PGResult? {
        while unsafe PQisBusy(handle) == 1 {
            guard watch.wait(socket: socket, cancelling: { cancelRequest() }) else {
                throw lost(statement, "no answer to a cancel request")
            }
            guard unsafe PQconsumeInput(handle) == 1 else { throw lost(statement) }
        }
        return unsafe PQgetResult(handle).map { unsafe PGResult(owning: $0, statement: statement.name) }
    }

    private func lost(_ statement: SQLStatement, _ message: String? = nil) -> PGError {
        PGError(code: .connectionLost, message: message ?? errorMessage, statement: statement.name)
    }

    private func cancelRequest() -> PGCancelRequest? {
        unsafe PQgetCancel(handle).map { unsafe PGCancelRequest(owning: $0) }
    }
}

extension PGLink {
    /// Takes in what the server sent without being asked, and gives the notifications in it, oldest first.
    ///
    /// - Throws: ``PGError`` with `.connectionLost` when the connection has ended.
    func notifications() throws(PGError) -> [PGNotification] {
        guard unsafe PQconsumeInput(handle) == 1, unsafe PQstatus(handle) == CONNECTION_OK else {
            throw PGError(code: .connectionLost, message: errorMessage)
        }
        var notifications: [PGNotification] = []
        while let notify = unsafe PQnotifies(handle) {
            defer { unsafe PQfreemem(notify) }
            notifications.append(unsafe PGNotification(notify.pointee))
        }
        return notifications
    }

    /// `name` quoted as an SQL identifier, for the few statements that take no parameters (LISTEN).
    func quoted(identifier name: String) throws(PGError) -> String {
        guard let quoted = unsafe PQescapeIdentifier(handle, name, name.utf8.count) else {
            throw PGError(code: .invalidValue, message: "a channel's name can't be quoted")
        }
        defer { unsafe PQfreemem(quoted) }
        return unsafe String(cString: quoted)
    }
}

extension PGNotification {
    fileprivate init(_ notify: PGnotify) {
        channel = unsafe notify.relname.map { unsafe String(cString: $0) } ?? ""
        payload = unsafe notify.extra.map { unsafe String(cString: $0) } ?? ""
        sender = unsafe notify.be_pid
    }
}

/// Calls `body` with a null-terminated array of C strings, valid until it returns.
private func withCStrings<Result>(
    _ strings: [String],
    _ body: (UnsafePointer<UnsafePointer<CChar>?>?) -> Result
) -> Result {
    var bytes: [CChar] = []
    var offsets: [Int] = []
    for string in strings {
        offsets.append(bytes.count)
        bytes.append(contentsOf: string.utf8CString)
    }
    return unsafe bytes.withUnsafeBufferPointer { buffer in
        let pointers: [UnsafePointer<CChar>?] =
            unsafe offsets.map { unsafe buffer.baseAddress?.advanced(by: $0) } + [nil]
        return unsafe pointers.withUnsafeBufferPointer { unsafe body($0.baseAddress) }
    }
}
