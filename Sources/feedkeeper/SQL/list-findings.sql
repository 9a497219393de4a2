SELECT feed, id, kind, severity, path, message, sample, occurrences,
    to_char(first_seen, 'YYYY-MM-DD HH24:MI:SS') AS first_seen, to_char(last_seen, 'YYYY-MM-DD HH24:MI:SS') AS last_seen
FROM feedkeeper.findings
WHERE ($1 = '' OR feed = $1)
    AND severity = ANY (CASE $2 WHEN 'breaking' THEN ARRAY['breaking'] WHEN 'warning' THEN ARRAY['breaking', 'warning']
        ELSE ARRAY['breaking', 'warning', 'info'] END)
ORDER BY last_seen DESC, CASE severity WHEN 'breaking' THEN 0 WHEN 'warning' THEN 1 ELSE 2 END, path, id
