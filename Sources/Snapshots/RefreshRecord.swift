/// What one refresh did, for the ledger.
///
/// What became of the page is known to the store only.
package struct RefreshRecord: Sendable {
    /// The job that asked for it.
    package var jobID: Int64
    /// The number of the attempt, from 1.
    package var attempt: Int
    /// From the start of the refresh until now; the database's clock gives the start from it.
    package var elapsed: Duration
    /// The time of each step by name, in order: `fetch`, `check`, `split`, `diff`.
    ///
    /// The store adds `store`: its transaction so far, all but the commit.
    package var steps: [(name: String, duration: Duration)] = []
    /// Of all response bodies, decoded.
    package var bytes = 0
    /// nil when the refresh did not come to one.
    package var verdict: Verdict?
    /// The version that the responses were checked by, from 1.
    package var contractVersion: Int
    /// Of the first response; nil when there was none.
    package var httpStatus: Int?
    /// What drifted; an id that comes twice is recorded as it came first.
    package var findings: [FindingRecord] = []
    /// What readers may not get, kept for inspection.
    package var quarantine: [QuarantineRecord] = []

    /// What the check came to: nothing to report, drift worse than an info, or no answer at all.
    package enum Verdict: String, Sendable {
        case conforms, drifted, unreadable
    }

    package init(jobID: Int64, attempt: Int, elapsed: Duration, contractVersion: Int) {
        self.jobID = jobID
        self.attempt = attempt
        self.elapsed = elapsed
        self.contractVersion = contractVersion
    }
}

/// How a refresh ended, as the ledger says it.
package enum RefreshStatus: String, Sendable {
    /// The page has a new revision.
    case changed
    /// The responses were good, and equal in their stable parts.
    case unchanged
    /// The server said so (304).
    case notModified = "not-modified"
    /// Nothing new could be shown; the last good content stays.
    case held
    /// There was no usable response; the page was not touched.
    case failed
}

/// One kind of drift at one path, as this refresh saw it.
package struct FindingRecord: Sendable, Hashable {
    /// Stable for the kind and path.
    package var id: String
    /// A kind of drift in kebab case: `null-introduced`.
    package var kind: String
    /// How much it matters to readers.
    package var severity: Severity
    /// The endpoint's name.
    package var endpoint: String?
    /// The path pattern with the discriminator in it.
    package var path: String
    /// In how many places of how many.
    package var count: Int
    /// How many values could have shown it.
    package var of: Int
    /// What the contract says, in a few words.
    package var expected: String?
    /// What stood there instead, in a few words.
    package var found: String?
    /// The first value found, shortened.
    package var sample: String?
    /// For a person.
    package var message: String
    /// What may help, beside the facts.
    package var hint: String?

    /// The words of the table `findings`.
    package enum Severity: String, Sendable {
        case breaking, warning, info
    }

    package init(
        id: String,
        kind: String,
        severity: Severity,
        path: String,
        count: Int,
        of: Int,
        message: String
    ) {
        self.id = id
        self.kind = kind
        self.severity = severity
        self.path = path
        self.count = count
        self.of = of
        self.message = message
    }
}

/// What may not reach readers, kept for inspection.
package struct QuarantineRecord: Sendable, Hashable {
    /// How much of the response it is.
    package var what: What
    /// The endpoint's name.
    package var endpoint: String
    /// RFC 6901, into the endpoint's body; `""` is the whole body.
    package var pointer = ""
    /// The block's kind; `""` when it has none.
    package var kind = ""
    /// A short name, 1 to 200 characters: `unknown-kind`, `not-json`.
    package var reason: String
    /// Of the first response; nil when there was none.
    package var httpStatus: Int?
    /// As the server wrote it.
    package var contentType: String?
    /// As it came; the first ``bodyLimit`` bytes are kept.
    package var body: [UInt8]

    /// Bytes.
    package static let bodyLimit = 1 << 20

    /// A whole response, a block of it, or one item.
    package enum What: String, Sendable {
        case response, block, item
    }

    package init(what: What, endpoint: String, reason: String, body: [UInt8]) {
        self.what = what
        self.endpoint = endpoint
        self.reason = reason
        self.body = body
    }
}
