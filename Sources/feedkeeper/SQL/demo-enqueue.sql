SELECT feedkeeper.enqueue($1) AS id
