-- The profile of an endpoint, locked until the transaction's end, and made where there is none.
INSERT INTO feedkeeper.profiles AS p (feed, contract_version, endpoint) VALUES ($1, $2, $3)
ON CONFLICT (feed, contract_version, endpoint) DO UPDATE
SET updated_at = clock_timestamp()
RETURNING p.profile::text AS profile
