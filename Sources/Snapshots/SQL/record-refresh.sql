-- Adds the ledger's row. Started $5 (an interval) ago by this server's clock. The step times are the names $9 with
-- milliseconds $10; "store" is what this transaction took so far, so all but its commit.
INSERT INTO feedkeeper.refreshes (
    feed, variant, job_id, attempt, started_at, status, revision, contract_version, steps, bytes, verdict,
    http_status, error_class, error, findings)
SELECT $1, $2, $3, $4, clock_timestamp() - $5, $6, $7, $8, steps.object, $11, $12, $13, $14, $15,
    coalesce(found.list, '[]')
FROM (
    SELECT coalesce(jsonb_object_agg(w.step, round(w.ms::numeric, 3)), '{}') || jsonb_build_object(
        'store', round(extract(epoch FROM clock_timestamp() - now()) * 1000, 3)) AS object
    FROM unnest($9::text[], $10::float8[]) AS w (step, ms)
) AS steps, (
    SELECT jsonb_agg(jsonb_build_object(
        'id', w.id, 'kind', w.kind, 'severity', w.severity, 'path', w.path, 'count', w.count)) AS list
    FROM unnest($16::text[], $17::text[], $18::text[], $19::text[], $20::bigint[])
        AS w (id, kind, severity, path, count)
) AS found
RETURNING id
