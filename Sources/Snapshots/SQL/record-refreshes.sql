-- Adds the ledger's rows, and gives their ids in order. Started $5 (intervals) ago by this server's clock. Of the rows
-- numbered $14, from 1, the steps $15 took $16 milliseconds; "store" is what this transaction took so far, so all but its
-- commit. The rows numbered $17 found $18 to $22.
WITH measured AS MATERIALIZED (
    SELECT s.place, jsonb_object_agg(s.step, round(s.ms::numeric, 3)) AS steps
    FROM unnest($14::int[], $15::text[], $16::float8[]) AS s (place, step, ms) GROUP BY s.place
), found AS MATERIALIZED (
    SELECT f.place, jsonb_agg(jsonb_build_object(
        'id', f.id, 'kind', f.kind, 'severity', f.severity, 'path', f.path, 'count', f.count) ORDER BY f.turn) AS findings
    FROM unnest($17::int[], $18::text[], $19::text[], $20::text[], $21::text[], $22::bigint[])
        WITH ORDINALITY AS f (place, id, kind, severity, path, count, turn)
    GROUP BY f.place
), numbered AS MATERIALIZED (
    SELECT nextval('feedkeeper.refresh_ids') AS id, w.*
    FROM unnest($1::text[], $2::text[], $3::bigint[], $4::int[], $5::interval[], $6::text[], $7::bigint[], $8::int[],
            $9::bigint[], $10::text[], $11::int[], $12::text[], $13::text[])
        WITH ORDINALITY AS w (
            feed, variant, job_id, attempt, elapsed, status, revision, contract_version, bytes, verdict, http_status,
            error_class, error, place)
), recorded AS (
    INSERT INTO feedkeeper.refreshes (
        id, feed, variant, job_id, attempt, started_at, status, revision, contract_version, steps, bytes, verdict,
        http_status, error_class, error, findings)
    SELECT n.id, n.feed, n.variant, n.job_id, n.attempt, clock_timestamp() - n.elapsed, n.status, n.revision,
        n.contract_version,
        coalesce(m.steps, '{}') || jsonb_build_object(
            'store', round(extract(epoch FROM clock_timestamp() - now()) * 1000, 3)),
        n.bytes, n.verdict, n.http_status, n.error_class, n.error, coalesce(f.findings, '[]')
    FROM numbered n LEFT JOIN measured m USING (place) LEFT JOIN found f USING (place)
)
SELECT id FROM numbered ORDER BY place
