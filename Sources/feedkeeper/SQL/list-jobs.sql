SELECT id, feed, variant, state, priority, attempt, max_attempts, dedupe_key, params::text AS params,
    to_char(created_at, 'YYYY-MM-DD HH24:MI:SS') AS created_at, to_char(run_at, 'YYYY-MM-DD HH24:MI:SS') AS run_at,
    to_char(lease_until, 'YYYY-MM-DD HH24:MI:SS') AS lease_until, worker_id,
    to_char(died_at, 'YYYY-MM-DD HH24:MI:SS') AS died_at, reason, last_error
FROM feedkeeper.find_jobs($1, $2, $3, $4, $5)
ORDER BY id DESC
