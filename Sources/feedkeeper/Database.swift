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
        pool = PGPool(try PGConfiguration(url.reveal()), size: 1)
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
