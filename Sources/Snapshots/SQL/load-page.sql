SELECT revision, contract_version
FROM feedkeeper.pages
WHERE feed = $1 AND variant = $2
