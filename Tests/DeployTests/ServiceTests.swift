import Glibc
import Migrations
import Postgres
import Sandbox
import Testing

@Suite struct ServiceTests {
    @Test func `it waits for a database that is away, says so, and is ready when it is there and migrated`()
        async throws
    {
        let installation = try await Installation.make()
        let folder = "\(installation.root)/socket"
        let database = "host=\(folder) user=\(PrivateCluster.user) dbname=\(PrivateCluster.database)"
        let service = try Service(installation, database: database, words: ["--migrate"])
        let complaint = try await service.process.line(containing: "the database cannot be reached")
        #expect(complaint.hasPrefix("<4>"), "a warning for the journal")
        #expect(await service.notify.pending() == [])

        let cluster = try await PrivateCluster.start(.init(isDurable: false))
        try #require(unsafe symlink(cluster.socketFolder, folder) == 0)
        #expect(try await service.notify.next() == "READY=1")
        let pool = PGPool(cluster.configuration)
        #expect(try await Migrator().status(of: pool).pending == [])
        #expect(try await service.stop() == 0)
        await pool.close()
        await cluster.stop()
    }

    @Test func `told to stop while it waits for a database, it ends well`() async throws {
        let installation = try await Installation.make()
        let service = try Service(
            installation,
            database: "host=\(installation.root)/nowhere dbname=feeds user=nobody"
        )
        _ = try await service.process.line(containing: "the database cannot be reached")
        #expect(try await service.stop() == 0)
    }

    @Test func `a database that lacks migrations is refused, with what to do`() async throws {
        let installation = try await Installation.make()
        try await TestDatabase.with(migrated: false) { database in
            let service = try Service(installation, database: "\(database.configuration)")
            #expect(try await service.process.end() == 1)
            let said = await service.process.said.joined(separator: "\n")
            #expect(said.contains("the database lacks migrations 1, 2, 3"))
            #expect(said.contains("run `feedkeeper migrate` first, or `feedkeeper run --migrate`"))
            #expect(await service.notify.pending() == [])
        }
    }

    @Test func `the watchdog hears from it again and again`() async throws {
        let installation = try await Installation.make()
        try await FeedDatabase.with { database, _ in
            let service = try Service(
                installation,
                database: database.url,
                watchdog: .seconds(3),
                settings: ["FEEDKEEPER_POLL_INTERVAL": "100ms"]
            )
            #expect(try await service.notify.until("READY=1").allSatisfy { $0 == "WATCHDOG=1" })
            for _ in 1...3 { #expect(try await service.notify.next() == "WATCHDOG=1") }
            #expect(try await service.stop() == 0)
        }
    }

    @Test func `a refresh that runs at SIGTERM is ended and stored`() async throws {
        let installation = try await Installation.make()
        try await FeedDatabase.with { database, upstream in
            upstream.delayProfile(by: .seconds(1))
            try await database.enqueueProfile()
            let service = try Service(installation, database: database.url, settings: upstream.settings)
            try await upstream.untilAsked()
            #expect(try await service.stop() == 0)
            #expect(try await database.revision() == 1)
            #expect(try await database.jobs().leased == 0)
        }
    }

    @Test func `a refresh that outlives the grace goes back to the queue`() async throws {
        let installation = try await Installation.make()
        try await FeedDatabase.with { database, upstream in
            upstream.delayProfile(by: .seconds(15))
            try await database.enqueueProfile()
            let settings = upstream.settings.merging(["FEEDKEEPER_STOP_GRACE": "100ms"]) { $1 }
            let service = try Service(installation, database: database.url, settings: settings)
            try await upstream.untilAsked()
            #expect(try await service.stop() == 0)
            #expect(try await database.jobs() == (waiting: 1, leased: 0))
            #expect(try await database.revision() == nil)
        }
    }
}
