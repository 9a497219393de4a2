-- Deletes up to $2 findings that no refresh has shown for $1 (an interval).
DELETE FROM feedkeeper.findings
WHERE (feed, id) IN (
    SELECT feed, id FROM feedkeeper.findings WHERE last_seen < clock_timestamp() - $1::interval LIMIT $2)
