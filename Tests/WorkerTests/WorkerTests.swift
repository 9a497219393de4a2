import JobQueue
import Synchronization
import Testing
import Worker

@Suite(.timeLimit(.minutes(10))) struct WorkerTests {
    // MARK: - Waking

    @Test func `a notification starts a job long before the next poll`() async throws {
        try await Stage.withGate(isOpen: true) { stage, _ in
            try await stage.whileWorking({ $0.pollInterval = .seconds(300) }) { _ in
                try await stage.untilListening()
                try await stage.enqueue()
                try await stage.untilRefreshed(1, within: .seconds(100))
            }
        }
    }

    @Test func `without a notification the poll finds the job`() async throws {
        try await Stage.withGate(isOpen: true) { stage, _ in
            try await stage.execute("ALTER TABLE feedkeeper.jobs DISABLE TRIGGER jobs_notify")
            try await stage.whileWorking({ $0.pollInterval = .milliseconds(100) }) { _ in
                try await stage.untilListening()
                try await stage.enqueue()
                try await stage.untilRefreshed(1)
            }
        }
    }

    @Test func `a job that comes due while nobody tells is started on time`() async throws {
        try await Stage.withGate(isOpen: true) { stage, _ in
            try await stage.whileWorking({ $0.pollInterval = .seconds(300) }) { worker in
                try await stage.untilListening()
                try await stage.execute(
                    "SELECT feedkeeper.enqueue('profile', run_at => now() + interval '1 s')"
                )
                // The insert tells nobody; any job wakes the worker, which then knows when the next is due.
                try await stage.enqueue(variant: "now")
                try await stage.untilRefreshed(2, within: .seconds(100))
            }
        }
    }

    @Test func `a listener that is cut comes back and wakes again`() async throws {
        try await Stage.withGate(isOpen: true) { stage, _ in
            try await stage.whileWorking({ $0.pollInterval = .seconds(300) }) { _ in
                try await stage.untilListening()
                try await stage.execute("SELECT pg_terminate_backend(pid) FROM (\(Stage.listeners)) l")
                // Enqueued in the gap: nobody hears of it, and it starts all the same when the listener is back.
                try await stage.enqueue(variant: "gap")
                try await stage.untilRefreshed(1, within: .seconds(100))
                try await stage.untilListening()
                try await stage.enqueue(variant: "after")
                try await stage.untilRefreshed(2, within: .seconds(100))
                // It is written when the worker hears of it, which no refresh waits for.
                try await stage.untilLogged("listening for jobs again")
            }
        }
    }

    // MARK: - Many at once

    @Test func `never more refreshes run at once than configured, and as many as configured do`() async throws
    {
        try await Stage.withGate { stage, upstream in
            try await stage.enqueueBatch(20)
            try await stage.whileWorking({ $0.concurrency = 3 }) { _ in
                try await waiting(for: "three at the gate") { await upstream.waiting == 3 }
                for _ in 0..<5 { await upstream.letOneThrough() }
                try await stage.untilRefreshed(5)
                await upstream.open()
                try await stage.untilRefreshed(20)
            }
            let peak = await upstream.peak
            #expect(peak == 3)
        }
    }

    @Test func `two workers never refresh one page at once`() async throws {
        try await Stage.withGate(isOpen: true) { stage, upstream in
            for _ in 0..<12 { try await stage.enqueue() }
            let workers = [try await stage.worker(), try await stage.worker()]
            await withTaskGroup(of: Void.self) { group in
                for worker in workers { group.addTask { await worker.run() } }
                // What failed is recorded; the workers must stop all the same.
                try? await stage.untilRefreshed(12)
                for worker in workers { await worker.beginStop() }
            }
            #expect(await upstream.peak == 1)
            #expect(try await stage.ledger().map(\.attempt) == Array(repeating: 1, count: 12))
        }
    }

    @Test func `all jobs of one page are done in one go`() async throws {
        try await Stage.withGate(isOpen: true) { stage, _ in
            for _ in 0..<15 { try await stage.enqueue() }
            await (try await stage.worker()).runOnce()
            #expect(try await stage.ledger().count == 15)
            #expect(try await stage.number("SELECT count(*) FROM feedkeeper.jobs") == 0)
        }
    }

    @Test func `what is enqueued with a key while its page is refreshed gives one more refresh`() async throws
    {
        try await Stage.withGate { stage, upstream in
            try await stage.enqueue(key: "k")
            try await stage.whileWorking { _ in
                try await waiting(for: "one at the gate") { await upstream.waiting == 1 }
                let followers = [try await stage.enqueue(key: "k"), try await stage.enqueue(key: "k")]
                #expect(followers[0] == followers[1])
                await upstream.open()
                try await stage.untilRefreshed(2)
                try await stage.until("NOT EXISTS (SELECT FROM feedkeeper.jobs)")
            }
            #expect(try await stage.ledger().count == 2)
        }
    }

    // MARK: - Leases

    @Test func `a refresh of three leases is run once, with another worker waiting for it`() async throws {
        try await Stage.withGate { stage, upstream in
            try await stage.enqueue()
            let short: @Sendable (inout WorkerConfiguration) -> Void = {
                $0.leaseDuration = .seconds(2)
                $0.pollInterval = .milliseconds(100)
            }
            try await stage.whileWorking(short) { _ in
                try await stage.whileWorking(short) { _ in
                    try await stage.until(
                        "EXISTS (SELECT FROM feedkeeper.jobs WHERE started_at < clock_timestamp() - interval '6 s')"
                    )
                    await upstream.open()
                    try await stage.untilRefreshed(1)
                }
            }
            #expect(try await stage.ledger().map(\.attempt) == [1])
            #expect(await upstream.tags.count == 1)
        }
    }

    @Test(arguments: [Duration.milliseconds(600), .seconds(600)])
    func `a refresh whose lease was stolen writes nothing, whoever notices`(lease: Duration) async throws {
        try await Stage.withGate { stage, upstream in
            try await stage.enqueue()
            let ended = Endings()
            try await stage.whileWorking(report: ended.add, { $0.leaseDuration = lease }) { _ in
                try await waiting(for: "one at the gate") { await upstream.waiting == 1 }
                try await stage.execute(
                    """
                    UPDATE feedkeeper.jobs SET lease_token = gen_random_uuid(), worker_id = 'thief',
                        attempt = attempt + 1, lease_until = now() + interval '1 h'
                    """
                )
                // With the short lease the heartbeat notices; with the long one only the write can.
                if lease > .seconds(1) { await upstream.open() }
                try await waiting(for: "the end of the refresh") { ended.names.count == 1 }
            }
            #expect(ended.names == ["abandoned"])
            #expect(try await stage.ledger().isEmpty)
            #expect(try await stage.number("SELECT count(*) FROM feedkeeper.pages") == 0)
            #expect(try await stage.texts("SELECT worker_id || attempt FROM feedkeeper.jobs") == ["thief2"])
        }
    }

    @Test func `a worker that takes its own lost job again counts both and writes one`() async throws {
        try await Stage.withGate { stage, upstream in
            try await stage.enqueue(variant: "lost")
            let ended = Endings()
            try await stage.whileWorking(
                report: ended.add,
                { configuration in
                    configuration.concurrency = 2
                    configuration.leaseDuration = .seconds(600)
                    configuration.pollInterval = .milliseconds(100)
                }
            ) { _ in
                try await waiting(for: "the first at the gate") { await upstream.waiting == 1 }
                try await stage.execute("UPDATE feedkeeper.jobs SET lease_until = now() - interval '1 s'")
                try await waiting(for: "both at the gate") { await upstream.waiting == 2 }
                await upstream.letOneThrough()
                try await waiting(for: "the first given up") { ended.names == ["abandoned"] }
                try await stage.enqueueBatch(2)
                try await waiting(for: "one of the two at the gate") { await upstream.waiting == 2 }
                await upstream.open()
                try await stage.untilRefreshed(3)
            }
            #expect(await upstream.peak == 2)
            let lost = try await stage.ledger().filter { $0.variant == "lost" }
            #expect(lost.map(\.attempt) == [2])
            #expect(lost.map(\.revision) == [1])
        }
    }

    @Test func `a job that is cancelled while it runs writes nothing`() async throws {
        try await Stage.withGate { stage, upstream in
            let job = try await stage.enqueue()
            let ended = Endings()
            try await stage.whileWorking(report: ended.add) { _ in
                try await waiting(for: "one at the gate") { await upstream.waiting == 1 }
                try await stage.execute("SELECT feedkeeper.cancel(\(job))")
                await upstream.open()
                try await waiting(for: "the end of the refresh") { ended.names.count == 1 }
            }
            #expect(ended.names == ["abandoned"])
            #expect(try await stage.ledger().isEmpty)
            #expect(try await stage.texts("SELECT reason FROM feedkeeper.dead_jobs") == ["cancelled"])
        }
    }

    @Test func `a cancel stops a running refresh long before the next heartbeat`() async throws {
        try await Stage.withGate { stage, upstream in
            let job = try await stage.enqueue()
            let ended = Endings()
            // A heartbeat every 200 s, and a request that nobody lets through.
            try await stage.whileWorking(report: ended.add, { $0.leaseDuration = .seconds(600) }) { _ in
                try await stage.untilListening()
                try await waiting(for: "one at the gate") { await upstream.waiting == 1 }
                try await stage.execute("SELECT feedkeeper.cancel(\(job))")
                try await waiting(for: "the end of the refresh", within: .seconds(100)) {
                    ended.names.count == 1
                }
            }
            #expect(ended.names == ["abandoned"])
            #expect(
                try await stage.texts("SELECT failures -> -1 ->> 'class' FROM feedkeeper.dead_jobs") == [
                    "cancelled"
                ]
            )
        }
    }

    @Test func `a forged cancel notification stops nothing`() async throws {
        try await Stage.withGate { stage, upstream in
            let job = try await stage.enqueue()
            let ended = Endings()
            try await stage.whileWorking(report: ended.add, { $0.leaseDuration = .seconds(600) }) { _ in
                try await stage.untilListening()
                try await waiting(for: "one at the gate") { await upstream.waiting == 1 }
                let lease = try #require(
                    try await stage.texts("SELECT lease_until::text FROM feedkeeper.jobs").first
                )
                try await stage.execute("SELECT pg_notify('feedkeeper_cancelled', 'x')")
                try await stage.execute("SELECT pg_notify('feedkeeper_cancelled', '\(job)')")
                // It asked for its lease, and has it.
                try await stage.until("EXISTS (SELECT FROM feedkeeper.jobs WHERE lease_until > '\(lease)')")
                await upstream.open()
                try await waiting(for: "the end of the refresh") { ended.names.count == 1 }
            }
            #expect(ended.names == ["stored"])
        }
    }

    // MARK: - Stopping

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

    // MARK: - What goes wrong around it

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
