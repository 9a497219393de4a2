-- Deletes up to $2 rows of the quarantine that did not come again for $1 (an interval).
DELETE FROM feedkeeper.quarantine
WHERE (feed, id) IN (
    SELECT feed, id FROM feedkeeper.quarantine WHERE last_seen < clock_timestamp() - $1::interval LIMIT $2)
