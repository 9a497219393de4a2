import JobQueue
import Synchronization
import Testing
import Worker

/// Leases that last, are lost, or are taken away.
@Suite(.timeLimit(.minutes(10))) struct LeaseKeepingTests {
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
}
