-- Ends many jobs in the transaction of their effects; the ids returned are those whose leases held (see complete).
-- Ordered locks: two workers that disagree on who owns what wait for each other and never in a circle.
WITH ours AS MATERIALIZED (
    SELECT id FROM feedkeeper.jobs
    WHERE id = ANY ($1) AND lease_token = ANY ($2)
    ORDER BY id FOR UPDATE
)
DELETE FROM feedkeeper.jobs WHERE id = ANY (ARRAY(SELECT id FROM ours))
RETURNING id
