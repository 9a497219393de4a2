/// What one refresh writes: its row of the ledger, and what becomes of the page.
package struct RefreshWrite: Sendable {
    /// What became of the page.
    package enum Effect: Sendable {
        /// The page becomes this, as far as it differs.
        case page(PageWrite)
        /// The page stays as it is: `.unchanged`, `.notModified` or `.held`. Endpoints not named keep their validators.
        case unchanged(RefreshStatus, validators: [EndpointValidators])
        /// There was no usable response; the page is not touched.
        case failed(RefreshFailure)
    }

    /// Which page was refreshed.
    package var page: PageID
    /// What became of it.
    package var effect: Effect
    /// For the ledger.
    package var record: RefreshRecord

    package init(_ write: PageWrite, _ record: RefreshRecord) {
        self.init(of: write.page, .page(write), record)
    }

    package init(of page: PageID, _ effect: Effect, _ record: RefreshRecord) {
        self.page = page
        self.effect = effect
        self.record = record
    }

    /// Roughly the bytes that it takes to send, contents and quarantine.
    package var size: Int {
        let contents = pageWrite?.sections.reduce(0) { $0 + ($1.content?.contentJSON.utf8.count ?? 0) } ?? 0
        return contents + record.quarantine.reduce(0) { $0 + min($1.body.count, QuarantineRecord.bodyLimit) }
    }
}

extension RefreshWrite {
    var pageWrite: PageWrite? {
        guard case .page(let write) = effect else { return nil }
        return write
    }

    var failure: RefreshFailure? {
        guard case .failed(let failure) = effect else { return nil }
        return failure
    }

    /// What the endpoints sent for the next request.
    var validators: [EndpointValidators] {
        switch effect {
        case .page(let write): write.validators
        case .unchanged(_, let validators): validators
        case .failed: []
        }
    }
}

extension SectionPlacement {
    /// The new content; nil for a held section.
    var content: SectionWrite? {
        guard case .fresh(let section) = self else { return nil }
        return section
    }
}
