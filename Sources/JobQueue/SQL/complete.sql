-- Ends a job in the transaction of its effect. The fence: no row goes unless this attempt still holds its lease.
-- The row stays locked until the transaction's end, so nobody can take the job in between.
--
-- Its page ($5 is the variant) is due again after $6, or at its regular time when that is NULL, and not sooner than
-- after $7 (intervals). With $7 NULL its schedule stays.
WITH ended AS (
    DELETE FROM feedkeeper.jobs
    WHERE id = $1 AND feed = $2 AND attempt = $3 AND lease_token = $4
    RETURNING id
), moved AS (
    UPDATE feedkeeper.schedules
    SET next_due = greatest(coalesce(clock_timestamp() + $6::interval, next_regular), clock_timestamp() + $7),
        failures = 0
    WHERE feed = $2 AND variant = $5 AND $7::interval IS NOT NULL AND EXISTS (SELECT FROM ended)
)
SELECT id FROM ended
