package import Postgres

/// Why a database was not brought to this binary's schema.
package struct MigrationError: Error, Equatable, Sendable {
    /// What kind of failure it was.
    package let code: Code
    /// The migration it is about; nil when the database itself failed.
    package let version: Int32?
    /// The migration's name.
    package let name: String?
    /// The newest version that this binary knows.
    package let newestKnown: Int32
    /// The failure of the database, for `.failed`.
    package let cause: PGError?

    init(
        _ code: Code,
        version: Int32? = nil,
        name: String? = nil,
        newestKnown: Int32,
        cause: PGError? = nil
    ) {
        self.code = code
        self.version = version
        self.name = name
        self.newestKnown = newestKnown
        self.cause = cause
    }

    /// What kind of failure it was; new kinds may be added.
    package struct Code: Hashable, Sendable, CustomStringConvertible {
        /// The kind in kebab case.
        package let description: String

        private init(_ description: String) {
            self.description = description
        }

        /// The database has had a migration that only a later binary knows.
        package static let databaseIsNewer = Code("database-is-newer")
        /// A migration's file is not the one that the database has had.
        package static let checksumChanged = Code("checksum-changed")
        /// A migration is missing below one that the database has had, or the other way round.
        package static let outOfOrder = Code("out-of-order")
        /// The database refused a statement, and ``MigrationError/cause`` says why.
        ///
        /// Nothing of that migration is left.
        package static let failed = Code("failed")
    }
}

extension MigrationError: CustomStringConvertible {
    /// What is wrong and what to do, in one line.
    package var description: String {
        switch code {
        case .databaseIsNewer:
            "the database is at version \(subject), this binary knows versions up to \(newestKnown): run the newer one"
        case .checksumChanged:
            "migration \(subject) is not the file that this database has had: a released migration never changes"
        case .outOfOrder:
            "migration \(subject) is out of order with what this database has had"
        default:
            "migration \(subject) failed: \(cause.map(String.init(describing:)) ?? "unknown")"
        }
    }

    private var subject: String {
        [version.map(String.init), name].compactMap { $0 }.joined(separator: " ")
    }
}
