-- Ends a job in the transaction of its effect. The fence: no row goes unless this attempt still holds its lease.
-- The row stays locked until the transaction's end, so nobody can take the job in between.
DELETE FROM feedkeeper.jobs
WHERE id = $1 AND feed = $2 AND attempt = $3 AND lease_token = $4
RETURNING id
