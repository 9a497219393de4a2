SELECT FROM feedkeeper.require_feed($1)
