import FoundationEssentials
import Postgres
import Sandbox
import Testing

/// The roles of create-database.sql, on a cluster of their own: roles belong to the whole cluster.
@Suite struct RoleTests {
    @Test func `the service does its work with the rights of a worker, and the owner owns everything`()
        async throws
    {
        let installation = try await Installation.make()
        let upstream = try SampleUpstream.profile()
        defer { upstream.stop() }
        let cluster = try await PrivateCluster.start(.init(isDurable: false))
        for _ in 1...2 { try await createDatabase(cluster, installation) }

        let host = "postgresql://%@/feeds?host=\(cluster.socketFolder)"
        let owner = "\(host.with(PrivateCluster.user))&options=-crole%3Dfeedkeeper_owner"
        let contracts = FileManager.default.temporaryDirectory.appending(component: "contracts-\(UUID())")
        // What stays is the system's to clear away.
        defer { try? FileManager.default.removeItem(at: contracts) }
        try FileManager.default.createDirectory(at: contracts, withIntermediateDirectories: true)
        // The other feed has a schedule, too, and its upstream does not exist.
        try FileManager.default.copyItem(
            atPath: "\(installation.contracts)/profile",
            toPath: contracts.appending(component: "profile").path
        )
        let command = Commands(installation, upstream, contracts: contracts.path)
        try await command("migrate", as: owner)
        let login = host.with("feedkeeper_service")
        try await command("run", "--once", as: login)
        try await command("enqueue", "profile", as: login)
        try await command("run", "--once", as: login)
        #expect(try await command("page", "profile", as: login).contains("name-and-picture"))
        #expect(try await command("status", as: login).contains("changed"))
        try await command("status", "--json", as: login)
        try await command("findings", as: login)
        #expect(try await owners(of: cluster) == ["feedkeeper_owner"])
        await cluster.stop()
    }

    private func createDatabase(_ cluster: PrivateCluster, _ installation: Installation) async throws {
        let ended = try await run(
            [
                "/usr/bin/psql", "-X", "-q", "-v", "ON_ERROR_STOP=1", "-v", "database=feeds",
                "-v", "login=feedkeeper_service", "-d", cluster.url,
                "-f", "\(installation.root)/usr/share/feedkeeper/create-database.sql",
            ],
            environment: ["PATH": "/usr/bin:/bin"]
        )
        try #require(ended.code == 0, "\(ended.text)")
    }

    private func owners(of cluster: PrivateCluster) async throws -> [String] {
        let pool = PGPool(cluster.configuration.with(database: "feeds"), size: 1)
        let owners = SQLStatement(
            name: "owners",
            text: """
                SELECT DISTINCT pg_get_userbyid(owner) AS owner
                FROM (
                    SELECT relowner FROM pg_class WHERE relnamespace = 'feedkeeper'::regnamespace
                    UNION ALL SELECT proowner FROM pg_proc WHERE pronamespace = 'feedkeeper'::regnamespace
                    UNION ALL SELECT nspowner FROM pg_namespace WHERE nspname = 'feedkeeper'
                ) AS owned (owner)
                """
        )
        let names = try await pool.query(owners).map { row throws(PGError) in try row.text("owner") }
        await pool.close()
        return names
    }
}

/// `feedkeeper` with all settings but the database's address.
private struct Commands {
    let installation: Installation
    let settings: [String: String]

    init(_ installation: Installation, _ upstream: SampleUpstream, contracts: String) {
        self.installation = installation
        settings = upstream.settings.merging(["FEEDKEEPER_SCHEMAS": contracts]) { $1 }
    }

    /// Runs one that must end well, and gives what it prints.
    @discardableResult
    func callAsFunction(_ words: String..., as database: String) async throws -> String {
        let variables = settings.merging(["DATABASE_URL": database]) { $1 }
        let ended = try await run([installation.feedkeeper] + words, environment: variables)
        try #require(ended.code == 0, "\(words): \(ended.text)")
        return ended.text
    }
}

extension String {
    fileprivate func with(_ user: String) -> String { replacing("%", with: user, maxReplacements: 1) }
}
