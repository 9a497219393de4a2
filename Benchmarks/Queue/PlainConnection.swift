import CLibPQ
import Foundation

/// One connection of libpq alone, for the loops that the queue is measured beside; of the thread that uses it.
///
/// Statements are prepared once; values go as text.
@safe final class PlainConnection {
    private let handle: OpaquePointer
    private var prepared: [String: String] = [:]

    init(_ url: String) throws {
        guard let handle = unsafe PQconnectdb(url) else { throw PlainError(message: "out of memory") }
        unsafe self.handle = handle
        guard unsafe PQstatus(handle) == CONNECTION_OK else { throw PlainError(message: message) }
        unsafe PQsetNoticeReceiver(handle, { _, _ in }, nil)
    }

    deinit { unsafe PQfinish(handle) }

    private var message: String { unsafe String(cString: PQerrorMessage(handle)) }

    /// Runs a statement and gives the rows' columns as text, `""` for NULL.
    @discardableResult
    func run(_ sql: String, _ values: [String] = []) throws -> [[String]] {
        try send(sql, values)
        return try result()
    }

    /// Sends a statement and does not wait for its answer.
    func send(_ sql: String, _ values: [String] = []) throws {
        let name = try prepare(sql)
        let isSent = unsafe withCStrings(values) { pointers in
            unsafe PQsendQueryPrepared(handle, name, Int32(values.count), pointers, nil, nil, 0)
        }
        guard isSent == 1 else { throw PlainError(message: message) }
    }

    /// The rows of what was sent.
    func result() throws -> [[String]] {
        var rows: [[String]] = []
        while let result = unsafe PQgetResult(handle) {
            defer { unsafe PQclear(result) }
            let status = unsafe PQresultStatus(result)
            guard status == PGRES_TUPLES_OK || status == PGRES_COMMAND_OK else {
                throw unsafe PlainError(message: String(cString: PQresultErrorMessage(result)))
            }
            for row in 0..<(unsafe PQntuples(result)) {
                rows.append(
                    (0..<(unsafe PQnfields(result))).map {
                        unsafe String(cString: PQgetvalue(result, row, $0))
                    }
                )
            }
        }
        return rows
    }

    /// Waits for a notification and takes all that have come.
    func waitForNotification() throws {
        var count = 0
        while count == 0 {
            var wait = pollfd(fd: unsafe PQsocket(handle), events: Int16(POLLIN), revents: 0)
            guard unsafe poll(&wait, 1, 10_000) == 1, unsafe PQconsumeInput(handle) == 1 else {
                throw PlainError(message: "no notification came: \(message)")
            }
            while let notification = unsafe PQnotifies(handle) {
                unsafe PQfreemem(notification)
                count += 1
            }
        }
    }

    private func prepare(_ sql: String) throws -> String {
        if let name = prepared[sql] { return name }
        let name = "s\(prepared.count)"
        let result = unsafe PQprepare(handle, name, sql, 0, nil)
        defer { unsafe PQclear(result) }
        guard unsafe PQresultStatus(result) == PGRES_COMMAND_OK else { throw PlainError(message: message) }
        prepared[sql] = name
        return name
    }

    private func withCStrings<Result>(
        _ texts: [String],
        _ body: (UnsafePointer<UnsafePointer<CChar>?>?) -> Result
    ) -> Result {
        let bytes = texts.map { Array($0.utf8CString) }
        let lengths = bytes.reduce(into: [0]) { $0.append($0[$0.count - 1] + $1.count) }
        let all = bytes.flatMap(\.self)
        return unsafe all.withUnsafeBufferPointer { buffer in
            let pointers: [UnsafePointer<CChar>?] =
                unsafe lengths.dropLast().map { unsafe buffer.baseAddress?.advanced(by: $0) } + [nil]
            return unsafe pointers.withUnsafeBufferPointer { unsafe body($0.baseAddress) }
        }
    }
}

/// What libpq said.
struct PlainError: Error, CustomStringConvertible {
    let message: String

    var description: String { "the plain loop: \(message)" }
}

/// Runs `body` on so many threads of their own and gives what they return.
func onThreads<Value: Sendable>(
    _ count: Int,
    _ body: @escaping @Sendable (Int) throws -> Value
) async throws -> [Value] {
    try await withThrowingTaskGroup(of: Value.self) { group in
        for number in 0..<count {
            group.addTask {
                try await withCheckedThrowingContinuation { continuation in
                    Thread { continuation.resume(with: Result { try body(number) }) }.start()
                }
            }
        }
        return try await group.reduce(into: []) { $0.append($1) }
    }
}
