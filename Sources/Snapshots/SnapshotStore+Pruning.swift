import Postgres

/// A history that grows with every refresh.
package enum PrunedHistory: String, CaseIterable, Sendable {
    /// The ledger, by when a refresh ended.
    case refreshes
    /// By when a refresh showed it last.
    case findings
    /// By when the same bytes came last.
    case quarantine
}

extension SnapshotStore {
    /// Deletes what is older than `age`, one batch.
    ///
    /// - Parameters:
    ///   - history: which one.
    ///   - age: of the rows to go, by the database's clock.
    ///   - batch: at most so many rows, so that no transaction is long.
    /// - Returns: how many went; fewer than `batch` means that there are no more.
    /// - Throws: ``SnapshotError`` from the database.
    package func prune(
        _ history: PrunedHistory,
        olderThan age: Duration,
        batch: Int
    ) async throws(SnapshotError) -> Int {
        let statement: SQLStatement =
            switch history {
            case .refreshes: .pruneRefreshes
            case .findings: .pruneFindings
            case .quarantine: .pruneQuarantine
            }
        return try await SnapshotError.translating { () async throws(PGError) in
            try await pool.execute(statement, [.interval(age), .bigint(Int64(batch))])
        }
    }
}
