import Contracts
import Drift
import Snapshots

extension RefreshJob {
    /// The page with each section held that Postgres refuses to keep, such as one with a number past 10^131072.
    ///
    /// Valid JSON may hold what jsonb cannot; it costs its own section, not the page. Asked only after a write was
    /// refused: one round trip for each section.
    func holdingRefused(_ write: RefreshWrite) async throws(RefreshError) -> RefreshWrite {
        guard case .page(var page) = write.effect else { return write }
        var write = write
        for (place, section) in page.sections.enumerated() {
            guard case .fresh(let content) = section, let refusal = try await refusal(of: content) else {
                continue
            }
            page.sections[place] = .held(key: content.key, reason: "not-storable")
            let source = feed.contract.source(ofKind: content.kind)
            write.record.findings.append(FindingRecord(refused: content, refusal, source))
            write.record.quarantine.append(QuarantineRecord(refused: content, source))
            write.record.verdict = .drifted
        }
        write.effect = .page(page)
        return write
    }

    /// What Postgres says against a content; nil when it takes it.
    private func refusal(of content: SectionWrite) async throws(RefreshError) -> RefreshError? {
        do {
            _ = try await services.pool.query(.tryContent, [.jsonb(content.contentJSON)])
            return nil
        } catch {
            let refusal = RefreshError(.store, database: error)
            guard refusal.isAboutContent else { throw refusal }
            return refusal
        }
    }
}

extension FindingRecord {
    fileprivate init(
        refused content: SectionWrite,
        _ refusal: RefreshError,
        _ source: (endpoint: String, path: String)?
    ) {
        self.init(
            Finding(
                .constraintViolated,
                .breaking,
                of: content.key,
                from: source,
                expected: "values that Postgres can hold",
                found: refusal.message
            )
        )
    }
}

extension QuarantineRecord {
    fileprivate init(refused content: SectionWrite, _ source: (endpoint: String, path: String)?) {
        self.init(
            what: .block,
            endpoint: source?.endpoint ?? "",
            reason: "not-storable",
            body: Array(content.contentJSON.utf8)
        )
        kind = content.kind
    }
}
