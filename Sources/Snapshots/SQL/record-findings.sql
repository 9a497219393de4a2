-- Notes what the refresh $2 of the feed $1 found under contract $3; in id order, so that two variants of one feed wait
-- for each other and never in a circle.
INSERT INTO feedkeeper.findings AS f (
    feed, last_refresh, contract_version, id, kind, severity, endpoint, path, count, of, expected, found, sample,
    message, hint)
SELECT $1, $2, $3, w.id, w.kind, w.severity, w.endpoint, w.path, w.count, w.of, w.expected, w.found, w.sample,
    w.message, w.hint
FROM unnest($4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::bigint[], $10::bigint[], $11::text[],
        $12::text[], $13::text[], $14::text[], $15::text[])
    AS w (id, kind, severity, endpoint, path, count, of, expected, found, sample, message, hint)
ORDER BY w.id
ON CONFLICT (feed, id) DO UPDATE
SET severity = EXCLUDED.severity, count = EXCLUDED.count, of = EXCLUDED.of, expected = EXCLUDED.expected,
    found = EXCLUDED.found, sample = EXCLUDED.sample, message = EXCLUDED.message, hint = EXCLUDED.hint,
    contract_version = EXCLUDED.contract_version, last_refresh = EXCLUDED.last_refresh,
    last_seen = clock_timestamp(), occurrences = f.occurrences + 1
