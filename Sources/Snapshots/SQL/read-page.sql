SELECT feedkeeper.page($1, $2) AS page
