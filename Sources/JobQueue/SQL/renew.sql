-- Moves the end of the leases to $3 (an interval) from now, for those that are still the worker's. A token is new with
-- each claim, so it stands for the attempt as well. A job that is missing from the answer was cancelled, or its
-- lease ended and somebody else has it.
UPDATE feedkeeper.jobs
SET lease_until = clock_timestamp() + $3
WHERE id = ANY ($1) AND lease_token = ANY ($2)
RETURNING id
