-- Moves the end of the leases (ids $1, lease tokens $2) to $3 (an interval) from now, for those that are still the worker's.
-- A job that is missing from the answer was cancelled, or its lease ended and somebody else has it.
UPDATE feedkeeper.jobs
SET lease_until = clock_timestamp() + $3
WHERE id = ANY ($1) AND (id, lease_token) IN (SELECT * FROM unnest($1::bigint[], $2::uuid[]))
RETURNING id
