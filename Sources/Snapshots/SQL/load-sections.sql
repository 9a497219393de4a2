SELECT s.section_key, s.position, s.digest, s.revision, s.held_since, s.held_reason, c.kind, c.item_count
FROM feedkeeper.page_sections s
JOIN feedkeeper.section_contents c USING (feed, digest)
WHERE s.feed = $1 AND s.variant = $2
ORDER BY s.position
