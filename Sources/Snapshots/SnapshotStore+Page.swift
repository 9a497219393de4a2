import Postgres

extension SnapshotStore {
    /// Writes what `plan` says differs.
    ///
    /// `revision` is the page's, already moved when the plan changes the page.
    func carryOut(
        _ plan: PagePlan,
        _ write: PageWrite,
        revision: Int64?,
        in transaction: PGTransaction
    ) async throws(SnapshotError) {
        let page = write.page.values
        let number = PGValue.optional(revision, PGValue.bigint)
        try await SnapshotError.translating { () async throws(PGError) in
            if !plan.contents.isEmpty {
                try await transaction.execute(
                    .storeContents,
                    [.text(write.page.feed)] + plan.contents.columns
                )
            }
            if !plan.removed.isEmpty {
                try await transaction.execute(.removeSections, page + [.texts(plan.removed)])
            }
            if !plan.rows.isEmpty {
                try await transaction.execute(.storeSections, page + plan.rows.columns + [number])
            }
            if plan.isChanged {
                try await transaction.execute(
                    .advancePage,
                    page + [number, .int(Int32(write.contractVersion))]
                )
            }
        }
    }
}

extension PGTransaction {
    func load(_ page: PageID) async throws(PGError) -> StoredPage {
        guard let row = try await query(.loadPage, page.values).first else { return .none }
        var validators: [EndpointValidators] = []
        for row in try await query(.loadValidators, page.values) {
            validators.append(try EndpointValidators(row))
        }
        return try await StoredPage(
            revision: row.int64("revision"),
            contractVersion: row.int("contract_version"),
            sections: sections(of: page),
            validators: validators
        )
    }

    func sections(of page: PageID) async throws(PGError) -> [StoredSection] {
        var sections: [StoredSection] = []
        for row in try await query(.loadSections, page.values) { sections.append(try StoredSection(row)) }
        return sections
    }
}

extension PageID {
    /// `$1` and `$2` of each statement about a page.
    var values: [PGValue] {
        [.text(feed), .text(variant)]
    }
}

// One array for each column, in the order of the statement that unnests them.

extension [EndpointValidators] {
    var columns: [PGValue] {
        [
            .texts(map(\.endpoint)), .texts(map { $0.etag?.storable() }),
            .texts(map { $0.lastModified?.storable() }),
            .byteStrings(map(\.bodyDigest)),
        ]
    }
}

extension [SectionWrite] {
    fileprivate var columns: [PGValue] {
        [
            .byteStrings(map(\.digest)), .texts(map(\.kind)), .texts(map { $0.title?.storable() }),
            .texts(map(\.layout)),
            .ints(map { Int32(clamping: $0.itemCount) }), .ints(map { Int32(clamping: $0.contractVersion) }),
            .jsonbs(map(\.contentJSON)),
        ]
    }
}

extension [PagePlan.Row] {
    fileprivate var columns: [PGValue] {
        [
            .texts(map(\.key)), .ints(map { Int32(clamping: $0.position) }), .byteStrings(map(\.digest)),
            .texts(map { $0.heldReason?.storable(limit: 200) }),
        ]
    }
}
