SELECT feed, contract_version, paused_at IS NOT NULL AS is_paused, ready, scheduled, running, expired_leases, retrying,
    dead, oldest_ready_age
FROM feedkeeper.queue_stats
ORDER BY feed
