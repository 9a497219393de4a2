package import Postgres

/// A section as readers see it, without its content.
package struct CurrentSection: Sendable, Hashable {
    /// From 0.
    package let position: Int
    package let key: String
    package let kind: String
    package let title: String?
    package let layout: String?
    package let itemCount: Int
    /// The page's revision in which the content last changed.
    package let revision: Int64
    package let contractVersion: Int
    package let updatedAt: PGTimestamp
    /// Since when the content is only the last good one; nil when it is the newest.
    package let heldSince: PGTimestamp?
    package let heldReason: String?
}

/// A row of the ledger.
package struct Refresh: Sendable, Hashable {
    package let id: Int64
    package let page: PageID
    package let jobID: Int64
    package let attempt: Int
    package let status: RefreshStatus
    /// nil when the refresh failed.
    package let revision: Int64?
    /// Of all response bodies, decoded.
    package let bytes: Int
    package let verdict: RefreshRecord.Verdict?
    package let httpStatus: Int?
    package let error: RefreshFailure?
    package let startedAt: PGTimestamp
    package let elapsed: Duration
    package let findingCount: Int
    /// The steps that were timed, in the order of the main job.
    package let steps: [Step]

    /// A step of the main job.
    package struct Step: Sendable, Hashable {
        /// `fetch`, `check`, `split`, `diff` or `store`.
        package let name: String
        package let duration: Duration
    }
}

extension SnapshotStore {
    /// The sections of `page` in their order; empty when nothing was stored.
    package func currentSections(of page: PageID) async throws(SnapshotError) -> [CurrentSection] {
        try await SnapshotError.translating { () async throws(PGError) in
            var sections: [CurrentSection] = []
            for row in try await pool.query(.readSections, page.values) {
                sections.append(try CurrentSection(row))
            }
            return sections
        }
    }

    /// The whole page as the text of one JSON object, as `feedkeeper.page` gives it; nil when nothing was stored.
    package func pageJSON(_ page: PageID) async throws(SnapshotError) -> String? {
        try await SnapshotError.translating { () async throws(PGError) in
            try await pool.query(.readPage, page.values).only.optionalJSON("page")
        }
    }

    /// The newest refreshes of `feed`, or of all feeds with nil, newest first.
    package func latestRefreshes(of feed: String?, limit: Int) async throws(SnapshotError) -> [Refresh] {
        let values: [PGValue] = [.optional(feed, PGValue.text), .bigint(Int64(limit))]
        return try await SnapshotError.translating { () async throws(PGError) in
            var refreshes: [Refresh] = []
            for row in try await pool.query(.readRefreshes, values) { refreshes.append(try Refresh(row)) }
            return refreshes
        }
    }
}

extension CurrentSection {
    fileprivate init(_ row: PGRow) throws(PGError) {
        position = try row.int("position")
        key = try row.text("section_key")
        kind = try row.text("kind")
        title = try row.optionalText("title")
        layout = try row.optionalText("layout")
        itemCount = try row.int("item_count")
        revision = try row.int64("revision")
        contractVersion = try row.int("contract_version")
        updatedAt = try row.timestamp("updated_at")
        heldSince = try row.optionalTimestamp("held_since")
        heldReason = try row.optionalText("held_reason")
    }
}

extension Refresh {
    fileprivate init(_ row: PGRow) throws(PGError) {
        id = try row.int64("id")
        page = PageID(feed: try row.text("feed"), variant: try row.text("variant"))
        jobID = try row.int64("job_id")
        attempt = try row.int("attempt")
        status = try RefreshStatus(stored: row.text("status"))
        revision = try row.optionalInt64("revision")
        bytes = try row.int("bytes")
        verdict = try row.optionalText("verdict").flatMap(RefreshRecord.Verdict.init)
        httpStatus = try row.optionalInt("http_status")
        error = try RefreshFailure(row)
        startedAt = try row.timestamp("started_at")
        elapsed = try row.duration("elapsed")
        findingCount = try row.int("finding_count")
        steps = try Step.all(of: row)
    }
}

extension RefreshStatus {
    // The table's CHECK allows no other; a later version's may.
    fileprivate init(stored text: String) throws(PGError) {
        guard let status = RefreshStatus(rawValue: text) else {
            throw PGError(code: .decoding, message: "unknown refresh status \(text)")
        }
        self = status
    }
}

extension RefreshFailure {
    fileprivate init?(_ row: PGRow) throws(PGError) {
        guard let errorClass = try row.optionalText("error_class") else { return nil }
        self.init(class: errorClass, message: try row.optionalText("error") ?? "")
    }
}

extension Refresh.Step {
    fileprivate static func all(of row: PGRow) throws(PGError) -> [Self] {
        var steps: [Self] = []
        for name in ["fetch", "check", "split", "diff", "store"] {
            guard let milliseconds = try row.optionalDouble(.name("\(name)_ms")) else { continue }
            steps.append(Self(name: name, duration: .milliseconds(milliseconds)))
        }
        return steps
    }
}
