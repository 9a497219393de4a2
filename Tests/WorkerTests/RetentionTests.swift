import Testing
import Worker

@Suite(.timeLimit(.minutes(5))) struct RetentionTests {
    @Test func `what is older than its retention goes in batches, and what is younger stays`() async throws {
        try await Stage.with { stage in
            try await stage.makeHistories(count: 25)
            try await stage.whileWorking({
                $0.housekeepingInterval = .milliseconds(20)
                $0.retention.batch = 4
            }) { _ in
                for table in histories {
                    try await stage.until("(SELECT count(*) FROM feedkeeper.\(table)) <= 10")
                }
            }
            // Every second one is young; a worker that goes too far takes these too.
            #expect(try await stage.number("SELECT count(*) FROM feedkeeper.refreshes") == 10)
            #expect(try await stage.number("SELECT count(*) FROM feedkeeper.findings") == 10)
            #expect(try await stage.number("SELECT count(*) FROM feedkeeper.quarantine") == 10)
            #expect(try await stage.number("SELECT count(*) FROM feedkeeper.dead_jobs") == 10)
        }
    }
}

private let histories = ["refreshes", "findings", "quarantine", "dead_jobs"]

extension Stage {
    /// So many rows of each history that are too old, and ten of today.
    fileprivate func makeHistories(count: Int) async throws {
        let at = "now() - CASE WHEN i <= \(count) THEN interval '400 days' ELSE interval '0' END"
        let rows = "FROM generate_series(1, \(count + 10)) i"
        for statement in [
            """
            INSERT INTO feedkeeper.refreshes (feed, variant, job_id, attempt, started_at, finished_at, status)
            SELECT 'profile', '', i, 1, \(at), \(at), 'unchanged' \(rows)
            """,
            """
            INSERT INTO feedkeeper.findings
                (feed, id, kind, severity, path, count, of, message, contract_version, last_seen, last_refresh)
            SELECT 'profile', i::text, 'first-seen', 'info', '', 1, 1, '', 1, \(at), 1 \(rows)
            """,
            """
            INSERT INTO feedkeeper.quarantine
                (feed, variant, refresh_id, what, endpoint, reason, body, body_bytes, last_seen)
            SELECT 'profile', '', 1, 'response', '', 'not-json', i::text::bytea, 9, \(at) \(rows)
            """,
            """
            INSERT INTO feedkeeper.dead_jobs
                (id, feed, variant, params, priority, attempt, max_attempts, created_at, died_at, reason, failures)
            SELECT i, 'profile', '', '{}', 0, 1, 1, \(at), \(at), 'not-retryable', '[]' \(rows)
            """,
        ] { try await execute(statement) }
    }
}
