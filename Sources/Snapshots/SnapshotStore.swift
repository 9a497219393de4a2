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
    package func load(_ page: PageID) async throws -> StoredPage {
        try await pool.withTransaction(.repeatableRead) { transaction in
            try await SnapshotError.translating { () async throws(PGError) in
                try await transaction.load(page)
            }
        }
    }

    /// Makes the page what `write` says, and records the refresh.
    ///
    /// Only what differs is written: new contents by digest, rows of sections that changed, moved, or are held from now
    /// on or no longer. The revision grows by one when readers see something new, and `feedkeeper_pages` is notified. A
    /// vanished section stays, held, behind the section that it followed.
    ///
    /// - Returns: The page's revision, and `.changed`, `.unchanged`, or `.held` when nothing changed but some section
    ///   shows its last good content.
    /// - Throws: ``SnapshotError``; the transaction must not be committed then.
    package func store(
        _ write: PageWrite,
        _ refresh: RefreshRecord,
        in transaction: PGTransaction
    ) async throws(SnapshotError) -> StoreOutcome {
        let revision = try await open(write.page, write.contractVersion, write.validators, in: transaction)
        let plan = try PagePlan(stored: await sections(of: write.page, in: transaction), write: write)
        let outcome = StoreOutcome(plan, storedRevision: revision)
        try await carryOut(plan, write, revision: outcome.revision, in: transaction)
        try await record(refresh, of: write.page, outcome, failure: nil, in: transaction)
        return outcome
    }

    /// Records a refresh that leaves the page as it is, and what the endpoints sent for the next request.
    ///
    /// - Parameters:
    ///   - page: It is locked until the transaction's end.
    ///   - status: `.unchanged`, `.notModified` or `.held`.
    ///   - validators: Endpoints not named keep theirs.
    ///   - refresh: For the ledger.
    ///   - transaction: Where the job ends, too.
    /// - Returns: The page's revision.
    /// - Throws: ``SnapshotError``; the transaction must not be committed then.
    @discardableResult
    package func storeUnchanged(
        _ page: PageID,
        _ status: RefreshStatus,
        validators: [EndpointValidators],
        _ refresh: RefreshRecord,
        in transaction: PGTransaction
    ) async throws(SnapshotError) -> StoreOutcome {
        precondition(status != .changed && status != .failed, "these have calls of their own")
        let revision = try await open(page, refresh.contractVersion, validators, in: transaction)
        let outcome = StoreOutcome(revision: revision, status: status)
        try await record(refresh, of: page, outcome, failure: nil, in: transaction)
        return outcome
    }

    /// Records a refresh that failed; the page is not touched.
    package func recordFailure(
        _ failure: RefreshFailure,
        of page: PageID,
        _ refresh: RefreshRecord,
        in transaction: PGTransaction
    ) async throws(SnapshotError) {
        try await record(
            refresh,
            of: page,
            StoreOutcome(revision: nil, status: .failed),
            failure: failure,
            in: transaction
        )
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
    fileprivate init(_ plan: PagePlan, storedRevision: Int64) {
        revision = plan.isChanged ? storedRevision + 1 : storedRevision
        status = plan.isChanged ? .changed : plan.isHolding ? .held : .unchanged
    }
}

extension SnapshotStore {
    private func open(
        _ page: PageID,
        _ contractVersion: Int,
        _ validators: [EndpointValidators],
        in transaction: PGTransaction
    ) async throws(SnapshotError) -> Int64 {
        let values = page.values + [.int(Int32(contractVersion))] + validators.columns
        return try await SnapshotError.translating { () async throws(PGError) in
            try await transaction.query(.openPage, values).only.int64("revision")
        }
    }

    private func sections(
        of page: PageID,
        in transaction: PGTransaction
    ) async throws(SnapshotError) -> [StoredSection] {
        try await SnapshotError.translating { () async throws(PGError) in
            try await transaction.sections(of: page)
        }
    }
}
