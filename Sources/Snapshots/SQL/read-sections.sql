SELECT position, section_key, kind, title, layout, item_count, revision, contract_version, updated_at, held_since,
    held_reason
FROM feedkeeper.current_sections
WHERE feed = $1 AND variant = $2
ORDER BY position
