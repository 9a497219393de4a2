DELETE FROM feedkeeper.page_sections
WHERE feed = $1 AND variant = $2 AND section_key = ANY ($3)
