import Contracts
import Drift
import Snapshots

/// A page that is ready to be written, with its row of the ledger.
struct PendingWrite: Sendable {
    var page: PageWrite
    var record: RefreshRecord

    /// Counted when readers see something new.
    var evidence: [EndpointEvidence] = []
}

extension RefreshJob {
    /// The page with each section held that Postgres refuses to keep, such as one with a number past 10^131072.
    ///
    /// Valid JSON may hold what jsonb cannot; it costs its own section, not the page. Asked only after a write was
    /// refused: one round trip for each section.
    func holdingRefused(_ write: PendingWrite) async throws(RefreshError) -> PendingWrite {
        var write = write
        for (place, section) in write.page.sections.enumerated() {
            guard case .fresh(let content) = section, let refusal = try await refusal(of: content) else {
                continue
            }
            write.page.sections[place] = .held(key: content.key, reason: "not-storable")
            let source = feed.contract.source(ofKind: content.kind)
            write.record.findings.append(FindingRecord(refused: content, refusal, source))
            write.record.quarantine.append(QuarantineRecord(refused: content, source))
            write.record.verdict = .drifted
        }
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
        var finding = Finding(
            kind: .constraintViolated,
            severity: .breaking,
            path: source?.path ?? "",
            endpoint: source?.endpoint ?? "",
            value: content.key,
            expected: "values that Postgres can hold",
            found: refusal.message
        )
        finding.count = 1
        finding.of = 1
        self.init(finding)
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
