/// Why a statement, a connection or a decoding failed.
///
/// The facts are fields; text is made in ``description``, which never shows a value that was sent or stored.
/// ``debugDescription`` adds the server's message and detail, which may show values.
package struct PGError: Error, Equatable, Sendable {
    /// What kind of failure it was.
    package let code: Code
    /// The five characters of the server's SQLSTATE; nil when the failure is on our side of the wire.
    package let sqlState: String?
    /// The server's or libpq's primary message, in the server's language.
    package let message: String
    /// The server's detail, which often shows values, such as those of the key that exists already.
    package let detail: String?
    /// The server's advice.
    package let hint: String?
    /// The name of the violated constraint or unique index.
    package let constraint: String?
    /// The name of the ``SQLStatement`` that failed.
    package let statement: String?

    /// Makes an error of the given facts.
    package init(
        code: Code,
        sqlState: String? = nil,
        message: String,
        detail: String? = nil,
        hint: String? = nil,
        constraint: String? = nil,
        statement: String? = nil
    ) {
        self.code = code
        self.sqlState = sqlState
        self.message = message
        self.detail = detail
        self.hint = hint
        self.constraint = constraint
        self.statement = statement
    }

    /// Whether the same work may succeed when tried again later, on a new connection if need be.
    package var isTransient: Bool {
        switch code {
        case .connectionFailed, .connectionLost, .serialization, .deadlock, .readOnly, .unavailable,
            .timedOut:
            true
        default: false
        }
    }

    /// Whether the connection can't be used any more.
    package var endsConnection: Bool {
        code == .connectionFailed || code == .connectionLost
    }
}

extension PGError {
    /// What kind of failure it was; new kinds may be added.
    package struct Code: Hashable, Sendable, CustomStringConvertible {
        /// The kind in kebab case, as logs show it.
        package let description: String

        private init(_ description: String) {
            self.description = description
        }

        /// The server could not be reached, or refused the connection.
        package static let connectionFailed = Code("connection-failed")
        /// The connection ended under a statement: whether the statement took effect is unknown.
        package static let connectionLost = Code("connection-lost")
        /// A row with the same key is there; ``PGError/constraint`` names the index.
        package static let uniqueViolation = Code("unique-violation")
        /// A referenced row is missing, or a row is still referenced.
        package static let foreignKeyViolation = Code("foreign-key-violation")
        /// A column that must have a value got none.
        package static let notNullViolation = Code("not-null-violation")
        /// A row breaks the CHECK that ``PGError/constraint`` names.
        package static let checkViolation = Code("check-violation")
        /// The transaction could not be put in an order with others: run it again.
        package static let serialization = Code("serialization")
        /// Two transactions waited for each other and this one was chosen to fail: run it again.
        package static let deadlock = Code("deadlock")
        /// A `RAISE` in a function: SQLSTATE P0001 or one of the function's own.
        package static let raisedByFunction = Code("raised-by-function")
        /// The server is a replica, or the transaction may not write.
        package static let readOnly = Code("read-only")
        /// Out of connections, memory or disk, a lock that was not free, or starting up.
        package static let unavailable = Code("unavailable")
        /// The role lacks a right.
        package static let notAllowed = Code("not-allowed")
        /// A table, column, function or database that does not exist, or SQL that does not parse.
        package static let invalidStatement = Code("invalid-statement")
        /// A value that its type refuses (SQLSTATE class 22, or a NUL byte in text).
        package static let invalidValue = Code("invalid-value")
        /// The task was cancelled, or somebody cancelled the statement on the server.
        package static let cancelled = Code("cancelled")
        /// The statement ran longer than ``PGConfiguration/statementTimeout``.
        package static let timedOut = Code("timed-out")
        /// A result that is not of the type asked for.
        package static let decoding = Code("decoding")
        /// A commit of a transaction that an earlier failed statement had doomed.
        package static let transactionAborted = Code("transaction-aborted")
        /// A statement outside the open transaction of its connection, or after the transaction's end.
        package static let outsideTransaction = Code("outside-transaction")
        /// A connection string that libpq does not understand.
        package static let invalidConfiguration = Code("invalid-configuration")
        /// None of these: ``PGError/sqlState`` says more.
        package static let other = Code("other")
    }
}

extension PGError.Code {
    /// Classifies a SQLSTATE of the server (PostgreSQL documentation, appendix A).
    package init(sqlState: String) {
        self = Self.exact[sqlState] ?? Self.classes[String(sqlState.prefix(2))] ?? Self.unlisted(sqlState)
    }

    private static let exact: [String: Self] = [
        "23505": .uniqueViolation, "23503": .foreignKeyViolation, "23502": .notNullViolation,
        "23514": .checkViolation, "40001": .serialization, "40P01": .deadlock, "25006": .readOnly,
        "25P02": .transactionAborted, "42501": .notAllowed, "57014": .cancelled, "57P01": .connectionLost,
        "57P02": .connectionLost, "57P03": .unavailable, "57P04": .connectionLost, "55P03": .unavailable,
        "08P01": .invalidStatement,
    ]

    private static let classes: [String: Self] = [
        "08": .connectionLost, "22": .invalidValue, "42": .invalidStatement, "3D": .invalidStatement,
        "3F": .invalidStatement, "53": .unavailable, "P0": .raisedByFunction,
    ]

    // The standard and Postgres use classes that begin with a digit, and F0, HV, XX: any other letter is a function's.
    private static func unlisted(_ sqlState: String) -> Self {
        let isOwn = sqlState.first?.isLetter == true && !["F0", "HV", "XX"].contains(sqlState.prefix(2))
        return isOwn ? .raisedByFunction : .other
    }
}

extension PGError: CustomStringConvertible, CustomDebugStringConvertible {
    /// Kind, SQLSTATE, statement, constraint and, where it can't show values, the message.
    package var description: String {
        var text = code.description
        if let sqlState { text += " (\(sqlState))" }
        if let statement { text += " in \(statement)" }
        if let constraint { text += ", constraint \(constraint)" }
        return messageMayShowValues ? text : "\(text): \(message)"
    }

    /// Everything, with values that the server quoted.
    package var debugDescription: String {
        var text = messageMayShowValues ? "\(description): \(message)" : description
        if let detail { text += "; \(detail)" }
        if let hint { text += "; \(hint)" }
        return text
    }

    // Class 22 quotes the refused value ("invalid input syntax for type integer: …"). Other classes name objects.
    private var messageMayShowValues: Bool {
        sqlState?.hasPrefix("22") == true
    }
}
