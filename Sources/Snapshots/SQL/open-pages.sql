-- Locks the pages (feeds $1, variants $2) until the transaction's end, so that two writers of one page follow each other, and
-- notes that they were checked under the contracts $3; in one order, so that writers never wait in a circle. A page that was
-- never stored begins at revision 0. What the endpoints $5 of the pages numbered $4, from 1, sent for the next request
-- (etags $6, last-modified $7, body digests $8) replaces what was kept of these endpoints.
WITH sent AS MATERIALIZED (
    SELECT w.page, jsonb_object_agg(w.endpoint, jsonb_strip_nulls(jsonb_build_object(
        'etag', w.etag, 'lastModified', w.last_modified, 'bodyDigest', encode(w.body_digest, 'hex')))) AS validators
    FROM unnest($4::int[], $5::text[], $6::text[], $7::text[], $8::bytea[])
        AS w (page, endpoint, etag, last_modified, body_digest)
    GROUP BY w.page
)
INSERT INTO feedkeeper.pages AS p (feed, variant, contract_version, validators)
SELECT g.feed, g.variant, g.contract_version, coalesce(s.validators, '{}')
FROM unnest($1::text[], $2::text[], $3::int[]) WITH ORDINALITY AS g (feed, variant, contract_version, page)
LEFT JOIN sent s USING (page)
ORDER BY g.feed, g.variant
ON CONFLICT (feed, variant) DO UPDATE
SET checked_at = clock_timestamp(), contract_version = EXCLUDED.contract_version,
    validators = p.validators || EXCLUDED.validators
RETURNING feed, variant, revision
