import Postgres

extension SnapshotStore {
    /// Adds the ledger's row of `refresh` with its findings and what goes to quarantine.
    func record(
        _ refresh: RefreshRecord,
        of page: PageID,
        _ outcome: StoreOutcome,
        failure: RefreshFailure?,
        in transaction: PGTransaction
    ) async throws(SnapshotError) {
        let row = page.values + refresh.facts(outcome, failure) + refresh.findings.summaryColumns
        let (contract, feed) = (
            PGValue.int(Int32(clamping: refresh.contractVersion)), PGValue.text(page.feed)
        )
        try await SnapshotError.translating { () async throws(PGError) in
            let id = PGValue.bigint(try await transaction.query(.recordRefresh, row).only.int64("id"))
            if !refresh.findings.isEmpty {
                try await transaction.execute(
                    .recordFindings,
                    [feed, id, contract] + refresh.findings.firstOfEach.columns
                )
            }
            if !refresh.quarantine.isEmpty {
                try await transaction.execute(.quarantine, page.values + [id] + refresh.quarantine.columns)
            }
        }
    }
}

extension RefreshRecord {
    /// `$3` to `$15` of `record-refresh`.
    fileprivate func facts(_ outcome: StoreOutcome, _ failure: RefreshFailure?) -> [PGValue] {
        [
            .bigint(jobID), .int(Int32(clamping: attempt)), .interval(elapsed),
            .text(outcome.status.rawValue),
            .optional(outcome.revision, PGValue.bigint), .int(Int32(clamping: contractVersion)),
            .texts(steps.map(\.name)), .array(.double, steps.map { .double($0.duration.milliseconds) }),
            .bigint(Int64(bytes)), .optional(verdict) { .text($0.rawValue) },
            .optional(httpStatus) { .int(Int32(clamping: $0)) },
            .optional(failure) { .text($0.class.storable(limit: 100)) },
            .optional(failure) { .text($0.message.storable()) },
        ]
    }
}

extension [FindingRecord] {
    /// A statement can touch a row once only, so an id that came twice is recorded as it came first.
    fileprivate var firstOfEach: [FindingRecord] {
        var ids: Set<String> = []
        return filter { ids.insert($0.id).inserted }
    }

    fileprivate var summaryColumns: [PGValue] {
        [
            .texts(map(\.id)), .texts(map(\.kind)), .texts(map(\.severity.rawValue)),
            .texts(map { $0.path.storable() }),
            .bigints(map { Int64($0.count) }),
        ]
    }

    fileprivate var columns: [PGValue] {
        [
            .texts(map(\.id)), .texts(map(\.kind)), .texts(map(\.severity.rawValue)), .texts(map(\.endpoint)),
            .texts(map { $0.path.storable() }), .bigints(map { Int64($0.count) }),
            .bigints(map { Int64($0.of) }),
            .texts(map { $0.expected?.storable() }), .texts(map { $0.found?.storable() }),
            .texts(map { $0.sample?.storable() }), .texts(map { $0.message.storable() }), .texts(map(\.hint)),
        ]
    }
}

extension [QuarantineRecord] {
    fileprivate var columns: [PGValue] {
        [
            .texts(map(\.what.rawValue)), .texts(map(\.endpoint)), .texts(map { $0.pointer.storable() }),
            .texts(map { $0.kind.storable(limit: 200) }), .texts(map { $0.reason.storable(limit: 200) }),
            .ints(map { $0.httpStatus.map { Int32(clamping: $0) } }),
            .texts(map { $0.contentType?.storable(limit: 200) }),
            .byteStrings(map { [UInt8]($0.body.prefix(QuarantineRecord.bodyLimit)) }),
            .bigints(map { Int64($0.body.count) }),
        ]
    }
}

extension Duration {
    fileprivate var milliseconds: Double {
        self / .milliseconds(1)
    }
}
