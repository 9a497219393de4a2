SELECT id, feedkeeper.discard(id) AS is_done FROM feedkeeper.find_jobs($1, $2, $3, $4, $5)
