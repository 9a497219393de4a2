SELECT feedkeeper.resume($1)
