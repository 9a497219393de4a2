-- Deletes contents of the feed $1 that no page shows, once they are older than $2 (an interval). A writer that is
-- about to show one again is safe: the foreign key refuses whichever of the two comes second.
DELETE FROM feedkeeper.section_contents c
WHERE c.feed = $1 AND c.created_at < clock_timestamp() - $2::interval
    AND NOT EXISTS (SELECT FROM feedkeeper.page_sections s WHERE s.feed = c.feed AND s.digest = c.digest)
