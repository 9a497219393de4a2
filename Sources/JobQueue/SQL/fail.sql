-- Ends an attempt that failed: the job waits $7 (an interval) for its next one, or goes to dead_jobs when none is
-- left, or when $7 is NULL, because trying again cannot help. No row: the lease was lost.
WITH failed AS MATERIALIZED (
    SELECT id, attempt < max_attempts AND $7::interval IS NOT NULL AS may_run,
        failures || jsonb_build_object(
            'attempt', attempt, 'class', $5::text, 'message', $6::text, 'at', clock_timestamp()) AS failures
    FROM feedkeeper.jobs
    WHERE id = $1 AND feed = $2 AND attempt = $3 AND lease_token = $4
    FOR UPDATE
), waiting AS (
    UPDATE feedkeeper.jobs j
    SET run_at = clock_timestamp() + $7,
        lease_token = NULL, lease_until = NULL, worker_id = NULL, failures = failed.failures
    FROM failed
    WHERE j.id = failed.id AND j.feed = $2 AND failed.may_run
    RETURNING j.id
), ended AS (
    DELETE FROM feedkeeper.jobs WHERE id = $1 AND feed = $2 AND EXISTS (SELECT FROM failed WHERE NOT may_run)
    RETURNING *
), buried AS (
    INSERT INTO feedkeeper.dead_jobs (
        id, feed, variant, params, priority, attempt, max_attempts, dedupe_key, created_at, reason, failures)
    SELECT ended.id, feed, variant, params, priority, attempt, max_attempts, dedupe_key, created_at,
        CASE WHEN $7::interval IS NULL THEN 'not-retryable' ELSE 'attempts-used-up' END, failed.failures
    FROM ended JOIN failed USING (id)
    RETURNING id
)
SELECT EXISTS (SELECT FROM waiting) AS will_retry, EXISTS (SELECT FROM buried) AS is_dead
FROM failed
