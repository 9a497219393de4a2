-- Ends a job of its page's schedule ($1 to $4 are its fence, $5 its variant) whose refresh failed; the page is due again
-- after $6 (an interval). No row: the lease was lost.
WITH ended AS (
    DELETE FROM feedkeeper.jobs
    WHERE id = $1 AND feed = $2 AND attempt = $3 AND lease_token = $4
    RETURNING id
), moved AS (
    UPDATE feedkeeper.schedules SET next_due = clock_timestamp() + $6::interval, failures = failures + 1
    WHERE feed = $2 AND variant = $5 AND EXISTS (SELECT FROM ended)
)
SELECT id FROM ended
