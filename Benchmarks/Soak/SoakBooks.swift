import Postgres

/// What must hold when everything that was enqueued has been done.
struct SoakBooks {
    let pool: PGPool
    /// The ids whose enqueue was committed.
    let enqueued: Set<Int64>

    /// What does not hold, one sentence each.
    func problems() async throws -> [String] {
        var problems: [String] = []
        let ends = try await ends()
        for id in enqueued.sorted() {
            switch ends[id] {
            case nil: problems.append("job \(id) was enqueued and is nowhere")
            case .some(let end) where end.done + end.dead != 1:
                problems.append("job \(id) was done \(end.done) times and is dead \(end.dead) times")
            default: break
            }
        }
        for (sentence, query) in Self.laws {
            for row in try await pool.query(SQLStatement(name: "books", text: query)) {
                problems.append("\(sentence): \(try row.text(0))")
            }
        }
        return problems
    }

    private func ends() async throws -> [Int64: (done: Int, dead: Int)] {
        let rows = try await pool.query(
            SQLStatement(
                name: "ends",
                text: """
                    SELECT id, sum(done)::int AS done, sum(dead)::int AS dead FROM (
                        SELECT job_id AS id, 1 AS done, 0 AS dead FROM feedkeeper.refreshes WHERE status <> 'failed'
                        UNION ALL SELECT id, 0, 1 FROM feedkeeper.dead_jobs WHERE reason <> ''
                    ) AS ended GROUP BY id
                    """
            )
        )
        var ends: [Int64: (done: Int, dead: Int)] = [:]
        for row in rows { ends[try row.int64("id")] = (try row.int("done"), try row.int("dead")) }
        return ends
    }

    /// What is wrong when a query gives a row.
    private static let laws = [
        (
            "a job is left",
            "SELECT id || ' of page ' || variant || ', attempt ' || attempt FROM feedkeeper.jobs"
        ),
        (
            "a lease is left",
            "SELECT id || ' by ' || worker_id FROM feedkeeper.jobs WHERE lease_token IS NOT NULL"
        ),
        (
            "a job was done twice",
            """
            SELECT job_id::text FROM feedkeeper.refreshes WHERE status <> 'failed' GROUP BY job_id HAVING count(*) > 1
            """
        ),
        (
            "a page has another revision than the ledger has changes",
            """
            SELECT p.variant || ' at ' || p.revision || ', ' || count(r.id) || ' changes'
            FROM feedkeeper.pages p LEFT JOIN feedkeeper.refreshes r
                ON r.feed = p.feed AND r.variant = p.variant AND r.status = 'changed'
            GROUP BY p.feed, p.variant, p.revision HAVING p.revision <> count(r.id)
            """
        ),
        (
            "a page is not whole",
            """
            SELECT variant || ': ' || count(*) || ' sections, positions to ' || max(position)
            FROM feedkeeper.current_sections GROUP BY feed, variant
            HAVING count(*) <> 5 OR max(position) <> 4 OR count(DISTINCT content ->> 'title') <> 5
            """
        ),
        (
            "a page mixes two answers",
            """
            SELECT variant || ': ' || string_agg(DISTINCT mark, ' and ') FROM (
                SELECT variant, (regexp_match(content::text, 'edition [0-9]+'))[1] AS mark
                FROM feedkeeper.current_sections WHERE content::text ~ 'edition [0-9]+'
            ) AS marks GROUP BY variant HAVING count(DISTINCT mark) > 1
            """
        ),
    ]
}
