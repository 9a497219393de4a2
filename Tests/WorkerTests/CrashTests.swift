import Glibc
import Testing

/// The real binary, killed in the middle of its work.
@Suite(.timeLimit(.minutes(10))) struct CrashTests {
    @Test func `after kill -9 in the middle of a batch nothing is lost, written twice or half`() async throws
    {
        try await Stage.withGate { stage, upstream in
            try await stage.enqueueBatch(50)
            let lease = 3
            let first = try await FeedkeeperProcess(on: stage, upstream.base, lease: lease, concurrency: 20)
            for done in 1...15 {
                try await waiting(for: "a request at the gate") { await upstream.waiting > 0 }
                await upstream.letOneThrough()
                try await stage.untilRefreshed(done)
            }
            try await stage.until("(SELECT count(*) FROM feedkeeper.jobs WHERE lease_token IS NOT NULL) = 20")
            await first.kill()
            let killed = ContinuousClock.now

            let interrupted = Set(
                try await stage.texts("SELECT variant FROM feedkeeper.jobs WHERE lease_token IS NOT NULL")
            )
            #expect(interrupted.count == 20)
            await upstream.open()
            let second = try await FeedkeeperProcess(on: stage, upstream.base, lease: lease, concurrency: 20)
            try await stage.until("NOT EXISTS (SELECT FROM feedkeeper.jobs)")
            // The lease, and room for a slow machine to start a process.
            #expect(ContinuousClock.now - killed < .seconds(lease + 20))
            #expect(await second.terminate() == 0, "\(second.log)")

            let ledger = try await stage.ledger()
            #expect(ledger.count == 50 && Set(ledger.map(\.variant)).count == 50)
            #expect(ledger.allSatisfy { ($0.status, $0.revision) == ("changed", 1) })
            #expect(Set(ledger.filter { $0.attempt == 2 }.map(\.variant)) == interrupted)
            #expect(ledger.allSatisfy { (1...2).contains($0.attempt) })
            let whole =
                "SELECT 1 FROM feedkeeper.current_sections GROUP BY variant HAVING count(*) = 5 AND max(revision) = 1"
            #expect(try await stage.number("SELECT count(*) FROM (\(whole)) w") == 50)
            #expect(try await stage.number("SELECT count(*) FROM feedkeeper.dead_jobs") == 0)
        }
    }

    @Test
    func
        `a worker that is killed with 50 leases in hand leaves them to another, all at once, as second attempts`()
        async throws
    {
        try await Stage.withGate { stage, upstream in
            try await stage.enqueueBatch(50)
            let first = try await FeedkeeperProcess(on: stage, upstream.base, lease: 3, concurrency: 50)
            try await stage.until("(SELECT count(*) FROM feedkeeper.jobs WHERE lease_token IS NOT NULL) = 50")
            await first.kill()
            let second = try await FeedkeeperProcess(on: stage, upstream.base, lease: 3, concurrency: 50)
            try await stage.until("(SELECT count(*) FROM feedkeeper.jobs WHERE attempt = 2) = 50")
            await upstream.open()
            try await stage.until("NOT EXISTS (SELECT FROM feedkeeper.jobs)")
            #expect(await second.terminate() == 0, "\(second.log)")
            #expect(try await stage.ledger().map(\.attempt) == Array(repeating: 2, count: 50))
        }
    }

    @Test func `a job that kills its worker is found among sixteen, and the fifteen others are done`()
        async throws
    {
        let upstream = try DeadlyUpstream(poison: "11")
        defer { upstream.stop() }
        try await Stage.with(.init(base: upstream.base)) { stage in
            try await stage.execute(
                """
                SELECT feedkeeper.enqueue('profile', 'v' || i, jsonb_build_object('tag', i), max_attempts => 3)
                FROM generate_series(0, 15) i
                """
            )
            var crashes = 0
            while try await stage.number("SELECT count(*) FROM feedkeeper.jobs") > 0 {
                let worker = try await FeedkeeperProcess(on: stage, upstream.base, lease: 3, concurrency: 16)
                upstream.aim(at: worker.identifier)
                while upstream.kills == crashes,
                    try await stage.number("SELECT count(*) FROM feedkeeper.jobs") > 0
                {
                    try await Task.sleep(for: .milliseconds(50))
                }
                crashes = upstream.kills
                await worker.kill()
            }
            // Three attempts, and log2 of sixteen.
            #expect(crashes <= 7)
            #expect(
                try await stage.texts("SELECT variant || ' ' || reason FROM feedkeeper.dead_jobs") == [
                    "v11 worker-died"
                ]
            )
            #expect(Set(try await stage.ledger().map(\.variant)).count == 15)
        }
    }

    @Test func `on SIGTERM the binary lets its refreshes end, keeps their leases and exits with 0`()
        async throws
    {
        try await Stage.withGate { stage, upstream in
            try await stage.enqueueBatch(6)
            let process = try await FeedkeeperProcess(on: stage, upstream.base, lease: 3, concurrency: 2)
            try await waiting(for: "two at the gate") { await upstream.waiting == 2 }
            process.signal(SIGTERM)
            // Longer than a lease: the heartbeat must go on while it drains.
            try await stage.until(
                "EXISTS (SELECT FROM feedkeeper.jobs WHERE lease_until > started_at + interval '7 s')"
            )
            await upstream.open()
            #expect(await process.exitCode == 0, "\(process.log)")
            #expect(try await stage.ledger().map(\.attempt) == [1, 1])
            let left = try await stage.texts("SELECT attempt || coalesce(worker_id, '') FROM feedkeeper.jobs")
            #expect(left == ["0", "0", "0", "0"])
        }
    }
}
