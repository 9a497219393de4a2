-- The newest $2 refreshes of the feed $1, or of all feeds when it is NULL; newest first.
SELECT id, feed, variant, job_id, attempt, status, revision, bytes, verdict, http_status, error_class, error,
    started_at, finished_at - started_at AS elapsed, jsonb_array_length(findings) AS finding_count,
    (steps ->> 'fetch')::float8 AS fetch_ms, (steps ->> 'check')::float8 AS check_ms,
    (steps ->> 'split')::float8 AS split_ms, (steps ->> 'diff')::float8 AS diff_ms,
    (steps ->> 'store')::float8 AS store_ms
FROM feedkeeper.refreshes
WHERE $1::text IS NULL OR feed = $1
ORDER BY id DESC
LIMIT $2
