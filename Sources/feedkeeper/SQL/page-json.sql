SELECT feedkeeper.page($1, $2)::text AS page
