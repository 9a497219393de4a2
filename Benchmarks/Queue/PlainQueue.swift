/// The queue that a plain loop over libpq needs and no more: one table, claims of many rows, their ends in one statement.
///
/// Every call is a transaction of its own, durable as the server is set up. What Feedkeeper's queue has beside it (leases that
/// are fenced, one refresh of a page at a time, limits, pauses, priorities that cannot be starved by the far future, dead jobs)
/// is what the measured ratio pays for.
struct PlainQueue {
    static let schema = [
        """
        CREATE TABLE plain_jobs (
            id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, feed text NOT NULL, variant text NOT NULL,
            params jsonb NOT NULL DEFAULT '{}', priority int NOT NULL DEFAULT 0, run_at timestamptz NOT NULL DEFAULT now(),
            attempt int NOT NULL DEFAULT 0, lease_until timestamptz
        ) WITH (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_cost_delay = 0)
        """,
        "CREATE INDEX plain_ready ON plain_jobs (priority DESC, run_at, id) WHERE lease_until IS NULL",
        """
        CREATE TABLE plain_pages (
            feed text NOT NULL, variant text NOT NULL, body jsonb COMPRESSION lz4 NOT NULL,
            updated_at timestamptz NOT NULL DEFAULT now(), PRIMARY KEY (feed, variant)
        ) WITH (fillfactor = 80)
        """,
    ]

    let connection: PlainConnection

    /// Takes up to `limit` due jobs and gives their ids and variants.
    func claim(_ limit: Int) throws -> [(id: String, variant: String)] {
        try connection.run(
            """
            WITH due AS MATERIALIZED (
                SELECT id FROM plain_jobs WHERE lease_until IS NULL AND run_at <= now()
                ORDER BY priority DESC, run_at, id LIMIT $1::int FOR UPDATE SKIP LOCKED
            )
            UPDATE plain_jobs SET lease_until = now() + interval '1 min', attempt = attempt + 1
            WHERE id = ANY (ARRAY(SELECT id FROM due)) RETURNING id, variant
            """,
            ["\(limit)"]
        ).map { ($0[0], $0[1]) }
    }

    /// The form that most queues on Postgres claim with.
    func claimByJoin(_ limit: Int) throws -> [(id: String, variant: String)] {
        try connection.run(
            """
            WITH due AS MATERIALIZED (
                SELECT id FROM plain_jobs WHERE lease_until IS NULL AND run_at <= now()
                ORDER BY priority DESC, run_at, id LIMIT $1::int FOR UPDATE SKIP LOCKED
            )
            UPDATE plain_jobs j SET lease_until = now() + interval '1 min', attempt = attempt + 1
            FROM due WHERE j.id = due.id RETURNING j.id, j.variant
            """,
            ["\(limit)"]
        ).map { ($0[0], $0[1]) }
    }

    func complete(_ jobs: [(id: String, variant: String)]) throws {
        try connection.run("DELETE FROM plain_jobs WHERE id = ANY ($1::bigint[])", [array(jobs.map(\.id))])
    }

    /// Writes a page for each job and ends the jobs, in one statement of many rows.
    func complete(_ jobs: [(id: String, variant: String)], bodies: [String]) throws {
        let rows = jobs.indices.map { "($\(2 * $0 + 2), $\(2 * $0 + 3)::jsonb)" }.joined(separator: ", ")
        try connection.run(
            """
            WITH ended AS (DELETE FROM plain_jobs WHERE id = ANY ($1::bigint[]))
            INSERT INTO plain_pages (feed, variant, body) SELECT 'bench', v, b FROM (VALUES \(rows)) AS w (v, b)
            ON CONFLICT (feed, variant) DO UPDATE SET body = EXCLUDED.body, updated_at = now()
            """,
            [array(jobs.map(\.id))] + zip(jobs, bodies).flatMap { [$0.variant, $1] }
        )
    }

    private func array(_ ids: [String]) -> String { "{\(ids.joined(separator: ","))}" }
}
