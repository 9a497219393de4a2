import JobQueue
import Synchronization
import Testing
import Worker

/// The two phases of a stop, and what goes wrong around a worker.
@Suite(.timeLimit(.minutes(10))) struct StoppingTests {
    @Test func `the first stop lets running refreshes end and starts no more`() async throws {
        try await Stage.withGate { stage, upstream in
            try await stage.enqueueBatch(5)
            let worker = try await stage.worker({ $0.concurrency = 2 })
            let running = Task { await worker.run() }
            try await waiting(for: "two at the gate") { await upstream.waiting == 2 }
            await worker.beginStop()
            await upstream.open()
            await running.value
            #expect(try await stage.ledger().count == 2)
            #expect(
                try await stage.texts(
                    "SELECT DISTINCT attempt || coalesce(worker_id, '') FROM feedkeeper.jobs"
                ) == ["0"]
            )
        }
    }

    @Test func `the second stop gives the running jobs back with their attempt`() async throws {
        try await Stage.withGate { stage, upstream in
            try await stage.enqueueBatch(5)
            let ended = Endings()
            let worker = try await stage.worker(report: ended.add, { $0.concurrency = 2 })
            let running = Task { await worker.run() }
            try await waiting(for: "two at the gate") { await upstream.waiting == 2 }
            await worker.beginStop()
            await worker.stopNow()
            await running.value
            #expect(ended.names == ["abandoned", "abandoned"])
            #expect(try await stage.ledger().isEmpty)
            let jobs = try await stage.texts("SELECT attempt || coalesce(worker_id, '') FROM feedkeeper.jobs")
            #expect(jobs == ["0", "0", "0", "0", "0"])
        }
    }

    @Test func `a cancelled worker ends and gives its jobs back`() async throws {
        try await Stage.withGate { stage, upstream in
            try await stage.enqueueBatch(3)
            let worker = try await stage.worker()
            let running = Task { await worker.run() }
            try await waiting(for: "three at the gate") { await upstream.waiting == 3 }
            running.cancel()
            await upstream.open()
            await running.value
            #expect(
                try await stage.number("SELECT count(*) FROM feedkeeper.jobs WHERE lease_token IS NOT NULL")
                    == 0
            )
        }
    }

    @Test func `a database that cuts every connection in the middle of a batch loses nothing`() async throws {
        try await Stage.withGate { stage, upstream in
            try await stage.enqueueBatch(8)
            try await stage.whileWorking({ configuration in
                configuration.concurrency = 4
                configuration.pollInterval = .milliseconds(100)
                configuration.leaseDuration = .seconds(6)
            }) { _ in
                try await waiting(for: "four at the gate") { await upstream.waiting == 4 }
                try await stage.execute(
                    """
                    SELECT pg_terminate_backend(pid) FROM pg_stat_activity
                    WHERE datname = current_database() AND pid <> pg_backend_pid()
                    """
                )
                await upstream.open()
                try await stage.until("NOT EXISTS (SELECT FROM feedkeeper.jobs)")
            }
            let ledger = try await stage.ledger()
            #expect(ledger.map(\.status) == Array(repeating: "changed", count: 8))
            #expect(Set(ledger.map(\.variant)).count == 8)
        }
    }

    @Test func `a write that waits for a lock is kept, and its lease too`() async throws {
        try await Stage.withGate(isOpen: true) { stage, _ in
            let lock = PGLock(stage)
            try await lock.holding("LOCK TABLE feedkeeper.refreshes IN ACCESS EXCLUSIVE MODE") {
                try await stage.enqueue()
                let worker = try await stage.worker({
                    $0.leaseDuration = .seconds(2)
                    $0.pollInterval = .milliseconds(100)
                })
                let running = Task { await worker.run() }
                try await stage.until(
                    "EXISTS (SELECT FROM feedkeeper.jobs WHERE started_at < clock_timestamp() - interval '5 s')"
                )
                return (worker, running)
            } then: { (worker: Worker, running: Task<Void, Never>) in
                try await stage.untilRefreshed(1)
                await worker.beginStop()
                await running.value
            }
            #expect(try await stage.ledger().map(\.attempt) == [1])
        }
    }

    @Test func `a worker without a database waits and says so, and is not thought dead`() async throws {
        try await Stage.withGate(isOpen: true) { stage, _ in
            let worker = stage.worker(on: stage.database.with(database: "feedkeeper_not_there"))
            let running = Task { await worker.run() }
            try await waiting(for: "a word about the database") {
                stage.log.text.contains("cannot be reached")
            }
            #expect(await worker.isPrepared == false)
            #expect(await worker.isTurning(within: .nanoseconds(1)))
            running.cancel()
            await worker.beginStop()
            await running.value
        }
    }
}
