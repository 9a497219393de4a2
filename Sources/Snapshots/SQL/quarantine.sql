-- Keeps what may not reach readers; the same bytes again only count up.
INSERT INTO feedkeeper.quarantine AS q (
    feed, variant, refresh_id, what, endpoint, pointer, kind, reason, http_status, content_type, body, body_bytes)
SELECT DISTINCT ON (w.feed, w.variant, w.what, w.endpoint, w.kind, w.reason, w.body) w.feed, w.variant, w.refresh, w.what,
    w.endpoint, w.pointer, w.kind, w.reason, w.http_status, w.content_type, w.body, w.body_bytes
FROM unnest($1::text[], $2::text[], $3::bigint[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::int[],
        $10::text[], $11::bytea[], $12::bigint[])
    AS w (feed, variant, refresh, what, endpoint, pointer, kind, reason, http_status, content_type, body, body_bytes)
ORDER BY w.feed, w.variant, w.what, w.endpoint, w.kind, w.reason, w.body
ON CONFLICT (feed, variant, what, endpoint, kind, reason, body_digest) DO UPDATE
SET refresh_id = EXCLUDED.refresh_id, pointer = EXCLUDED.pointer, http_status = EXCLUDED.http_status,
    content_type = EXCLUDED.content_type, last_seen = clock_timestamp(), occurrences = q.occurrences + 1
