-- Makes feeds known to enqueue: names $1, contract versions $2, $3, for each the parameters a job may have, one a
-- line, or NULL for any, and $4, the hosts of its requests, one a line. An equal registration writes nothing; in name
-- order, so that two starting workers cannot lock each other.
INSERT INTO feedkeeper.feeds AS f (feed, contract_version, parameters, hosts)
SELECT r.feed, r.contract_version, string_to_array(r.parameters, E'\n'), string_to_array(r.hosts, E'\n')
FROM unnest($1::text[], $2::int[], $3::text[], $4::text[]) AS r (feed, contract_version, parameters, hosts)
ORDER BY r.feed
ON CONFLICT (feed) DO UPDATE
SET contract_version = EXCLUDED.contract_version, parameters = EXCLUDED.parameters, hosts = EXCLUDED.hosts,
    registered_at = clock_timestamp()
WHERE (f.contract_version, f.parameters, f.hosts)
    IS DISTINCT FROM (EXCLUDED.contract_version, EXCLUDED.parameters, EXCLUDED.hosts)
