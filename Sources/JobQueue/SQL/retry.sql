SELECT feedkeeper.retry($1) AS done
