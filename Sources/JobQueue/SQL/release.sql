-- Gives back jobs that were taken but not started, with their attempt: a worker that stops leaves no trace.
UPDATE feedkeeper.jobs
SET attempt = attempt - 1, lease_token = NULL, lease_until = NULL, worker_id = NULL
WHERE id = ANY ($1) AND lease_token = ANY ($2)
RETURNING id
