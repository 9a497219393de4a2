package import Postgres

/// The pages of the database: what readers see, and the ledger of how it came about.
///
/// Each writing call belongs into the transaction that also ends its job, so that a page and its job are one. A page is
/// locked from the first write until the transaction's end; readers never wait and see one revision or the next.
package struct SnapshotStore: Sendable {
    let pool: PGPool

    package init(pool: PGPool) {
        self.pool = pool
    }

    /// What is stored of `page`; revision 0 and nothing else when it was never stored.
    ///
    /// - Complexity: Three statements in one snapshot; contents are not read.
    package func load(_ page: PageID) async throws(SnapshotError) -> StoredPage {
        try await SnapshotError.translatingAny {
            try await pool.withTransaction(.repeatableRead) { transaction in try await transaction.load(page)
            }
        }
    }

    /// Writes what refreshes brought, of as many pages as there are writes, and records the refreshes.
    ///
    /// Of a page only what differs is written: new contents by digest, rows of sections that changed, moved, or are held
    /// from now on or no longer. The revision grows by one when readers see something new, and `feedkeeper_pages` is
    /// notified. A vanished section stays, held, behind the section that it followed.
    ///
    /// - Parameters:
    ///   - writes: Each page at most once. Their pages are locked until the transaction's end.
    ///   - transaction: Where their jobs end, too.
    /// - Returns: For each write, in order, the page's revision, and `.changed`, `.unchanged`, or `.held` when nothing
    ///   changed but some section shows its last good content.
    /// - Throws: ``SnapshotError``; the transaction must not be committed then.
    /// - Complexity: Nine statements at most, however many the writes are.
    package func store(
        _ writes: [RefreshWrite],
        in transaction: PGTransaction
    ) async throws(SnapshotError) -> [StoreOutcome] {
        let opened = try await open(writes.filter { $0.failure == nil }, in: transaction)
        let plans = try await plans(for: writes.compactMap(\.pageWrite), opened, in: transaction)
        try await carryOut(plans, in: transaction)
        let planned = Dictionary(uniqueKeysWithValues: plans.map { ($0.write.page, $0.outcome) })
        let outcomes = writes.map { planned[$0.page] ?? StoreOutcome($0, revision: opened[$0.page]) }
        try await record(zip(writes, outcomes).map(RecordedRefresh.init), in: transaction)
        return outcomes
    }

    /// Deletes contents of `feed` that no page shows and that are older than `age`.
    ///
    /// - Returns: How many.
    package func collectContents(of feed: String, olderThan age: Duration) async throws(SnapshotError) -> Int
    {
        try await SnapshotError.translating { () async throws(PGError) in
            try await pool.execute(.collectContents, [.text(feed), .interval(age)])
        }
    }
}

/// What became of a page.
package struct StoreOutcome: Sendable, Hashable {
    /// nil when the refresh failed.
    package let revision: Int64?
    /// How the refresh ended.
    package let status: RefreshStatus
}

/// Why a refresh failed, for the ledger.
package struct RefreshFailure: Sendable, Hashable {
    /// A short name in kebab case: `not-json`.
    package var `class`: String
    /// For a person; other people's text in it is cleaned and cut at 4 KiB.
    package var message: String

    package init(class: String, message: String) {
        self.class = `class`
        self.message = message
    }
}

extension StoreOutcome {
    /// Of a write that brings no page.
    fileprivate init(_ write: RefreshWrite, revision: Int64?) {
        self.revision = revision
        guard case .unchanged(let status, _) = write.effect else {
            self.status = .failed
            return
        }
        precondition(status != .changed && status != .failed, "these are told by the effect")
        self.status = status
    }
}
