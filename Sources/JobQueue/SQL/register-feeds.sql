-- Makes feeds known to enqueue: names $1, contract versions $2, and $3, for each the parameters a job may
-- have, one a line, or NULL for any. An equal registration writes nothing; in name order, so that two starting workers
-- cannot lock each other.
INSERT INTO feedkeeper.feeds AS f (feed, contract_version, parameters)
SELECT r.feed, r.contract_version, string_to_array(r.parameters, E'\n')
FROM unnest($1::text[], $2::int[], $3::text[]) AS r (feed, contract_version, parameters)
ORDER BY r.feed
ON CONFLICT (feed) DO UPDATE
SET contract_version = EXCLUDED.contract_version, parameters = EXCLUDED.parameters, registered_at = clock_timestamp()
WHERE (f.contract_version, f.parameters) IS DISTINCT FROM (EXCLUDED.contract_version, EXCLUDED.parameters)
