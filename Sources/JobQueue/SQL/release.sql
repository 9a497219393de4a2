-- Gives back jobs that were taken but not started (ids $1, lease tokens $2), with their attempt, and wakes the others: a
-- worker that stops leaves no trace. Equal notifications of one transaction are one.
WITH released AS (
    UPDATE feedkeeper.jobs
    SET attempt = attempt - 1, lease_token = NULL, lease_until = NULL, worker_id = NULL
    WHERE id = ANY ($1) AND (id, lease_token) IN (SELECT * FROM unnest($1::bigint[], $2::uuid[]))
    RETURNING id
)
SELECT id, pg_notify('feedkeeper_jobs', '') FROM released
