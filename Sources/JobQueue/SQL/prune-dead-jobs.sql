-- Deletes up to $2 dead jobs that died longer than $1 (an interval) ago, by the index of each feed.
WITH old AS MATERIALIZED (
    SELECT d.id, d.feed FROM feedkeeper.feeds f CROSS JOIN LATERAL (
        SELECT id, feed FROM feedkeeper.dead_jobs
        WHERE feed = f.feed AND died_at < clock_timestamp() - $1::interval
        ORDER BY died_at LIMIT $2 FOR UPDATE SKIP LOCKED
    ) AS d
    LIMIT $2
)
DELETE FROM feedkeeper.dead_jobs d USING old WHERE d.id = old.id AND d.feed = old.feed
