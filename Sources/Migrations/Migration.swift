package import Postgres

/// One numbered step of the database's schema.
package struct Migration: Sendable, Hashable {
    /// From 1, without holes.
    package let version: Int32
    /// What the step brings, as its file is named: `queue`.
    package let name: String
    /// The step's SQL, without BEGIN and COMMIT.
    package let script: SQLStatement

    /// Makes a migration from its file's bytes, for which a checksum is kept.
    package init(version: Int32, name: String, utf8: [UInt8]) {
        precondition(version > 0, "versions count from 1")
        self.version = version
        self.name = name
        script = SQLStatement(name: "migration \(version) \(name)", utf8: utf8)
    }

    var bytes: [UInt8] {
        Array(script.text.utf8)
    }
}

/// A migration that a database has had.
package struct AppliedMigration: Sendable, Hashable {
    /// The migration's number.
    package let version: Int32
    /// The migration's name when it was applied.
    package let name: String
    /// SHA-256 of the file, in hexadecimal.
    package let checksum: String
    /// When its transaction began, by the database's clock.
    package let appliedAt: PGTimestamp
}
