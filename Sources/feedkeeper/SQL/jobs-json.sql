SELECT * FROM feedkeeper.find_jobs($1, $2, $3, $4, $5) ORDER BY id DESC
