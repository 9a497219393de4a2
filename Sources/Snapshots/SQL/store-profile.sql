UPDATE feedkeeper.profiles
SET profile = $4::json, samples = $5
WHERE feed = $1 AND contract_version = $2 AND endpoint = $3
