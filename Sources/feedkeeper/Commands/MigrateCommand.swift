import Migrations
import Options
import Runtime

/// `feedkeeper migrate`.
struct MigrateCommand {
    private let database: Database
    private let console: Console
    private let isDryRun: Bool

    init(_ parsed: ParsedCommand, _ environment: [String: String], _ console: Console) throws {
        database = try Database(environment)
        self.console = console
        isDryRun = parsed.flag("dry-run")
    }

    func run() async throws {
        let migrations =
            isDryRun
            ? try await Migrator().status(of: database.pool).pending
            : try await Migrator().run(on: database.pool)
        for migration in migrations {
            console.line("\(isDryRun ? "missing" : "applied")  \(migration.version)  \(migration.name)")
        }
        if migrations.isEmpty { console.line("the database is up to date") }
    }
}
