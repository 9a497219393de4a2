-- Locks the page until the transaction's end, so that two writers of one page follow each other, and notes that it
-- was checked under contract $3. A page that was never stored begins at revision 0. What the endpoints $4 sent for the
-- next request (etags $5, last-modified $6, body digests $7) replaces what was kept of these endpoints.
WITH sent AS MATERIALIZED (
    SELECT coalesce(jsonb_object_agg(w.endpoint, jsonb_strip_nulls(jsonb_build_object(
        'etag', w.etag, 'lastModified', w.last_modified, 'bodyDigest', encode(w.body_digest, 'hex')))), '{}')
        AS validators
    FROM unnest($4::text[], $5::text[], $6::text[], $7::bytea[]) AS w (endpoint, etag, last_modified, body_digest)
)
INSERT INTO feedkeeper.pages AS p (feed, variant, contract_version, validators)
SELECT $1, $2, $3, validators FROM sent
ON CONFLICT (feed, variant) DO UPDATE
SET checked_at = clock_timestamp(), contract_version = EXCLUDED.contract_version,
    validators = p.validators || EXCLUDED.validators
RETURNING revision
