/// An open transaction: what runs statements inside ``PGConnection/transaction(_:_:)``.
///
/// After the transaction's end each call throws ``PGError`` with `.outsideTransaction`.
package struct PGTransaction: Sendable {
    fileprivate let connection: PGConnection
    fileprivate let number: UInt64

    /// Runs `statement` and gives its rows.
    ///
    /// - Throws: ``PGError``; the server then refuses all further statements of the transaction.
    package func query(_ statement: SQLStatement, _ values: [PGValue] = []) async throws(PGError) -> [PGRow] {
        try await connection.run(.bound(statement, values), in: number).rows
    }

    /// Runs `statement` and gives the number of rows it inserted, updated, deleted or returned.
    @discardableResult
    package func execute(_ statement: SQLStatement, _ values: [PGValue] = []) async throws(PGError) -> Int {
        try await connection.run(.bound(statement, values), in: number).affectedRows
    }

    /// Runs a text of several statements, without parameters.
    ///
    /// - Throws: ``PGError``; `.outsideTransaction` when the text ended the transaction.
    package func script(_ script: SQLStatement) async throws(PGError) {
        _ = try await connection.run(.script(script), in: number)
        guard await connection.isInTransaction else {
            throw PGError(code: .outsideTransaction, message: "the script ended it", statement: script.name)
        }
    }

    /// Sets a server setting until the transaction's end (`SET LOCAL`), such as `synchronous_commit` to `off`.
    package func set(_ setting: String, to value: String) async throws(PGError) {
        try await execute(.setLocal, [.text(setting), .text(value)])
    }

    /// Runs `body` so that its failure undoes only what it did; the transaction goes on.
    ///
    /// The failure itself is thrown all the same.
    @discardableResult
    package nonisolated(nonsending) func savepoint<Value>(
        _ body: nonisolated(nonsending) () async throws -> Value
    ) async throws -> Value {
        try await execute(.savepoint)
        do {
            let value = try await body()
            try await execute(.release)
            return value
        } catch {
            // When this fails too, the transaction is doomed and its commit says so; the first failure says why.
            _ = try? await connection.run(.script(.rollBackToSavepoint), in: number, isCancellable: false)
            throw error
        }
    }
}

/// How a transaction sees what others do meanwhile.
package enum PGIsolation: Sendable {
    /// The server's default: each statement sees what was committed before it began.
    case readCommitted
    /// All statements see one moment; a write to a row changed since fails with `.serialization`.
    case repeatableRead
    /// As if transactions ran one after another; any of them may fail with `.serialization`.
    case serializable
}

extension PGConnection {
    /// Runs `body` in a transaction: commits when it returns, rolls back when it throws.
    ///
    /// In a cancelled task each statement throws `.cancelled`, so `body` fails and is rolled back; when `body` returns
    /// all the same, its work is committed.
    ///
    /// - Throws: What `body` throws, or the ``PGError`` of the begin or the commit. On `.connectionLost` in the commit
    ///   the work may have been committed.
    @discardableResult
    package nonisolated(nonsending) func transaction<Value>(
        _ isolation: PGIsolation = .readCommitted,
        _ body: nonisolated(nonsending) (PGTransaction) async throws -> Value
    ) async throws -> Value {
        let number = try await begin(isolation.begin)
        do {
            let value = try await body(PGTransaction(connection: self, number: number))
            try await commit(number)
            return value
        } catch {
            await rollBack(number)
            throw error
        }
    }
}

extension PGIsolation {
    fileprivate var begin: SQLStatement {
        switch self {
        case .readCommitted: SQLStatement(name: "begin", text: "BEGIN ISOLATION LEVEL READ COMMITTED")
        case .repeatableRead: SQLStatement(name: "begin", text: "BEGIN ISOLATION LEVEL REPEATABLE READ")
        case .serializable: SQLStatement(name: "begin", text: "BEGIN ISOLATION LEVEL SERIALIZABLE")
        }
    }
}

extension SQLStatement {
    static let commit = SQLStatement(name: "commit", text: "COMMIT")
    static let rollBack = SQLStatement(name: "roll-back", text: "ROLLBACK")
    fileprivate static let setLocal = SQLStatement(name: "set-local", text: "SELECT set_config($1, $2, true)")
    fileprivate static let savepoint = SQLStatement(name: "savepoint", text: "SAVEPOINT feedkeeper")
    fileprivate static let release = SQLStatement(
        name: "release-savepoint",
        text: "RELEASE SAVEPOINT feedkeeper"
    )
    fileprivate static let rollBackToSavepoint = SQLStatement(
        name: "roll-back-to-savepoint",
        text: "ROLLBACK TO SAVEPOINT feedkeeper; RELEASE SAVEPOINT feedkeeper"
    )
}
