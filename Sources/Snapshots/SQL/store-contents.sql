-- Adds the contents that their feeds ($1) do not have yet; a content is never changed. In digest order, so that writers of
-- pages with equal sections wait for each other and never in a circle.
INSERT INTO feedkeeper.section_contents (feed, digest, kind, title, layout, item_count, contract_version, content)
SELECT w.feed, w.digest, w.kind, w.title, w.layout, w.item_count, w.contract_version, w.content
FROM unnest($1::text[], $2::bytea[], $3::text[], $4::text[], $5::text[], $6::int[], $7::int[], $8::jsonb[])
    AS w (feed, digest, kind, title, layout, item_count, contract_version, content)
ORDER BY w.feed, w.digest
ON CONFLICT (feed, digest) DO NOTHING
