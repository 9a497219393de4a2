package import Postgres

/// Why the queue did not do what it was asked.
package struct JobQueueError: Error, Equatable, Sendable {
    /// What kind of error it was.
    package let code: Code
    /// The job that was lost; nil for other errors.
    package let job: Int64?
    /// What the database said; nil for a lost lease.
    package let cause: PGError?

    /// The lease of `job` was lost.
    package init(leaseLost job: Int64) {
        code = .leaseLost
        self.job = job
        cause = nil
    }

    init(_ cause: PGError, code: Code? = nil) {
        self.code = code ?? Code.refusals[cause.sqlState ?? ""] ?? .database
        job = nil
        self.cause = cause
    }

    /// Whether the same call may succeed when made again later.
    package var isTransient: Bool {
        cause?.isTransient ?? false
    }

    // Two workers reached for jobs of one page at the same moment, and the other one has it.
    var isLostRace: Bool {
        cause?.constraint == "jobs_one_lease_per_page" || cause?.code == .deadlock
    }
}

extension JobQueueError {
    /// What kind of error it was; new kinds may be added.
    package struct Code: Hashable, Sendable, CustomStringConvertible {
        /// The kind in kebab case, as logs show it.
        package let description: String

        private init(_ description: String) {
            self.description = description
        }

        /// The job was cancelled, or its lease ended and somebody else has it.
        package static let leaseLost = Code("lease-lost")
        /// The feed is not registered (SQLSTATE FK001).
        package static let unknownFeed = Code("unknown-feed")
        /// The variant has characters it may not have, or too many (FK002).
        package static let badVariant = Code("bad-variant")
        /// The parameters are not a JSON object, too large, or not the feed's (FK003).
        package static let badParameters = Code("bad-parameters")
        /// Priority, dedupe key or max attempts out of range (FK004).
        package static let badOption = Code("bad-option")
        /// The database failed; see ``JobQueueError/cause``.
        package static let database = Code("database")

        fileprivate static let refusals: [String: Code] = [
            "FK001": .unknownFeed, "FK002": .badVariant, "FK003": .badParameters, "FK004": .badOption,
        ]
    }

    /// Runs `body` and makes its ``PGError`` one of the queue.
    static func translating<Value>(
        _ body: () async throws(PGError) -> Value
    ) async throws(JobQueueError) -> Value {
        do throws(PGError) {
            return try await body()
        } catch {
            throw JobQueueError(error)
        }
    }
}

extension JobQueueError: CustomStringConvertible {
    package var description: String {
        switch code {
        case .leaseLost: "the lease of job \(job ?? 0) was lost"
        case .database: "queue: \(cause?.description ?? code.description)"
        default: [cause?.message ?? code.description, cause?.hint].compactMap { $0 }.joined(separator: ". ")
        }
    }
}
