/// Why a sandbox server could not be started.
package struct SandboxError: Error, Equatable, Sendable {
    /// What kind of failure it was.
    package let code: Code
    /// What failed, in one line.
    package let message: String
    /// What to do about it: one command or one sentence; nil when there is no general advice.
    package let advice: String?
    /// The last lines of the server's own log.
    package let log: [String]

    /// Makes an error of the given facts.
    package init(code: Code, message: String, advice: String? = nil, log: [String] = []) {
        self.code = code
        self.message = message
        self.advice = advice
        self.log = log
    }

    /// What kind of failure it was; new kinds may be added.
    package struct Code: Hashable, Sendable, CustomStringConvertible {
        /// The kind in kebab case.
        package let description: String

        private init(_ description: String) {
            self.description = description
        }

        /// No folder with `initdb`, `pg_ctl`, `postgres` and `createdb` was found.
        package static let serverNotInstalled = Code("server-not-installed")
        /// The supervisor process could not be started.
        package static let supervisorNotStarted = Code("supervisor-not-started")
        /// A step of the cluster's start failed; ``SandboxError/message`` names it.
        package static let clusterNotStarted = Code("cluster-not-started")
        /// A database of the tests could not be made.
        package static let databaseNotCreated = Code("database-not-created")
    }
}

extension SandboxError: CustomStringConvertible {
    /// The message, the advice and the log, each on lines of its own.
    package var description: String {
        let lines = ["\(code): \(message)", advice].compactMap { $0 } + log.map { "  log: \($0)" }
        return lines.joined(separator: "\n")
    }
}
