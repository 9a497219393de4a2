-- Notes what refreshes ($2) of the feeds $1 found under the contracts $3, each finding once, the last of $16 times; in one
-- order, so that writers wait for each other and never in a circle.
INSERT INTO feedkeeper.findings AS f (
    feed, last_refresh, contract_version, id, kind, severity, endpoint, path, count, of, expected, found, sample,
    message, hint, occurrences)
SELECT w.feed, w.refresh, w.contract_version, w.id, w.kind, w.severity, w.endpoint, w.path, w.count, w.of, w.expected,
    w.found, w.sample, w.message, w.hint, w.times
FROM unnest($1::text[], $2::bigint[], $3::int[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[],
        $9::bigint[], $10::bigint[], $11::text[], $12::text[], $13::text[], $14::text[], $15::text[], $16::bigint[])
    AS w (feed, refresh, contract_version, id, kind, severity, endpoint, path, count, of, expected, found, sample,
        message, hint, times)
ORDER BY w.feed, w.id
ON CONFLICT (feed, id) DO UPDATE
SET severity = EXCLUDED.severity, count = EXCLUDED.count, of = EXCLUDED.of, expected = EXCLUDED.expected,
    found = EXCLUDED.found, sample = EXCLUDED.sample, message = EXCLUDED.message, hint = EXCLUDED.hint,
    contract_version = EXCLUDED.contract_version, last_refresh = EXCLUDED.last_refresh,
    last_seen = clock_timestamp(), occurrences = f.occurrences + EXCLUDED.occurrences
