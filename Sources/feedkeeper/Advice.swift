import Contracts
import JobQueue
import Postgres

/// What to do about an error that a command ended with, where its own text does not say it; empty otherwise.
func advice(on error: any Error) -> String {
    if let error = error as? ContractError, error.isAboutFolder {
        return "\n  --schemas FOLDER or FEEDKEEPER_SCHEMAS says where the contracts are."
    }
    let cause = error as? PGError ?? (error as? JobQueueError)?.cause
    guard let state = cause?.sqlState, statesOfMissingObjects.contains(state) else { return "" }
    return "\n  Is it the right database? `feedkeeper migrate` brings its schema up to date."
}

/// Undefined table, schema and function.
private let statesOfMissingObjects: Set<String> = ["42P01", "3F000", "42883"]

extension ContractError {
    fileprivate var isAboutFolder: Bool {
        switch code {
        case .unreadable, .noContracts: true
        case .invalid, .variablesNotSet, .secretNotSet: false
        }
    }
}
