-- Takes up to $1 jobs for the worker $2 until $3 (an interval) from now: first those whose lease has ended, then the
-- waiting ones by priority and run_at. A job without an attempt left goes to dead_jobs instead and stops nobody.
--
-- Only this server's clock decides. One statement, one transaction; its commit need not reach the disk: a claim
-- that a crash of the server takes back only leaves its jobs ready.
WITH RECURSIVE settings AS MATERIALIZED (
    SELECT set_config('synchronous_commit', 'off', true) AS commit, clock_timestamp() AS now
), clock AS MATERIALIZED (
    SELECT now FROM settings WHERE commit = 'off'
), paused AS MATERIALIZED (
    SELECT feed FROM feedkeeper.feeds WHERE paused_at IS NOT NULL
), levels (priority) AS (
    -- The priorities in use, highest first, one index probe for each: jobs of the far future cost nothing then,
    -- whatever their priority.
    (SELECT priority FROM feedkeeper.jobs WHERE lease_token IS NULL ORDER BY priority DESC LIMIT 1)
    UNION ALL
    SELECT (
        SELECT j.priority FROM feedkeeper.jobs j
        WHERE j.lease_token IS NULL AND j.priority < levels.priority ORDER BY j.priority DESC LIMIT 1)
    FROM levels WHERE levels.priority IS NOT NULL
), lost AS MATERIALIZED (
    -- SKIP LOCKED here and below: a row that another worker is taking at this moment is that worker's.
    SELECT id, feed, variant, attempt < max_attempts AS may_run FROM feedkeeper.jobs
    WHERE lease_token IS NOT NULL AND lease_until <= (SELECT now FROM clock)
        AND feed <> ALL (ARRAY(SELECT feed FROM paused))
    ORDER BY lease_until LIMIT $1 FOR UPDATE SKIP LOCKED
), waiting AS MATERIALIZED (
    SELECT due.* FROM levels CROSS JOIN LATERAL (
        SELECT j.id, j.feed, j.variant, j.attempt < j.max_attempts AS may_run FROM feedkeeper.jobs j
        WHERE j.lease_token IS NULL AND j.priority = levels.priority AND j.run_at <= (SELECT now FROM clock)
            AND j.feed <> ALL (ARRAY(SELECT feed FROM paused))
            -- OFFSET 0 keeps this a probe of jobs_one_lease_per_page for each candidate.
            AND NOT EXISTS (
                SELECT FROM feedkeeper.jobs running
                WHERE running.feed = j.feed AND running.variant = j.variant AND running.lease_token IS NOT NULL
                OFFSET 0)
        ORDER BY j.run_at, j.id LIMIT $1 FOR UPDATE SKIP LOCKED
    ) AS due
    LIMIT $1 - (SELECT count(*) FROM lost)
), picked AS MATERIALIZED (
    SELECT id, may_run FROM lost
    UNION ALL
    SELECT id, may_run FROM (
        -- One job of a page at a time; the others of this batch stay as they are.
        SELECT id, may_run, row_number() OVER (PARTITION BY feed, variant, may_run) AS turn
        FROM waiting
    ) AS turns WHERE turn = 1 OR NOT may_run
), exhausted AS (
    DELETE FROM feedkeeper.jobs WHERE id = ANY (ARRAY(SELECT id FROM picked WHERE NOT may_run)) RETURNING *
), buried AS (
    INSERT INTO feedkeeper.dead_jobs (
        id, feed, variant, params, priority, attempt, max_attempts, dedupe_key, created_at, reason, failures)
    SELECT id, feed, variant, params, priority, attempt, max_attempts, dedupe_key, created_at,
        CASE WHEN lease_token IS NULL THEN 'attempts-used-up' ELSE 'worker-died' END,
        CASE WHEN lease_token IS NULL THEN failures ELSE failures || jsonb_build_object(
            'attempt', attempt, 'class', 'lease-ended', 'message', 'worker ' || worker_id || ' went silent',
            'at', lease_until) END
    FROM exhausted
)
UPDATE feedkeeper.jobs
SET attempt = attempt + 1,
    lease_token = gen_random_uuid(),
    lease_until = clock.now + $3,
    worker_id = $2,
    started_at = coalesce(started_at, clock.now),
    failures = CASE WHEN lease_token IS NULL THEN failures ELSE failures || jsonb_build_object(
        'attempt', attempt, 'class', 'lease-ended', 'message', 'worker ' || worker_id || ' went silent',
        'at', lease_until) END
FROM clock
WHERE id = ANY (ARRAY(SELECT id FROM picked WHERE may_run))
RETURNING id, feed, variant, params, attempt, max_attempts, dedupe_key, lease_token, lease_until,
    clock.now - greatest(run_at, created_at) AS waited
