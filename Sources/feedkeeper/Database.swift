import Postgres
import Runtime

/// The database that DATABASE_URL names, for commands that need nothing else.
struct Database {
    let pool: PGPool

    /// - Throws: when DATABASE_URL is not set, or is no address of a database.
    init(_ environment: [String: String]) throws {
        var reader = EnvironmentReader(variables: environment, prefix: "DATABASE_URL")
        let url = reader.requiredSecret("DATABASE_URL")
        try reader.finish()
        pool = PGPool(try PGConfiguration(setting: url), size: 1)
    }

    /// Refuses a feed that no worker has registered, with the names of those that are.
    ///
    /// - Throws: ``UnknownFeed``, and ``PGError`` for all else.
    func require(feed: String) async throws {
        do {
            _ = try await pool.query(.requireFeed, [.text(feed)])
        } catch let error where error.sqlState == UnknownFeed.sqlState {
            throw UnknownFeed(message: error.message, hint: error.hint)
        }
    }

    /// A JSON array of a statement's rows, each an object of its columns.
    func json(_ statement: SQLStatement, _ values: [PGValue]) async throws -> String {
        let text =
            "SELECT coalesce(json_agg(row_to_json(r)), '[]')::text AS rows FROM (\(statement.text)) AS r"
        return try await pool.query(SQLStatement(name: statement.name, text: text), values).first?.text(
            "rows"
        ) ?? "[]"
    }
}

/// A feed that the database does not know, in its own words.
struct UnknownFeed: Error, CustomStringConvertible {
    /// What `feedkeeper.require_feed` raises.
    static let sqlState = "FK001"

    let message: String
    let hint: String?

    var description: String { [message, hint].compactMap(\.self).joined(separator: ". ") }
}

/// A `DATABASE_URL` that libpq cannot read.
struct BadDatabaseURL: Error, CustomStringConvertible {
    let reason: String

    var description: String {
        "DATABASE_URL is no address of a database: \(reason); "
            + "write it as postgresql://user@host/name or as host=… user=… dbname=…"
    }
}

extension PGConfiguration {
    /// Reads the value of `DATABASE_URL`.
    init(setting: Secret) throws(BadDatabaseURL) {
        do {
            try self.init(setting.reveal())
        } catch {
            throw BadDatabaseURL(reason: error.message)
        }
    }
}
