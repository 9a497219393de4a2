-- Ends jobs in the transaction of their effects: ids $1, feeds $2, attempts $3, lease tokens $4. The fence: no row goes
-- unless that attempt still holds its lease. The rows stay locked until the transaction's end, so nobody can take the jobs
-- in between.
--
-- Their pages ($5 are the variants) are due again after $6, or at their regular times where that is NULL, and not sooner
-- than after $7 (intervals). Where $7 is NULL the schedule stays.
WITH given AS MATERIALIZED (
    SELECT * FROM unnest($1::bigint[], $2::text[], $3::int[], $4::uuid[], $5::text[], $6::interval[], $7::interval[])
        AS g (id, feed, attempt, lease_token, variant, after, not_before)
), ended AS (
    -- The array pins the plan to the key, whatever the statistics say.
    DELETE FROM feedkeeper.jobs j
    WHERE j.id = ANY ($1)
        AND (j.id, j.feed, j.attempt, j.lease_token) IN (SELECT g.id, g.feed, g.attempt, g.lease_token FROM given g)
    RETURNING j.id, j.lease_token
), moved AS (
    UPDATE feedkeeper.schedules s
    SET next_due = greatest(coalesce(clock_timestamp() + g.after, s.next_regular), clock_timestamp() + g.not_before),
        failures = 0
    FROM given g
    WHERE s.feed = g.feed AND s.variant = g.variant AND g.not_before IS NOT NULL AND g.id IN (SELECT id FROM ended)
)
SELECT id, lease_token FROM ended
