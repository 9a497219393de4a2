SELECT feedkeeper.cancel($1) AS done
