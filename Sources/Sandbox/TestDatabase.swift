import Migrations
package import Postgres

/// A migrated database for one test, on a cluster that all tests of the process share.
///
/// The cluster is a ``PrivateCluster`` without durability, started by the first test that needs one; with
/// `TEST_DATABASE_URL` set it is that server, whose user must be allowed to create databases.
package struct TestDatabase: Sendable {
    /// How to reach the database.
    package let configuration: PGConfiguration
    private let server: TestServer

    /// Makes a database, runs `body` with it, and drops it, also when `body` throws.
    ///
    /// - Parameters:
    ///   - migrated: False for an empty database. Default true: a copy of a migrated one, which takes about 0.2 s.
    ///   - body: Gets the database; its connections are cut when it returns.
    /// - Returns: What `body` returns.
    /// - Throws: What `body` throws, or ``SandboxError``.
    @discardableResult
    package nonisolated(nonsending) static func with<Value>(
        migrated: Bool = true,
        _ body: nonisolated(nonsending) (TestDatabase) async throws -> Value
    ) async throws -> Value {
        let database = try await make(migrated: migrated)
        do {
            let value = try await body(database)
            try await database.drop()
            return value
        } catch {
            // The test's own failure says more than a database that could not be dropped.
            try? await database.drop()
            throw error
        }
    }

    /// The one database that all tests of the process share, empty and not migrated.
    ///
    /// For tests that make nothing, or only in a schema of their own: a database of one's own takes 0.2 s.
    package static func shared() async throws(SandboxError) -> PGConfiguration {
        try await TestServer.shared().configuration
    }

    /// Makes a database that lasts until ``drop()``.
    package static func make(migrated: Bool = true) async throws(SandboxError) -> TestDatabase {
        let server = try await TestServer.shared()
        let configuration = try await server.makeDatabase(migrated: migrated)
        return TestDatabase(configuration: configuration, server: server)
    }

    /// Drops the database and cuts its connections.
    package func drop() async throws(SandboxError) {
        guard let name = configuration.database else { return }
        try await server.dropDatabase(name)
    }
}

/// The server that the tests of one process share.
private actor TestServer {
    private static let starting = Task { () async -> Result<TestServer, SandboxError> in
        do throws(SandboxError) {
            return .success(try await TestServer())
        } catch {
            return .failure(error)
        }
    }

    /// Keeps the cluster alive; nil for somebody else's server.
    private let cluster: PrivateCluster?
    private let pool: PGPool
    private let prefix = "feedkeeper_test_\(UInt32.random(in: 0 ... .max))"
    private var template: Task<Result<String, SandboxError>, Never>?
    private var databasesMade = 0

    nonisolated var configuration: PGConfiguration {
        pool.configuration
    }

    static func shared() async throws(SandboxError) -> TestServer {
        try await starting.value.get()
    }

    private init() async throws(SandboxError) {
        let environment = Environment.current
        if let url = environment["TEST_DATABASE_URL"] {
            cluster = nil
            pool = try await translated("TEST_DATABASE_URL") { PGPool(try PGConfiguration(url)) }
        } else {
            let started = try await PrivateCluster.start(.init(isDurable: false, environment: environment))
            cluster = started
            pool = PGPool(started.configuration)
        }
    }

    func makeDatabase(migrated: Bool) async throws(SandboxError) -> PGConfiguration {
        databasesMade += 1
        let name = "\(prefix)_\(databasesMade)"
        let template = migrated ? try await migratedTemplate() : "template1"
        try await create(name, from: template)
        return pool.configuration.with(database: name)
    }

    func dropDatabase(_ name: String) async throws(SandboxError) {
        try await run("DROP DATABASE IF EXISTS \(name) WITH (FORCE)")
    }

    private func migratedTemplate() async throws(SandboxError) -> String {
        let task = template ?? Task { await makeTemplate() }
        template = task
        return try await task.value.get()
    }

    private func makeTemplate() async -> Result<String, SandboxError> {
        let name = "\(prefix)_template"
        do throws(SandboxError) {
            try await create(name, from: "template1")
            let pool = PGPool(pool.configuration.with(database: name), size: 1)
            try await translated("migrations") { _ = try await Migrator().run(on: pool) }
            await pool.close()
            return .success(name)
        } catch {
            return .failure(error)
        }
    }

    // Names are made here of letters and digits, so they need no quotes; CREATE DATABASE takes no parameters.
    private func create(_ name: String, from template: String) async throws(SandboxError) {
        try await run("CREATE DATABASE \(name) TEMPLATE \(template)")
    }

    private func run(_ text: String) async throws(SandboxError) {
        _ = try await translated(text) { try await pool.execute(SQLStatement(name: text, text: text)) }
    }
}

private nonisolated(nonsending) func translated<Value>(
    _ what: String,
    _ work: nonisolated(nonsending) () async throws -> Value
) async throws(SandboxError) -> Value {
    do {
        return try await work()
    } catch {
        throw SandboxError(code: .databaseNotCreated, message: "\(what): \(error)")
    }
}
