import Glibc
import Sandbox
import Testing

@testable import Postgres

@Suite(.timeLimit(.minutes(2))) struct PoolTests {
    private let process: SQLStatement = "SELECT pg_backend_pid() AS process"

    private func withPool(size: Int, _ body: (PGPool, PGConnection) async throws -> Void) async throws {
        try await TestDatabase.with(migrated: false) { database in
            let pool = PGPool(database.configuration, size: size)
            try await body(pool, try await PGConnection.connect(database.configuration))
            await pool.close()
        }
    }

    private func withCluster(_ body: (PrivateCluster) async throws -> Void) async throws {
        let cluster = try await PrivateCluster.start(.init(isDurable: false))
        try await body(cluster)
        await cluster.stop()
    }

    @Test func `a pool never has more connections than its size`() async throws {
        try await withPool(size: 3) { pool, observer in
            let processes = try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<60 {
                    group.addTask { try await pool.query(process)[0].int("process") }
                }
                return try await group.reduce(into: Set<Int>()) { $0.insert($1) }
            }
            #expect(processes.count <= 3)
            let open = try await observer.query(
                "SELECT count(*) AS n FROM pg_stat_activity WHERE datname = current_database()"
            )
            #expect(try open[0].int("n") <= 4)
        }
    }

    @Test func `a connection ended by the server is replaced before anybody sees it`() async throws {
        try await withPool(size: 1) { pool, observer in
            let first = try await pool.query(process)[0].int64("process")
            #expect(try await pool.query(process)[0].int64("process") == first)
            try await observer.execute("SELECT pg_terminate_backend($1, 10000)", [.int(Int32(first))])
            #expect(try await pool.query(process)[0].int64("process") != first)
        }
    }

    @Test func `a connection ended under a statement is an error once, then replaced`() async throws {
        try await withPool(size: 1) { pool, observer in
            let first = try await pool.query(process)[0].int64("process")
            let sleep = Task { try await pool.query("SELECT pg_sleep(600)") }
            try await observer.waitForSleep(of: Int32(first))
            try await observer.execute("SELECT pg_terminate_backend($1)", [.int(Int32(first))])
            let error = try await #require(throws: PGError.self) { _ = try await sleep.value }
            #expect(error.code == .connectionLost)
            #expect(error.isTransient)
            #expect(try await pool.query(process)[0].int64("process") != first)
        }
    }

    @Test func `a connection that comes back inside a transaction is not lent again`() async throws {
        try await withPool(size: 1) { pool, _ in
            let first = try await pool.withConnection { connection in
                try await connection.execute("BEGIN")
                return try await connection.query(process)[0].int("process")
            }
            #expect(try await pool.query(process)[0].int("process") != first)
        }
    }

    @Test func `a borrower who is cancelled while waiting gets no connection and takes none away`()
        async throws
    {
        try await withPool(size: 1) { pool, _ in
            try await pool.withConnection { _ in
                let waiting = Task { try await pool.query(process) }
                waiting.cancel()
                let error = try await #require(throws: PGError.self) { _ = try await waiting.value }
                #expect(error.code == .cancelled)
            }
            #expect(try await pool.query(process).count == 1)
        }
    }

    @Test func `a closed pool lends nothing`() async throws {
        try await withPool(size: 1) { pool, _ in
            _ = try await pool.query(process)
            await pool.close()
            #expect(
                try await #require(throws: PGError.self) { _ = try await pool.query(process) }.code
                    == .connectionFailed
            )
        }
    }

    @Test func `waiting for a server that is not there yet says so, and ends when it comes`() async throws {
        try await withCluster { cluster in
            let folder = "/tmp/feedkeeper-later-\(UInt32.random(in: 0 ... .max))"
            let configuration = PGConfiguration(
                socketFolder: folder,
                user: PrivateCluster.user,
                database: PrivateCluster.database
            )
            let pool = PGPool(
                configuration,
                backoff: PGBackoff(first: .milliseconds(1), longest: .milliseconds(5))
            )
            let failures = Record<PGError.Code>()
            defer { unsafe unlink(folder) }
            try await pool.waitUntilReachable { error, nextTry in
                #expect(nextTry <= .milliseconds(5))
                if failures.add(error.code) == 3 {
                    #expect(unsafe symlink(cluster.socketFolder, folder) == 0)
                }
            }
            #expect(failures.entries == [.connectionFailed, .connectionFailed, .connectionFailed])
            #expect(try await pool.query("SELECT 1").count == 1)
        }
    }

    @Test func `waiting for a server ends when the task is cancelled`() async throws {
        let pool = PGPool(PGConfiguration(socketFolder: "/tmp/feedkeeper-nowhere", user: "u", database: "d"))
        let waiting = Task {
            try await pool.waitUntilReachable { _, _ in cancelCurrentTask() }
        }
        #expect(try await #require(throws: PGError.self) { try await waiting.value }.code == .cancelled)
    }
}

@Suite(.timeLimit(.minutes(1))) struct FairSemaphoreTests {
    @Test func `permits go out in the order of arrival`() async {
        let semaphore = FairSemaphore(permits: 1)
        let order = Record<Int>()
        #expect(await semaphore.acquire())
        await withTaskGroup(of: Void.self) { group in
            for number in 1...5 {
                group.addTask {
                    #expect(await semaphore.acquire())
                    order.add(number)
                    semaphore.release()
                }
                while semaphore.waiting < number { await Task.yield() }
            }
            semaphore.release()
        }
        #expect(order.entries == [1, 2, 3, 4, 5])
    }

    @Test func `one who leaves the queue does not stop it`() async {
        let semaphore = FairSemaphore(permits: 1)
        #expect(await semaphore.acquire())
        let leaving = Task { await semaphore.acquire() }
        while semaphore.waiting < 1 { await Task.yield() }
        leaving.cancel()
        #expect(await leaving.value == false)
        semaphore.release()
        #expect(await semaphore.acquire())
    }
}
