-- Adds the default pages of the feeds $1 to the schedules where they are not there yet: due $2 (intervals, NULL for
-- none) after their last refresh, or now.
INSERT INTO feedkeeper.schedules (feed, next_due, next_regular)
SELECT f.feed, first.due, first.due
FROM unnest($1::text[], $2::interval[]) AS f (feed, every)
CROSS JOIN LATERAL (
    SELECT coalesce(
        (SELECT p.checked_at + f.every FROM feedkeeper.pages p WHERE p.feed = f.feed AND p.variant = ''),
        clock_timestamp()) AS due
) AS first
ORDER BY f.feed
ON CONFLICT (feed, variant) DO NOTHING
