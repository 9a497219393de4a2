-- Takes up to $1 jobs for the worker $2 until $3 (an interval) from now, of the feeds $4 (NULL: of all that are
-- registered), behind the places $5 to $7 (NULL: from the start). One transaction; who runs what is decided in the function.
SELECT id, feed, variant, params, attempt, max_attempts, dedupe_key, lease_token, lease_until, waited, schedule_failures,
    runs_alone, waiting_priority, run_at
FROM feedkeeper.claim($1, $2, $3, $4, $5::int[], $6::timestamptz[], $7::bigint[])
