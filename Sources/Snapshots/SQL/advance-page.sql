-- Makes $3 the page's revision and tells the listeners; they hear of it when the transaction has committed.
WITH advanced AS (
    UPDATE feedkeeper.pages
    SET revision = $3, contract_version = $4, updated_at = clock_timestamp(),
        digest = (
            SELECT sha256(string_agg(convert_to(s.section_key, 'UTF8') || '\x00' || s.digest, '' ORDER BY s.position))
            FROM feedkeeper.page_sections s WHERE s.feed = $1 AND s.variant = $2)
    WHERE feed = $1 AND variant = $2
    RETURNING feed, variant, revision
)
SELECT pg_notify('feedkeeper_pages', json_build_object('feed', feed, 'variant', variant, 'revision', revision)::text)
FROM advanced
