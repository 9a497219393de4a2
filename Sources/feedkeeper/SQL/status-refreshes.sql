SELECT feed, variant, id, to_char(started_at, 'YYYY-MM-DD HH24:MI:SS') AS started, status, revision, bytes, steps::text AS steps,
    (extract(epoch FROM finished_at - started_at) * 1000)::double precision AS elapsed_ms, verdict, jsonb_array_length(findings) AS finding_count,
    error_class, error
FROM feedkeeper.refreshes
ORDER BY started_at DESC, id DESC
LIMIT $1
