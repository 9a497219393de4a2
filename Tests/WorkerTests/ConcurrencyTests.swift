import JobQueue
import Synchronization
import Testing
import Worker

/// How many refreshes run at once, and of which pages.
@Suite(.timeLimit(.minutes(10))) struct ConcurrencyTests {
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

    @Test func `a job that waits for others to end goes back when its feed has gone meanwhile`() async throws
    {
        try await Stage.withGate { stage, upstream in
            try await stage.enqueue(variant: "running")
            try await stage.whileWorking { worker in
                try await waiting(for: "one at the gate") { await upstream.waiting == 1 }
                // It lost two workers, so that it runs beside nothing else.
                try await stage.execute(
                    """
                    INSERT INTO feedkeeper.jobs (feed, variant, attempt, started_at, lease_token, lease_until, worker_id, failures)
                    SELECT 'profile', 'apart', 2, now(), gen_random_uuid(), now() - interval '1 s', 'gone',
                        '[{"attempt": 1, "class": "lease-ended", "message": "", "at": "2026-01-01T00:00:00Z"}]'
                    """
                )
                try await stage.untilLogged("wait for the others to end")
                try await worker.replaceFeeds([])
                await upstream.open()
                try await stage.until(
                    "(SELECT lease_token IS NULL FROM feedkeeper.jobs WHERE variant = 'apart')"
                )
            }
            #expect(try await stage.ledger().map(\.variant) == ["running"])
            #expect(try await stage.texts("SELECT attempt::text FROM feedkeeper.jobs") == ["2"])
        }
    }
}
