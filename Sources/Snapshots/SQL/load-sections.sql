-- The sections of the pages (feeds $1, variants $2), each page's in the readers' order.
SELECT s.feed, s.variant, s.section_key, s.position, s.digest, s.revision, s.held_since, s.held_reason, c.kind, c.item_count
FROM unnest($1::text[], $2::text[]) AS g (feed, variant)
JOIN feedkeeper.page_sections s USING (feed, variant)
JOIN feedkeeper.section_contents c USING (feed, digest)
ORDER BY s.feed, s.variant, s.position
