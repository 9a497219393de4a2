import Postgres
import Sandbox
import Testing

/// Two connections to one database with an empty table `t (n bigint PRIMARY KEY)`.
enum TestDatabaseTable {
    static func with(_ body: (PGConnection, PGConnection) async throws -> Void) async throws {
        try await TestDatabase.with(migrated: false) { database in
            let first = try await PGConnection.connect(database.configuration)
            let second = try await PGConnection.connect(database.configuration)
            try await first.script("CREATE TABLE t (n bigint PRIMARY KEY)")
            try await body(first, second)
        }
    }
}

extension PGConnection {
    /// Asks the server again and again until `condition` is true of it.
    func wait(until condition: SQLStatement, _ values: [PGValue] = []) async throws {
        while try await !query(condition, values)[0].bool(0) { await Task.yield() }
    }

    /// Waits until server process `process` runs a `pg_sleep`.
    func waitForSleep(of process: Int32) async throws {
        try await wait(
            until: """
                SELECT count(*) = 1 FROM pg_stat_activity WHERE pid = $1 AND state = 'active' AND wait_event = 'PgSleep'
                """,
            [.int(process)]
        )
    }
}

@Suite(.timeLimit(.minutes(2))) struct CancellationTests {
    @Test func `cancelling the task ends its statement on the server`() async throws {
        try await TestDatabaseTable.with { sleeper, observer in
            let process = try #require(await sleeper.backendProcess)
            let task = Task {
                try await sleeper.query(SQLStatement(name: "nap", text: "SELECT pg_sleep(600)"))
            }
            try await observer.waitForSleep(of: process)
            task.cancel()
            let error = try await #require(throws: PGError.self) { _ = try await task.value }
            #expect(error.code == .cancelled)
            #expect(error.statement == "nap")
            #expect(try await sleeper.query("SELECT 1").count == 1)
            #expect(await sleeper.backendProcess == process)
        }
    }

    @Test func `a statement over its time limit is ended`() async throws {
        try await TestDatabase.with(migrated: false) { database in
            var configuration = database.configuration
            configuration.statementTimeout = .milliseconds(50)
            let connection = try await PGConnection.connect(configuration)
            let error = try await #require(throws: PGError.self) {
                _ = try await connection.query("SELECT pg_sleep(600)")
            }
            #expect(error.code == .timedOut)
            #expect(error.isTransient)
            #expect(try await connection.query("SELECT 1").count == 1)
        }
    }

    @Test func `a cancellation never hits the next statement`() async throws {
        try await withConnection { connection in
            for _ in 0..<200 {
                let task = Task { try await connection.query("SELECT pg_sleep(0.0005)") }
                await Task.yield()
                task.cancel()
                do {
                    _ = try await task.value
                } catch let error as PGError {
                    #expect(error.code == .cancelled)
                }
                #expect(try await connection.query("SELECT generate_series(1, 100)").count == 100)
            }
        }
    }

    @Test func `a task cancelled before its turn sends nothing`() async throws {
        try await TestDatabaseTable.with { connection, observer in
            let task = Task {
                cancelCurrentTask()
                try await connection.execute("INSERT INTO t VALUES (1)")
            }
            let error = try await #require(throws: PGError.self) { _ = try await task.value }
            #expect(error.code == .cancelled)
            #expect(try await observer.query("SELECT n FROM t").isEmpty)
        }
    }

    @Test func `a statement that waits holds up nobody else's task`() async throws {
        try await TestDatabaseTable.with { first, second in
            let sleeps = [first, second].map { connection in
                Task { try await connection.query("SELECT pg_sleep(600)") }
            }
            let others = await withTaskGroup(of: Int.self) { group in
                for number in 1...100 { group.addTask { number } }
                return await group.reduce(0, +)
            }
            #expect(others == 5050)
            for sleep in sleeps { sleep.cancel() }
            for sleep in sleeps {
                let error = try await #require(throws: PGError.self) { _ = try await sleep.value }
                #expect(error.code == .cancelled)
            }
        }
    }
}
