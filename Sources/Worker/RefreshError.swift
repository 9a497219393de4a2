import Contracts
import HTTPFetch
import JobQueue
import Postgres
import Snapshots

/// Why a refresh did not come to its end: the step, what to do about the job, and what was wrong.
package struct RefreshError: Error {
    /// A step of the main job.
    package enum Step: String, Sendable {
        case load, fetch, check, split, store
    }

    /// What becomes of the job.
    package enum Disposition: Equatable, Sendable {
        /// Another attempt may help, after this time at the least.
        case retry(after: Duration?)
        /// No attempt will help until somebody acts.
        case giveUp
        /// The job is somebody else's now; nothing may be written.
        case leaseLost
        /// The worker is stopping; the job goes back.
        case stopped
    }

    /// Where in the main job it happened.
    package let step: Step
    /// What is to become of the job.
    package let disposition: Disposition

    /// A short name in kebab case, as the ledger and the job's history keep it.
    package let name: String

    /// For a person; holds no secret.
    package let message: String

    /// The response that was no answer, for the quarantine.
    var response: RejectedResponse?

    /// Whether Postgres refused a value that it was given: the same write will never succeed.
    private(set) var isAboutContent = false

    /// A response that was no answer, as it came.
    struct RejectedResponse: Sendable {
        let endpoint: String
        let fault: ResponseFault
        let body: [UInt8]
    }

    private init(_ step: Step, _ disposition: Disposition, _ name: String, _ message: String) {
        self.step = step
        self.disposition = disposition
        self.name = name
        self.message = message
    }
}

// One translation for each step.

extension RefreshError {
    init(missingSecret name: String) {
        self.init(
            .fetch,
            .giveUp,
            "secret-missing",
            "the secret \(name) is not set; set FEEDKEEPER_SECRET_\(name) or FEEDKEEPER_SECRET_\(name)_FILE"
        )
    }

    /// A request that the contract asks for and that cannot be made.
    init(unusable error: ContractError) {
        guard case .secretNotSet(let name) = error.code else {
            preconditionFailure("a contract in use: \(error)")
        }
        self.init(missingSecret: name)
    }

    init(badParameters message: String) {
        self.init(.fetch, .giveUp, "bad-parameters", "the job's parameters: \(message)")
    }

    init(stoppedAt step: Step) {
        self.init(step, .stopped, "stopped", "the worker is stopping")
    }

    init(_ error: FetchError, endpoint: String) {
        let isRefused = error.code == .addressRefused
        let mend =
            isRefused ? "; FEEDKEEPER_ALLOW_ADDRESSES names addresses that may be, although not public" : ""
        self.init(.fetch, error.disposition, error.code.name, "\(endpoint): \(error)\(mend)")
        guard let partial = error.facts.partial else { return }
        let fault = ResponseFault(
            truncated: partial.body,
            status: partial.status,
            contentType: partial.contentType,
            detail: "\(error)"
        )
        response = RejectedResponse(endpoint: endpoint, fault: fault, body: partial.body)
    }

    /// A response that was no answer; `retryAfter` is what its server asked for.
    init(_ fault: ResponseFault, endpoint: String, body: [UInt8], retryAfter: Duration?) {
        self.init(.check, fault.disposition(retryAfter: retryAfter), fault.name, "\(endpoint): \(fault)")
        response = RejectedResponse(endpoint: endpoint, fault: fault, body: body)
    }

    /// What reading or writing the database threw.
    init(_ step: Step, database error: any Error) {
        switch error {
        case let error as RefreshError: self = error
        case let error as JobQueueError where error.code == .leaseLost:
            self.init(step, .leaseLost, "lease-lost", "\(error)")
        case is CancellationError: self.init(stoppedAt: step)
        default:
            let cause = Self.cause(of: error)
            let isStopped = cause?.code == .cancelled
            self.init(
                step,
                isStopped ? .stopped : .retry(after: nil),
                isStopped ? "stopped" : "database",
                "\(error)"
            )
            isAboutContent = cause?.sqlState.map(Self.contentStates.contains) ?? false
        }
    }

    /// Numeric value out of range, malformed text, untranslatable character, and the limits of a value's size and depth.
    private static let contentStates: Set<String> = ["22003", "22P02", "22P05", "54000", "54001"]

    private static func cause(of error: any Error) -> PGError? {
        switch error {
        case let error as PGError: error
        case let error as JobQueueError: error.cause
        case let error as SnapshotError: error.cause
        default: nil
        }
    }
}

extension FetchError {
    fileprivate var disposition: RefreshError.Disposition {
        switch code {
        case .cancelled, .shutDown: .stopped
        // A cache or a gateway on the way does this for a moment; the next answer may be whole.
        case .badEncoding, .notHTTP, .other: .retry(after: nil)
        default: isTransient ? .retry(after: nil) : .giveUp
        }
    }
}

extension ResponseFault {
    /// The kind of fault, or what the feed's own error code means.
    fileprivate var name: String { means?.rawValue ?? kind.rawValue }

    fileprivate func disposition(retryAfter: Duration?) -> RefreshError.Disposition {
        switch (means, status) {
        case (.authRequired, _), (_, 401): .giveUp
        case (.blocked, _): .retry(after: max(retryAfter ?? .zero, .seconds(15 * 60)))
        case (.rateLimited, _), (_, 429): .retry(after: max(retryAfter ?? .zero, .seconds(60)))
        // What a body that carries no error code of the feed says does not matter then: "not found" is HTML as a rule.
        case (nil, 400..<500) where status != 408 && status != 425: .giveUp
        default: isAboutLimits ? .giveUp : .retry(after: retryAfter)
        }
    }

    private var isAboutLimits: Bool { kind == .tooDeep || kind == .tooLarge }
}
