import Postgres
import Sandbox
import Synchronization
import Testing

extension SQLStatement: ExpressibleByStringInterpolation {
    /// A statement of a test; it is its own name.
    public init(stringLiteral text: String) {
        self.init(name: text, text: text)
    }
}

/// Lends `body` a connection to an empty database of its own.
func withConnection<Value>(_ body: (PGConnection) async throws -> Value) async throws -> Value {
    try await TestDatabase.with(migrated: false) { database in
        let connection = try await PGConnection.connect(database.configuration)
        let value = try await body(connection)
        await connection.close()
        return value
    }
}

/// The error that `body` must throw.
func pgError(
    sourceLocation: SourceLocation = #_sourceLocation,
    _ body: () async throws -> Void
) async throws -> PGError {
    var caught: (any Error)?
    do {
        try await body()
    } catch {
        caught = error
    }
    return try #require(caught as? PGError, "thrown: \(String(describing: caught))", sourceLocation: sourceLocation)
}

/// Cancels the task that calls it.
func cancelCurrentTask() {
    unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
}

/// What several tasks noted, in the order in which they did.
final class Record<Entry: Sendable>: Sendable {
    private let mutex = Mutex<[Entry]>([])

    var entries: [Entry] {
        mutex.withLock { $0 }
    }

    /// Adds `entry` and gives the number of entries.
    @discardableResult
    func add(_ entry: Entry) -> Int {
        mutex.withLock { entries in
            entries.append(entry)
            return entries.count
        }
    }
}
