import Postgres

/// A refresh as the ledger takes it.
struct RecordedRefresh {
    let page: PageID
    let record: RefreshRecord
    let outcome: StoreOutcome
    let failure: RefreshFailure?

    init(_ write: RefreshWrite, _ outcome: StoreOutcome) {
        page = write.page
        record = write.record
        failure = write.failure
        self.outcome = outcome
    }
}

extension SnapshotStore {
    /// Adds the ledger's rows with their findings and what goes to quarantine.
    func record(
        _ refreshes: [RecordedRefresh],
        in transaction: PGTransaction
    ) async throws(SnapshotError) {
        guard !refreshes.isEmpty else { return }
        let rows =
            refreshes.map(\.page).columns + refreshes.facts + refreshes.steps + refreshes.findingSummaries
        try await SnapshotError.translating { () async throws(PGError) in
            var ids: [Int64] = []
            for row in try await transaction.query(.recordRefreshes, rows) { ids.append(try row.int64("id")) }
            let numbered = Array(zip(ids, refreshes))
            let findings = NotedFinding.of(numbered)
            if !findings.isEmpty { try await transaction.execute(.recordFindings, findings.columns) }
            if refreshes.contains(where: { !$0.record.quarantine.isEmpty }) {
                try await transaction.execute(.quarantine, quarantineColumns(of: numbered))
            }
        }
    }
}

/// A finding of one feed, as the refreshes of one transaction saw it.
private struct NotedFinding {
    let feed: String
    /// The last one that showed it.
    var refresh: Int64
    var contractVersion: Int
    var finding: FindingRecord
    var times: Int64 = 1

    /// Each finding once, for a statement can touch a row once only; an id that came twice in one refresh is noted as it
    /// came first.
    static func of(_ refreshes: [(Int64, RecordedRefresh)]) -> [NotedFinding] {
        var noted: [Key: NotedFinding] = [:]
        for (id, refresh) in refreshes {
            for finding in refresh.record.findings {
                let key = Key(feed: refresh.page.feed, id: finding.id)
                let before = noted[key]
                guard before?.refresh != id else { continue }
                noted[key] = NotedFinding(
                    feed: key.feed,
                    refresh: id,
                    contractVersion: refresh.record.contractVersion,
                    finding: finding,
                    times: (before?.times ?? 0) + 1
                )
            }
        }
        return Array(noted.values)
    }

    private struct Key: Hashable {
        let feed: String
        let id: String
    }
}

// One array for each column, in the order of the statement that unnests them.

extension [RecordedRefresh] {
    /// `$3` to `$13` of `record-refreshes`.
    fileprivate var facts: [PGValue] {
        [
            .bigints(map(\.record.jobID)), .ints(map { Int32(clamping: $0.record.attempt) }),
            .array(.interval, map { .interval($0.record.elapsed) }), .texts(map(\.outcome.status.rawValue)),
            .bigints(map(\.outcome.revision)), .ints(map { Int32(clamping: $0.record.contractVersion) }),
            .bigints(map { Int64($0.record.bytes) }), .texts(map(\.record.verdict?.rawValue)),
            .ints(map { $0.record.httpStatus.map { Int32(clamping: $0) } }),
            .texts(map { $0.failure?.class.storable(limit: 100) }),
            .texts(map { $0.failure?.message.storable() }),
        ]
    }

    /// `$14` to `$16`: a row for each step, with the number of its refresh.
    fileprivate var steps: [PGValue] {
        let rows = numbered(\.record.steps)
        return [
            .ints(rows.map(\.0)), .texts(rows.map(\.1.name)),
            .array(.double, rows.map { .double($0.1.duration.milliseconds) }),
        ]
    }

    /// `$17` to `$22`: a row for each finding, with the number of its refresh.
    fileprivate var findingSummaries: [PGValue] {
        let rows = numbered(\.record.findings)
        return [
            .ints(rows.map(\.0)), .texts(rows.map(\.1.id)), .texts(rows.map(\.1.kind)),
            .texts(rows.map(\.1.severity.rawValue)), .texts(rows.map { $0.1.path.storable() }),
            .bigints(rows.map { Int64($0.1.count) }),
        ]
    }

    private func numbered<Value>(_ values: (RecordedRefresh) -> [Value]) -> [(Int32, Value)] {
        zip(Int32(1)..., self).flatMap { number, refresh in values(refresh).map { (number, $0) } }
    }
}

extension [NotedFinding] {
    fileprivate var columns: [PGValue] {
        let found = map(\.finding)
        return [
            .texts(map(\.feed)), .bigints(map(\.refresh)), .ints(map { Int32(clamping: $0.contractVersion) }),
            .texts(found.map(\.id)), .texts(found.map(\.kind)), .texts(found.map(\.severity.rawValue)),
            .texts(found.map(\.endpoint)), .texts(found.map { $0.path.storable() }),
            .bigints(found.map { Int64($0.count) }), .bigints(found.map { Int64($0.of) }),
            .texts(found.map { $0.expected?.storable() }), .texts(found.map { $0.found?.storable() }),
            .texts(found.map { $0.sample?.storable() }), .texts(found.map { $0.message.storable() }),
            .texts(found.map(\.hint)), .bigints(map(\.times)),
        ]
    }
}

private func quarantineColumns(of refreshes: [(Int64, RecordedRefresh)]) -> [PGValue] {
    let rows = refreshes.flatMap { id, refresh in refresh.record.quarantine.map { (refresh.page, id, $0) } }
    let kept = rows.map(\.2)
    return rows.map(\.0).columns + [
        .bigints(rows.map(\.1)), .texts(kept.map(\.what.rawValue)), .texts(kept.map(\.endpoint)),
        .texts(kept.map { $0.pointer.storable() }), .texts(kept.map { $0.kind.storable(limit: 200) }),
        .texts(kept.map { $0.reason.storable(limit: 200) }),
        .ints(kept.map { $0.httpStatus.map { Int32(clamping: $0) } }),
        .texts(kept.map { $0.contentType?.storable(limit: 200) }),
        .byteStrings(kept.map { [UInt8]($0.body.prefix(QuarantineRecord.bodyLimit)) }),
        .bigints(kept.map { Int64($0.body.count) }),
    ]
}

extension Duration {
    fileprivate var milliseconds: Double {
        self / .milliseconds(1)
    }
}
