-- Up to $2 pages of the feeds $1 that are due, the longest due first, locked until the transaction's end. SKIP LOCKED:
-- what another worker has in hand is that worker's.
SELECT s.feed, s.variant, extract(epoch FROM s.next_due)::double precision AS due,
    extract(epoch FROM clock_timestamp())::double precision AS now, s.dispatched_at IS NULL AND s.first_at IS NULL AS is_new
FROM feedkeeper.schedules s
WHERE s.next_due <= clock_timestamp() AND s.stopped_at IS NULL AND s.feed = ANY ($1)
    AND NOT EXISTS (SELECT FROM feedkeeper.feeds f WHERE f.feed = s.feed AND f.paused_at IS NOT NULL)
ORDER BY s.next_due
LIMIT $2
FOR UPDATE OF s SKIP LOCKED
