import Foundation
import JobQueue
import Postgres

// MARK: - From enqueue to start

extension QueueBench {
    /// Milliseconds from the call of enqueue until the job is in hand, on an idle queue, by LISTEN and NOTIFY.
    func latency() async throws -> [(String, Double)] {
        try await execute(
            """
            CREATE FUNCTION plain_enqueue(variant text) RETURNS void LANGUAGE sql AS $$
                INSERT INTO plain_jobs (feed, variant) VALUES ('\(Self.feed)', variant);
                SELECT pg_notify('plain_jobs', '');
            $$
            """
        )
        var (ours, theirs): ([Double], [Double]) = ([], [])
        var events = PGListener(configuration).notifications(on: ["feedkeeper_jobs"]).makeAsyncIterator()
        guard await events.next() == .listening else { throw PlainError(message: "cannot listen") }
        for _ in 0..<8 {
            theirs += try await onThreads(1) { _ in try plainWaits(50) }[0]
            for number in 0..<50 { ours.append(try await wait(number, &events)) }
        }
        return [
            ("median_ms", ours.median), ("p99_ms", ours.quantile(0.99)), ("plain_median_ms", theirs.median),
            ("plain_p99_ms", theirs.quantile(0.99)), ("ratio", ours.median / theirs.median),
        ]
    }

    private func wait(
        _ number: Int,
        _ events: inout AsyncStream<PGListenerEvent>.Iterator
    ) async throws -> Double {
        try await Task.sleep(for: .milliseconds(10))
        var request = JobRequest(feed: Self.feed)
        request.variant = "\(number)"
        let start = ContinuousClock.now
        async let enqueued = queue.enqueue(request)
        _ = await events.next()
        let jobs = try await lease(8)
        let wait = (ContinuousClock.now - start) / .milliseconds(1)
        _ = try await enqueued
        guard jobs.count == 1 else { throw PlainError(message: "\(jobs.count) jobs instead of one") }
        try await complete(jobs)
        return wait
    }

    private func plainWaits(_ count: Int) throws -> [Double] {
        let (enqueuer, worker) = (try plain(), try plain())
        try worker.connection.run("LISTEN plain_jobs")
        return try (0..<count).map { number in
            usleep(10_000)
            let start = ContinuousClock.now
            try enqueuer.connection.send("SELECT plain_enqueue($1)", ["\(number)"])
            try worker.connection.waitForNotification()
            let jobs = try worker.claim(8)
            let wait = (ContinuousClock.now - start) / .milliseconds(1)
            _ = try enqueuer.connection.result()
            guard jobs.count == 1 else { throw PlainError(message: "\(jobs.count) jobs instead of one") }
            try worker.complete(jobs)
            return wait
        }
    }
}

// MARK: - Enqueueing

extension QueueBench {
    private static let clients = 8

    /// Calls of enqueue per second, each a commit, by eight clients at once, while a worker listens; beside them the same
    /// calls without the trigger that notifies, and plain inserts.
    func enqueue() async throws -> [(String, Double)] {
        let listening = PGListener(configuration).notifications(on: ["feedkeeper_jobs"])
        let reading = Task { for await _ in listening {} }
        defer { reading.cancel() }
        let call = "SELECT feedkeeper.enqueue('\(Self.feed)', $1)"
        let insert = "INSERT INTO plain_jobs (feed, variant) VALUES ('\(Self.feed)', $1)"
        var inserts: [Double] = []
        _ = try await enqueued(call)
        let (without, with) = try await interleaved(
            7,
            before: { inserts.append(try await enqueued(insert)) },
            plain: {
                try await execute("ALTER TABLE feedkeeper.jobs DISABLE TRIGGER USER")
                let rate = try await enqueued(call)
                try await execute("ALTER TABLE feedkeeper.jobs ENABLE TRIGGER USER")
                return rate
            },
            ours: { try await enqueued(call) }
        )
        return [
            ("enqueued_per_s", with.median), ("without_notify_per_s", without.median),
            ("plain_inserts_per_s", inserts.median), ("ratio", ratio(with, without)),
        ]
    }

