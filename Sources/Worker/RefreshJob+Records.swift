import Contracts
import Drift
import JobQueue
import Runtime
import Snapshots

extension RefreshJob {
    /// What the ledger keeps of a refresh; without a difference the page was not looked at.
    func record(
        _ fetched: FetchedPage,
        _ difference: PageDifference?,
        _ watch: Stopwatch<ContinuousClock>
    ) -> RefreshRecord {
        var record = RefreshRecord(watch, job, feed)
        record.bytes = fetched.bytes
        record.httpStatus = fetched.httpStatus
        guard let difference else { return record }
        record.findings = difference.findings.map(FindingRecord.init)
        record.quarantine =
            difference.reading.quarantine.map(QuarantineRecord.init)
            + difference.leftOut.compactMap(\.error.response).map(QuarantineRecord.init)
        record.verdict = difference.findings.contains { $0.severity > .info } ? .drifted : .conforms
        return record
    }

    /// What the ledger keeps of a refresh that failed, the refused response with it.
    func record(of error: RefreshError, _ watch: Stopwatch<ContinuousClock>) -> RefreshRecord {
        var record = RefreshRecord(watch, job, feed)
        guard let response = error.response else { return record }
        record.verdict = .unreadable
        record.bytes = response.body.count
        record.httpStatus = response.fault.status
        record.findings = [FindingRecord(Finding(response))]
        record.quarantine = [QuarantineRecord(response)]
        return record
    }
}

extension RefreshRecord {
    fileprivate init(_ watch: Stopwatch<ContinuousClock>, _ job: Job, _ feed: FeedSource) {
        self.init(
            jobID: job.id,
            attempt: job.attempt,
            elapsed: watch.elapsed,
            contractVersion: feed.contract.version
        )
        steps = watch.pairs
    }
}

extension FindingRecord {
    init(_ finding: Finding) {
        self.init(
            id: finding.id,
            kind: finding.kind.rawValue,
            severity: Severity(finding.severity),
            path: finding.path,
            count: finding.count,
            of: finding.of,
            message: finding.message
        )
        endpoint = finding.endpoint
        expected = finding.expected
        found = finding.found
        sample = finding.sample
        hint = finding.hint
    }
}

extension FindingRecord.Severity {
    fileprivate init(_ severity: Drift.Severity) {
        switch severity {
        case .breaking: self = .breaking
        case .warning: self = .warning
        case .info: self = .info
        }
    }
}

extension Finding {
    fileprivate init(_ response: RefreshError.RejectedResponse) {
        self.init(
            kind: response.fault.kind,
            severity: .breaking,
            path: "",
            endpoint: response.endpoint,
            expected: "an answer",
            found: response.fault.detail ?? response.fault.kind.rawValue
        )
        sample = response.fault.excerpt
        count = 1
        of = 1
    }
}

extension QuarantineRecord {
    fileprivate init(_ value: QuarantinedValue) {
        let what: What = value.pointer.isEmpty ? .response : .block
        self.init(what: what, endpoint: value.endpoint, reason: value.reason.rawValue, body: value.json)
        pointer = value.pointer
        kind = value.kind
    }

    fileprivate init(_ response: RefreshError.RejectedResponse) {
        self.init(
            what: .response,
            endpoint: response.endpoint,
            reason: response.fault.kind.rawValue,
            body: response.body
        )
        httpStatus = response.fault.status
        contentType = response.fault.contentType
    }
}
