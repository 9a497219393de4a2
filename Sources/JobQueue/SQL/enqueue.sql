SELECT feedkeeper.enqueue(
    feed => $1, variant => $2, params => $3::jsonb, run_at => now() + $4::interval,
    priority => $5, dedupe_key => $6, max_attempts => $7, on_duplicate => $8) AS id
