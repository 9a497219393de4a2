-- Makes a job for each page (feeds $1, variants $2) for which $4 is true and which has none of its schedule yet, and
-- moves all of them to their next times $3, in seconds since 1970. Three attempts: they count workers that went silent,
-- all else is tried again by the schedule.
WITH decided AS MATERIALIZED (
    SELECT s.feed, s.variant, s.params, s.priority, d.runs, to_timestamp(d.next) AS next
    FROM unnest($1::text[], $2::text[], $3::double precision[], $4::boolean[]) AS d (feed, variant, next, runs)
    JOIN feedkeeper.schedules s USING (feed, variant)
), made AS (
    INSERT INTO feedkeeper.jobs (feed, variant, params, priority, max_attempts, by_schedule)
    SELECT feed, variant, params, priority, 3, true FROM decided WHERE runs ORDER BY feed, variant
    ON CONFLICT (feed, variant) WHERE by_schedule DO NOTHING
)
UPDATE feedkeeper.schedules s
SET next_due = decided.next, next_regular = decided.next, dispatched_at = clock_timestamp()
FROM decided
WHERE s.feed = decided.feed AND s.variant = decided.variant
