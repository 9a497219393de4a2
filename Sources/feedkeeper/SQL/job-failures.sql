SELECT (f.failure ->> 'attempt')::int AS attempt, f.failure ->> 'class' AS class, f.failure ->> 'message' AS message,
    to_char((f.failure ->> 'at')::timestamptz, 'YYYY-MM-DD HH24:MI:SS') AS failed_at
FROM feedkeeper.find_jobs(ids => ARRAY[$1::bigint]) j
CROSS JOIN LATERAL jsonb_array_elements(j.failures) WITH ORDINALITY AS f (failure, place)
ORDER BY f.place
