import Postgres

/// A page's write with what it comes to.
struct PlannedWrite {
    let write: PageWrite
    let plan: PagePlan
    let outcome: StoreOutcome

    init(_ write: PageWrite, over stored: [StoredSection], revision: Int64) throws(SnapshotError) {
        self.write = write
        plan = try PagePlan(stored: stored, write: write)
        outcome = StoreOutcome(
            revision: plan.isChanged ? revision + 1 : revision,
            status: plan.isChanged ? .changed : plan.isHolding ? .held : .unchanged
        )
    }
}

extension SnapshotStore {
    /// Locks the pages and notes what their endpoints sent; gives their revisions so far.
    func open(
        _ writes: [RefreshWrite],
        in transaction: PGTransaction
    ) async throws(SnapshotError) -> [PageID: Int64] {
        guard !writes.isEmpty else { return [:] }
        let contracts = PGValue.ints(writes.map { Int32(clamping: $0.record.contractVersion) })
        let values = writes.map(\.page).columns + [contracts] + writes.map(\.validators).columns
        return try await SnapshotError.translating { () async throws(PGError) in
            var revisions: [PageID: Int64] = [:]
            for row in try await transaction.query(.openPages, values) {
                revisions[try PageID(row)] = try row.int64("revision")
            }
            return revisions
        }
    }

    /// What the pages' writes come to, beside what is stored.
    func plans(
        for writes: [PageWrite],
        _ revisions: [PageID: Int64],
        in transaction: PGTransaction
    ) async throws(SnapshotError) -> [PlannedWrite] {
        guard !writes.isEmpty else { return [] }
        let stored = try await SnapshotError.translating { () async throws(PGError) in
            try await transaction.sections(of: writes.map(\.page))
        }
        var plans: [PlannedWrite] = []
        for write in writes {
            guard let revision = revisions[write.page] else { preconditionFailure("a page that was opened") }
            plans.append(try PlannedWrite(write, over: stored[write.page] ?? [], revision: revision))
        }
        return plans
    }

    /// Writes what differs.
    func carryOut(_ plans: [PlannedWrite], in transaction: PGTransaction) async throws(SnapshotError) {
        let contents = plans.flatMap { plan in plan.plan.contents.map { (plan.write.page.feed, $0) } }
        let changed = plans.filter(\.plan.isChanged)
        try await SnapshotError.translating { () async throws(PGError) in
            if !contents.isEmpty { try await transaction.execute(.storeContents, columns(of: contents)) }
            if plans.contains(where: { !$0.plan.rows.isEmpty }) {
                try await transaction.execute(.storeSections, plans.sectionColumns)
            }
            if !changed.isEmpty {
                try await transaction.execute(
                    .advancePages,
                    changed.map(\.write.page).columns + [.bigints(changed.map(\.outcome.revision))]
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
            sections: sections(of: [page])[page] ?? [],
            validators: validators
        )
    }

    /// The sections of pages, each page's in the readers' order; nothing for a page without any.
    func sections(of pages: [PageID]) async throws(PGError) -> [PageID: [StoredSection]] {
        var sections: [PageID: [StoredSection]] = [:]
        for row in try await query(.loadSections, pages.columns) {
            sections[try PageID(row), default: []].append(try StoredSection(row))
        }
        return sections
    }
}

extension PageID {
    fileprivate init(_ row: PGRow) throws(PGError) {
        self.init(feed: try row.text("feed"), variant: try row.text("variant"))
    }

    /// `$1` and `$2` of each statement about a page.
    var values: [PGValue] {
        [.text(feed), .text(variant)]
    }
}

extension [PageID] {
    /// `$1` and `$2` of each statement about several pages.
    var columns: [PGValue] {
        [.texts(map(\.feed)), .texts(map(\.variant))]
    }
}

// One array for each column, in the order of the statement that unnests them.

extension [[EndpointValidators]] {
    /// A row for each endpoint, with the number of its page, from 1.
    fileprivate var columns: [PGValue] {
        let rows = zip(Int32(1)..., self).flatMap { number, page in page.map { (number, $0) } }
        return [
            .ints(rows.map(\.0)), .texts(rows.map(\.1.endpoint)), .texts(rows.map { $0.1.etag?.storable() }),
            .texts(rows.map { $0.1.lastModified?.storable() }), .byteStrings(rows.map(\.1.bodyDigest)),
        ]
    }
}

/// What a content is known by.
private struct ContentKey: Hashable {
    var feed: String
    var digest: [UInt8]
}

/// Contents with their feeds; one that several pages show is sent once.
private func columns(of contents: [(feed: String, content: SectionWrite)]) -> [PGValue] {
    var seen: Set<ContentKey> = []
    let contents = contents.filter {
        seen.insert(ContentKey(feed: $0.feed, digest: $0.content.digest)).inserted
    }
    let sections = contents.map(\.content)
    return [
        .texts(contents.map(\.feed)), .byteStrings(sections.map(\.digest)), .texts(sections.map(\.kind)),
        .texts(sections.map { $0.title?.storable() }), .texts(sections.map(\.layout)),
        .ints(sections.map { Int32(clamping: $0.itemCount) }),
        .ints(sections.map { Int32(clamping: $0.contractVersion) }), .jsonbs(sections.map(\.contentJSON)),
    ]
}

extension [PlannedWrite] {
    fileprivate var sectionColumns: [PGValue] {
        let rows = flatMap { planned in planned.plan.rows.map { (planned: planned, row: $0) } }
        return rows.map(\.planned.write.page).columns + [
            .texts(rows.map(\.row.key)), .ints(rows.map { Int32(clamping: $0.row.position) }),
            .byteStrings(rows.map(\.row.digest)),
            .texts(rows.map { $0.row.heldReason?.storable(limit: 200) }),
            .bigints(rows.map(\.planned.outcome.revision)),
        ]
    }
}
