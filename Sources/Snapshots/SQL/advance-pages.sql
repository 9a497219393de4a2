-- Makes $3 the revisions of the pages (feeds $1, variants $2) and tells the listeners; they hear of it when the transaction has
-- committed.
WITH advanced AS (
    UPDATE feedkeeper.pages p SET revision = g.revision, updated_at = clock_timestamp()
    FROM unnest($1::text[], $2::text[], $3::bigint[]) AS g (feed, variant, revision)
    WHERE p.feed = g.feed AND p.variant = g.variant
    RETURNING p.feed, p.variant, p.revision
)
SELECT pg_notify('feedkeeper_pages', json_build_object('feed', feed, 'variant', variant, 'revision', revision)::text)
FROM advanced
