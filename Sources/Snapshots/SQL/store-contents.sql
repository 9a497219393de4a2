-- Adds the contents that the feed does not have yet; a content is never changed. In digest order, so that writers of
-- two variants with equal sections wait for each other and never in a circle.
INSERT INTO feedkeeper.section_contents (feed, digest, kind, title, layout, item_count, contract_version, content)
SELECT $1, w.digest, w.kind, w.title, w.layout, w.item_count, w.contract_version, w.content
FROM unnest($2::bytea[], $3::text[], $4::text[], $5::text[], $6::int[], $7::int[], $8::jsonb[])
    AS w (digest, kind, title, layout, item_count, contract_version, content)
ORDER BY w.digest
ON CONFLICT (feed, digest) DO NOTHING
