-- Deletes up to $2 rows of the ledger that are older than $1 (an interval). Ids rise with time, so the oldest rows of a
-- feed are the first of its key, and no index by time is needed.
WITH old AS MATERIALIZED (
    SELECT r.feed, r.id FROM feedkeeper.feeds f CROSS JOIN LATERAL (
        SELECT feed, id, finished_at FROM feedkeeper.refreshes WHERE feed = f.feed ORDER BY id LIMIT $2
    ) AS r
    WHERE r.finished_at < clock_timestamp() - $1::interval
    LIMIT $2
)
DELETE FROM feedkeeper.refreshes r USING old WHERE r.feed = old.feed AND r.id = old.id
