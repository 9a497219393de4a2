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

/// Lends `body` a connection whose tables and types go to an empty schema of its own.
func withConnection<Value>(_ body: (PGConnection) async throws -> Value) async throws -> Value {
    let connection = try await PGConnection.connect(TestDatabase.shared())
    let schema = "test_\(UInt64.random(in: 0 ... .max))"
    try await connection.script("CREATE SCHEMA \(schema); SET search_path = \(schema)")
    let value = try await body(connection)
    await connection.close()
    let cleaner = try await PGConnection.connect(TestDatabase.shared())
    try await cleaner.script("SET client_min_messages = warning; DROP SCHEMA \(schema) CASCADE")
    return value
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
