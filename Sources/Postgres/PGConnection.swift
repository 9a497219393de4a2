/// One connection to the server, with one statement at a time.
///
/// The actor runs on its own executor, so a statement that takes long holds up nobody but this connection. When the
/// task that runs a statement is cancelled, the statement is cancelled on the server and ``PGError`` with `.cancelled`
/// is thrown. A connection that was lost stays lost; ``PGPool`` replaces it.
package actor PGConnection {
    private let executor = BlockingExecutor(label: "feedkeeper.postgres.connection")
    private let configuration: PGConfiguration
    private let interrupt = PGInterrupt()
    private var link: PGLink?
    private var transactionsBegun: UInt64 = 0
    private var openTransaction: UInt64?

    /// The connection's own executor.
    package nonisolated var unownedExecutor: UnownedSerialExecutor {
        unsafe executor.asUnownedSerialExecutor()
    }

    private init(configuration: PGConfiguration) {
        self.configuration = configuration
    }

    /// Connects to the server.
    ///
    /// - Throws: ``PGError`` with `.connectionFailed` after at most the configuration's connect timeout per host.
    package static func connect(_ configuration: PGConfiguration) async throws(PGError) -> PGConnection {
        let connection = PGConnection(configuration: configuration)
        try await connection.open()
        return connection
    }

    private func open() throws(PGError) {
        link = try PGLink.connect(configuration)
    }

    /// Ends the connection.
    ///
    /// An open transaction is rolled back by the server. Closing twice does nothing.
    package func close() {
        link = nil
        openTransaction = nil
    }
}

extension PGConnection {
    /// Runs `statement` and gives its rows.
    ///
    /// - Parameters:
    ///   - statement: One statement; several are refused by the server.
    ///   - values: `$1`, `$2` … in order.
    /// - Returns: The rows, all in memory.
    /// - Throws: ``PGError``; on `.connectionLost` the statement may have taken effect.
    package func query(_ statement: SQLStatement, _ values: [PGValue] = []) async throws(PGError) -> [PGRow] {
        try await run(.bound(statement, values)).rows
    }

    /// Runs `statement` and gives the number of rows it inserted, updated, deleted or returned.
    @discardableResult
    package func execute(_ statement: SQLStatement, _ values: [PGValue] = []) async throws(PGError) -> Int {
        try await run(.bound(statement, values)).affectedRows
    }

    /// Runs a text of several statements, without parameters, as one implicit transaction.
    package func script(_ script: SQLStatement) async throws(PGError) {
        _ = try await run(.script(script))
    }

    /// The process that serves this connection, as `pg_stat_activity` numbers it; nil when it is closed.
    package var backendProcess: Int32? {
        link?.backendProcess
    }

    /// Whether the connection still stands, as far as can be told without asking the server.
    package var isUsable: Bool {
        link?.isUsable ?? false
    }

    /// Whether the server is in a transaction.
    var isInTransaction: Bool {
        link?.isIdle == false
    }

    /// Whether the next borrower finds a connection that stands and is outside any transaction.
    var isReusable: Bool {
        guard openTransaction == nil, let isIdle = link?.isIdle else { return false }
        return isIdle && isUsable
    }
}

extension PGConnection {
    /// Runs one request, as part of transaction `transaction` or, with nil, outside any.
    ///
    /// With `isCancellable` false it runs even in a cancelled task: for what must end a transaction.
    func run(
        _ request: PGRequest,
        in transaction: UInt64? = nil,
        isCancellable: Bool = true
    ) async throws(PGError) -> PGResult {
        guard link != nil else {
            throw PGError(code: .connectionLost, message: "closed", statement: request.statement.name)
        }
        guard transaction == openTransaction else {
            let state = openTransaction == nil ? "the transaction has ended" : "a transaction is open"
            throw PGError(code: .outsideTransaction, message: state, statement: request.statement.name)
        }
        guard !isCancellable || !Task.isCancelled else {
            throw PGError(
                code: .cancelled,
                message: "the task was cancelled",
                statement: request.statement.name
            )
        }
        let number = interrupt.arm()
        defer { interrupt.disarm() }
        let outcome = await withTaskCancellationHandler {
            attempt(request)
        } onCancel: {
            if isCancellable { interrupt.raise(number) }
        }
        return try outcome.get()
    }

    private func attempt(_ request: PGRequest) -> Result<PGResult, PGError> {
        var watch = interrupt.watch(limit: configuration.statementTimeout)
        let outcome = Result { () throws(PGError) in try send(request, &watch) }
        let isSettled = watch.settle()
        if !isSettled || outcome.failure?.endsConnection == true { close() }
        return outcome.mapError { $0.explained(by: watch.cause) }
    }

    private func send(_ request: PGRequest, _ watch: inout PGInterrupt.Watch) throws(PGError) -> PGResult {
        guard let result = try link?.run(request, until: &watch) else {
            throw PGError(code: .connectionLost, message: "closed", statement: request.statement.name)
        }
        return result
    }
}

extension PGConnection {
    /// Begins a transaction and gives its number.
    func begin(_ statement: SQLStatement) async throws(PGError) -> UInt64 {
        _ = try await run(.bound(statement, []))
        transactionsBegun += 1
        openTransaction = transactionsBegun
        return transactionsBegun
    }

    /// Commits transaction `number`.
    ///
    /// - Throws: ``PGError`` with `.transactionAborted` when the server rolled it back instead, which it reports as a
    ///   success, because a statement in it had failed.
    func commit(_ number: UInt64) async throws(PGError) {
        let result = try await run(.bound(.commit, []), in: number, isCancellable: false)
        openTransaction = nil
        guard result.commandTag == "COMMIT" else {
            throw PGError(
                code: .transactionAborted,
                message: "a statement in it had failed",
                statement: "commit"
            )
        }
    }

    /// Rolls transaction `number` back; does nothing when it has ended.
    func rollBack(_ number: UInt64) async {
        guard openTransaction == number else { return }
        do {
            _ = try await run(.bound(.rollBack, []), in: number, isCancellable: false)
            openTransaction = nil
        } catch {
            // The caller throws why it rolls back. The end of the connection rolls back as well.
            close()
        }
    }
}

extension PGResult {
    /// All rows, sharing this result.
    var rows: [PGRow] {
        (0..<rowCount).map { PGRow(result: self, index: $0) }
    }
}

extension PGError {
    // The server calls both "canceling statement due to user request".
    fileprivate func explained(by cause: PGInterrupt.Cause?) -> PGError {
        switch cause {
        case .deadline where code == .cancelled:
            PGError(code: .timedOut, sqlState: sqlState, message: message, statement: statement)
        case .raised where code == .connectionLost:
            PGError(code: .cancelled, message: message, statement: statement)
        default: self
        }
    }
}

extension Result {
    fileprivate var failure: Failure? {
        guard case .failure(let failure) = self else { return nil }
        return failure
    }
}
