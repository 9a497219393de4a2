/// Up to ``size`` connections, lent to one borrower each, made when first needed and replaced when broken.
package actor PGPool {
    /// How many connections there are at most.
    package nonisolated let size: Int
    /// Where the connections go.
    package nonisolated let configuration: PGConfiguration
    private let backoff: PGBackoff
    private nonisolated let permits: FairSemaphore
    /// The connections that nobody has borrowed, the last used at the end.
    private var idle: [PGConnection] = []
    private var isClosed = false

    /// - Parameters:
    ///   - configuration: Where the connections go.
    ///   - size: At least 1. Default 4.
    ///   - backoff: The waits of ``waitUntilReachable(onFailure:)``.
    package init(_ configuration: PGConfiguration, size: Int = 4, backoff: PGBackoff = PGBackoff()) {
        precondition(size >= 1, "a pool without connections serves nobody")
        self.size = size
        self.configuration = configuration
        self.backoff = backoff
        permits = FairSemaphore(permits: size)
    }

    /// How many connections are lent at this moment, those that are being made included.
    package nonisolated var lent: Int { size - permits.free }

    /// Lends a connection to `body`; those who wait for one get it in the order in which they came.
    ///
    /// - Throws: What `body` throws; ``PGError`` with `.connectionFailed` when the server can't be reached now, and
    ///   `.cancelled` when the task is cancelled while it waits.
    @discardableResult
    package nonisolated(nonsending) func withConnection<Value>(
        _ body: nonisolated(nonsending) (PGConnection) async throws -> Value
    ) async throws -> Value {
        let connection = try await borrow()
        do {
            let value = try await body(connection)
            await giveBack(connection)
            return value
        } catch {
            await giveBack(connection)
            throw error
        }
    }

    /// Runs `body` in a transaction on a connection of the pool; see ``PGConnection/transaction(_:_:)``.
    @discardableResult
    package nonisolated(nonsending) func withTransaction<Value>(
        _ isolation: PGIsolation = .readCommitted,
        _ body: nonisolated(nonsending) (PGTransaction) async throws -> Value
    ) async throws -> Value {
        try await withConnection { connection in
            try await connection.transaction(isolation, body)
        }
    }

    /// Runs one statement on a connection of the pool and gives its rows.
    package func query(_ statement: SQLStatement, _ values: [PGValue] = []) async throws(PGError) -> [PGRow] {
        let connection = try await borrow()
        let outcome = await Result { () async throws(PGError) in try await connection.query(statement, values)
        }
        await giveBack(connection)
        return try outcome.get()
    }

    /// Runs one statement on a connection of the pool and gives the number of rows it touched.
    @discardableResult
    package func execute(_ statement: SQLStatement, _ values: [PGValue] = []) async throws(PGError) -> Int {
        let connection = try await borrow()
        let outcome = await Result { () async throws(PGError) in
            try await connection.execute(statement, values)
        }
        await giveBack(connection)
        return try outcome.get()
    }

    /// Waits until the server takes a connection, however long that is.
    ///
    /// It waits out every refusal, also a wrong password or a missing database: somebody may be about to mend it.
    ///
    /// - Parameter onFailure: Called after each failed try, with the time until the next.
    /// - Throws: ``PGError`` with `.cancelled` when the task is cancelled.
    package func waitUntilReachable(
        onFailure: @Sendable (PGError, _ nextTryIn: Duration) -> Void
    ) async throws(PGError) {
        for failures in 1... {
            do throws(PGError) {
                return await giveBack(try await borrow())
            } catch {
                guard error.code != .cancelled else { throw error }
                let delay = backoff.delay(afterFailures: failures, jitter: .random(in: 0...1))
                onFailure(error, delay)
                try await pause(delay)
            }
        }
    }

    /// Closes all connections, the lent ones when they come back; lends none from now on.
    package func close() async {
        isClosed = true
        let connections = idle
        idle = []
        for connection in connections { await connection.close() }
    }
}

extension PGPool {
    private func borrow() async throws(PGError) -> PGConnection {
        guard await permits.acquire() else {
            throw PGError(code: .cancelled, message: "the task was cancelled while waiting for a connection")
        }
        do throws(PGError) {
            return try await connection()
        } catch {
            permits.release()
            throw error
        }
    }

    private func connection() async throws(PGError) -> PGConnection {
        guard !isClosed else { throw PGError(code: .connectionFailed, message: "the pool is closed") }
        while let connection = idle.popLast() {
            if await connection.isUsable { return connection }
            await connection.close()
        }
        return try await PGConnection.connect(configuration)
    }

    private func giveBack(_ connection: PGConnection) async {
        if await connection.isReusable, !isClosed {
            idle.append(connection)
        } else {
            await connection.close()
        }
        permits.release()
    }
}

private func pause(_ span: Duration) async throws(PGError) {
    do {
        try await Task.sleep(for: span)
    } catch {
        throw PGError(code: .cancelled, message: "the task was cancelled while waiting for the server")
    }
}

extension Result {
    fileprivate init(_ body: () async throws(Failure) -> Success) async {
        do throws(Failure) {
            self = .success(try await body())
        } catch {
            self = .failure(error)
        }
    }
}
