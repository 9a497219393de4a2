SELECT feedkeeper.pause($1)
