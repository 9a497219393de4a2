-- The time until the next page of the feeds $1 is due; NULL when none is. Paused feeds do not count.
SELECT min(s.next_due) - clock_timestamp() AS wait
FROM feedkeeper.schedules s
WHERE s.stopped_at IS NULL AND s.feed = ANY ($1)
    AND NOT EXISTS (SELECT FROM feedkeeper.feeds f WHERE f.feed = s.feed AND f.paused_at IS NOT NULL)
