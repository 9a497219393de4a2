/// Why a contract cannot be used.
package struct ContractError: Error, Equatable {
    /// What went wrong, with the facts.
    package enum Code: Equatable, Sendable {
        /// The folder's files have mistakes: all of them, by file and place.
        case invalid([ContractProblem])
        /// A folder or file could not be read; the system's words for it.
        case unreadable(String)
        /// There is no contract in the folder.
        case noContracts
        /// Variables without a default that the environment does not set, by the environment's names.
        case variablesNotSet([String])
        /// A secret that a request needs, by the contract's name for it.
        case secretNotSet(String)
    }

    /// What kind of mistake it was.
    package let code: Code

    /// The folder or file, or the feed.
    package let path: String

    /// The mistakes found; none for other errors.
    package var problems: [ContractProblem] {
        if case .invalid(let problems) = code { problems } else { [] }
    }
}

extension ContractError: CustomStringConvertible {
    package var description: String {
        switch code {
        case .invalid(let problems):
            "\(path): \(problems.count) mistake\(problems.count == 1 ? "" : "s") in the contract\n"
                + problems.map(\.description).joined(separator: "\n")
        case .unreadable(let reason): "\(path): \(reason)"
        case .noContracts: "\(path): no folder in it holds a feed.json"
        case .secretNotSet(let name): "\(path): the secret \(name) is not set (FEEDKEEPER_SECRET_\(name))"
        case .variablesNotSet(let names): "\(path): not set: \(names.joined(separator: ", "))"
        }
    }
}
