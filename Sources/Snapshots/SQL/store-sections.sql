-- Writes the rows that differ, of the pages with the feeds $1 and variants $2: keys $3, positions $4, digests $5, reasons for
-- holding $6 (NULL: not held), for the revisions $7. A section's revision and updated_at move with its content only,
-- held_since begins once.
INSERT INTO feedkeeper.page_sections AS s (
    feed, variant, section_key, position, digest, revision, held_reason, held_since)
SELECT w.feed, w.variant, w.section_key, w.position, w.digest, w.revision, w.held_reason,
    CASE WHEN w.held_reason IS NOT NULL THEN clock_timestamp() END
FROM unnest($1::text[], $2::text[], $3::text[], $4::int[], $5::bytea[], $6::text[], $7::bigint[])
    AS w (feed, variant, section_key, position, digest, held_reason, revision)
ON CONFLICT (feed, variant, section_key) DO UPDATE
SET position = EXCLUDED.position,
    digest = EXCLUDED.digest,
    revision = CASE WHEN s.digest = EXCLUDED.digest THEN s.revision ELSE EXCLUDED.revision END,
    updated_at = CASE WHEN s.digest = EXCLUDED.digest THEN s.updated_at ELSE clock_timestamp() END,
    held_reason = EXCLUDED.held_reason,
    held_since = CASE WHEN EXCLUDED.held_reason IS NOT NULL THEN coalesce(s.held_since, EXCLUDED.held_since) END
