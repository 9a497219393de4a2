-- The time until the next job can be taken: 0 when one could be now, NULL when there is none at all. Of the
-- feeds $1, or of all for NULL; jobs of paused feeds and of pages that are being refreshed do not count; the end of each
-- lease does.
WITH RECURSIVE clock AS MATERIALIZED (
    SELECT clock_timestamp() AS now
), known AS MATERIALIZED (
    SELECT feed FROM feedkeeper.feeds WHERE paused_at IS NULL AND ($1::text[] IS NULL OR feed = ANY ($1))
), levels (priority) AS (
    -- As in feedkeeper.claim: one index probe for each priority in use.
    (SELECT priority FROM feedkeeper.jobs WHERE lease_token IS NULL ORDER BY priority DESC LIMIT 1)
    UNION ALL
    SELECT (
        SELECT j.priority FROM feedkeeper.jobs j
        WHERE j.lease_token IS NULL AND j.priority < levels.priority ORDER BY j.priority DESC LIMIT 1)
    FROM levels WHERE levels.priority IS NOT NULL
), due (at) AS (
    SELECT first.run_at FROM levels CROSS JOIN LATERAL (
        SELECT j.run_at FROM feedkeeper.jobs j
        WHERE j.lease_token IS NULL AND j.priority = levels.priority
            AND j.feed = ANY (ARRAY(SELECT feed FROM known))
            AND NOT EXISTS (
                SELECT FROM feedkeeper.jobs running
                WHERE running.feed = j.feed COLLATE "C" AND running.variant = j.variant COLLATE "C"
                    AND running.lease_token IS NOT NULL
                OFFSET 0)
        ORDER BY j.run_at, j.id LIMIT 1
    ) AS first
    UNION ALL
    (SELECT lease_until FROM feedkeeper.jobs
        WHERE lease_until IS NOT NULL AND feed = ANY (ARRAY(SELECT feed FROM known))
        ORDER BY lease_until LIMIT 1)
)
SELECT greatest(min(due.at) - (SELECT now FROM clock), interval '0') AS wait FROM due
HAVING count(*) > 0
