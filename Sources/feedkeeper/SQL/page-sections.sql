SELECT position, section_key, kind, title, item_count, revision,
    to_char(held_since, 'YYYY-MM-DD HH24:MI:SS') AS held_since, held_reason
FROM feedkeeper.current_sections
WHERE feed = $1 AND variant = $2
ORDER BY position