    private func enqueued(_ statement: String) async throws -> Double {
        try await execute("TRUNCATE feedkeeper.jobs, plain_jobs")
        return try await onThreads(Self.clients) { _ in
            let connection = try plain().connection
            try connection.run("SELECT 1")
            let start = ContinuousClock.now
            var count = 0
            while ContinuousClock.now - start < .seconds(2) {
                try connection.run(statement, ["\(count)"])
                count += 1
            }
            return Double(count) / ((ContinuousClock.now - start) / .seconds(1))
        }.reduce(0, +)
    }
}

// MARK: - Claims

extension QueueBench {
    /// Milliseconds of a claim of 500, the first and the last tenth of 100,000 jobs that come and go while somebody holds a
    /// snapshot open.
    func heldSnapshot() async throws -> [(String, Double)] {
        let plain = try plain()
        var (ours, theirs): ([Double], [Double]) = ([], [])
        try await pool.withTransaction(.repeatableRead) { transaction in
            try await transaction.execute(
                SQLStatement(name: "snapshot", text: "SELECT count(*) FROM plain_jobs")
            )
            for round in 0..<200 {
                try await insert(500, round)
                let (claim, jobs) = try await timed { try await lease(500) }
                try await complete(jobs)
                let (plainClaim, plainJobs) = try await timed { try plain.claimByJoin(500) }
                try plain.complete(plainJobs)
                guard jobs.count == 500, plainJobs.count == 500 else {
                    throw PlainError(message: "a claim fell short")
                }
                ours.append(claim)
                theirs.append(plainClaim)
                if round % 20 == 19 { try await execute("VACUUM feedkeeper.jobs, plain_jobs") }
            }
        }
        func growth(_ times: [Double]) -> Double {
            Array(times.suffix(20)).median / Array(times.prefix(20)).median
        }
        return [
            ("start_ms", Array(ours.prefix(20)).median), ("end_ms", Array(ours.suffix(20)).median),
            ("slowest_ms", ours.max() ?? .nan), ("growth", growth(ours)), ("plain_growth", growth(theirs)),
            ("ratio", growth(ours) / growth(theirs)),
        ]
    }

    private func insert(_ count: Int, _ round: Int) async throws {
        for table in ["feedkeeper.jobs", "plain_jobs"] {
            try await execute(
                """
                INSERT INTO \(table) (feed, variant)
                SELECT '\(Self.feed)', \(round) || '-' || n FROM generate_series(1, \(count)) n
                """
            )
        }
    }

    /// Milliseconds of a claim of ten due jobs among a million of the far future, of five priorities.
    func futureJobs() async throws -> [(String, Double)] {
        for table in ["feedkeeper.jobs", "plain_jobs"] {
            try await execute(
                """
                INSERT INTO \(table) (feed, variant, run_at, priority)
                SELECT '\(Self.feed)', 'f' || n, now() + interval '1 year', n % 5 - 2 FROM generate_series(1, 1000000) n
                """
            )
            try await execute("VACUUM ANALYZE \(table)")
        }
        let plain = try plain()
        let (theirs, ours) = try await interleaved(
            21,
            before: fillDue,
            plain: {
                let (milliseconds, jobs) = try await timed { try plain.claim(100) }
                try plain.complete(jobs)
                return milliseconds
            },
            ours: {
                let (milliseconds, jobs) = try await timed { try await lease(100) }
                try await complete(jobs)
                return milliseconds
            }
        )
        return [("claim_ms", ours.median), ("plain_claim_ms", theirs.median), ("ratio", ratio(ours, theirs))]
    }

    private func fillDue() async throws {
        for table in ["feedkeeper.jobs", "plain_jobs"] {
            try await execute(
                """
                INSERT INTO \(table) (feed, variant, priority)
                SELECT '\(Self.feed)', 'due' || n, n % 5 - 2 FROM generate_series(1, 10) n
                """
            )
        }
    }
}
