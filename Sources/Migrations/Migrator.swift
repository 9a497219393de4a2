package import Postgres

/// Brings a database to this binary's schema, or says why it must not.
package struct Migrator: Sendable {
    private let migrations: [Migration]

    /// - Parameter migrations: All that the binary has, by rising version.
    package init(_ migrations: [Migration] = Migration.all) {
        let versions = migrations.map(\.version)
        precondition(zip(versions, versions.dropFirst()).allSatisfy(<), "versions rise")
        self.migrations = migrations
    }

    /// What a database has had and what it lacks.
    package struct Status: Sendable, Hashable {
        /// What the database has had, by rising version.
        package let applied: [AppliedMigration]
        /// What it lacks, by rising version.
        package let pending: [Migration]
    }

    /// Applies what the database lacks, each migration in a transaction of its own.
    ///
    /// Several migrators of one database take turns, so each migration runs once; with nothing to do it takes one
    /// short transaction and no more rights than reading the ledger.
    ///
    /// - Parameter pool: Connections of a user who may do what the migrations do.
    /// - Returns: What was applied by this call.
    /// - Throws: ``MigrationError``; the migrations before the failed one stay applied.
    package func run(on pool: PGPool) async throws(MigrationError) -> [Migration] {
        var applied: [Migration] = []
        while let migration = try await step(pool) { applied.append(migration) }
        return applied
    }

    /// What `run` would find, without changing anything.
    ///
    /// - Parameter pool: Connections of a user who may read the ledger.
    /// - Returns: The applied migrations, oldest first, and the pending ones in their order.
    /// - Throws: ``MigrationError`` where `run` would throw it before applying anything.
    package func status(of pool: PGPool) async throws(MigrationError) -> Status {
        try await translated { try await pool.withTransaction { try await status(in: $0) } }
    }

    private func step(_ pool: PGPool) async throws(MigrationError) -> Migration? {
        try await translated {
            try await pool.withTransaction { transaction in
                _ = try await transaction.query(.ledgerLock)
                guard let next = try await status(in: transaction).pending.first else { return nil }
                try await apply(next, in: transaction)
                return next
            }
        }
    }

    private func status(in transaction: PGTransaction) async throws -> Status {
        let applied = try await ledger(transaction)
        let checksums = try await transaction.query(.checksums, [.byteStrings(migrations.map(\.bytes))])
            .map { row throws(PGError) in try row.text("checksum") }
        let pending = try pending(after: applied, checksums: checksums)
        return Status(applied: applied, pending: pending)
    }

    private func apply(_ migration: Migration, in transaction: PGTransaction) async throws {
        do {
            if try await !hasLedger(transaction) { try await transaction.script(.ledgerCreate) }
            try await transaction.script(migration.script)
            let values: [PGValue] = [.int(migration.version), .text(migration.name), .bytes(migration.bytes)]
            try await transaction.execute(.ledgerAdd, values)
        } catch {
            throw failure(error, of: migration)
        }
    }
}

extension Migrator {
    /// What is left to do after `applied`; `checksums` are those of `migrations`, in order.
    func pending(after applied: [AppliedMigration], checksums: [String]) throws(MigrationError) -> [Migration]
    {
        let known = Dictionary(uniqueKeysWithValues: zip(migrations.map(\.version), checksums))
        for past in applied {
            if past.version > newestKnown { throw refusal(.databaseIsNewer, applied.last ?? past) }
            guard let checksum = known[past.version] else { throw refusal(.outOfOrder, past) }
            guard checksum == past.checksum else { throw refusal(.checksumChanged, past) }
        }
        let newestApplied = applied.last?.version ?? 0
        let done = Set(applied.map(\.version))
        let pending = migrations.filter { !done.contains($0.version) }
        if let skipped = pending.first, skipped.version < newestApplied {
            throw MigrationError(
                .outOfOrder,
                version: skipped.version,
                name: skipped.name,
                newestKnown: newestKnown
            )
        }
        return pending
    }

    private var newestKnown: Int32 {
        migrations.last?.version ?? 0
    }

    private func refusal(_ code: MigrationError.Code, _ past: AppliedMigration) -> MigrationError {
        MigrationError(code, version: past.version, name: past.name, newestKnown: newestKnown)
    }

    private func failure(_ cause: PGError, of migration: Migration? = nil) -> MigrationError {
        MigrationError(
            .failed,
            version: migration?.version,
            name: migration?.name,
            newestKnown: newestKnown,
            cause: cause
        )
    }

    // The one place where the database's errors become migration errors.
    private func translated<Value>(_ work: () async throws -> Value) async throws(MigrationError) -> Value {
        do {
            return try await work()
        } catch let error as MigrationError {
            throw error
        } catch let error as PGError {
            throw failure(error)
        } catch {
            throw failure(PGError(code: .other, message: "\(error)"))
        }
    }
}

extension Migrator {
    private func hasLedger(_ transaction: PGTransaction) async throws(PGError) -> Bool {
        guard let row = try await transaction.query(.ledgerExists).first else { return false }
        return try row.bool("ledger_exists")
    }

    private func ledger(_ transaction: PGTransaction) async throws(PGError) -> [AppliedMigration] {
        guard try await hasLedger(transaction) else { return [] }
        var applied: [AppliedMigration] = []
        for row in try await transaction.query(.ledgerRead) { applied.append(try AppliedMigration(row)) }
        return applied
    }
}

extension AppliedMigration {
    fileprivate init(_ row: PGRow) throws(PGError) {
        version = Int32(clamping: try row.int("version"))
        name = try row.text("name")
        checksum = try row.text("checksum")
        appliedAt = try row.timestamp("applied_at")
    }
}

extension SQLStatement {
    fileprivate static let ledgerLock = SQLStatement(
        name: "ledger-lock",
        utf8: PackageResources.ledger_lock_sql
    )
    fileprivate static let ledgerExists = SQLStatement(
        name: "ledger-exists",
        utf8: PackageResources.ledger_exists_sql
    )
    fileprivate static let ledgerCreate = SQLStatement(
        name: "ledger-create",
        utf8: PackageResources.ledger_create_sql
    )
    fileprivate static let ledgerRead = SQLStatement(
        name: "ledger-read",
        utf8: PackageResources.ledger_read_sql
    )
    fileprivate static let ledgerAdd = SQLStatement(name: "ledger-add", utf8: PackageResources.ledger_add_sql)
    fileprivate static let checksums = SQLStatement(name: "checksums", utf8: PackageResources.checksums_sql)
}
