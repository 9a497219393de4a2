SELECT v.endpoint, v.kept ->> 'etag' AS etag, v.kept ->> 'lastModified' AS last_modified,
    decode(v.kept ->> 'bodyDigest', 'hex') AS body_digest
FROM feedkeeper.pages p
CROSS JOIN LATERAL jsonb_each(p.validators) AS v (endpoint, kept)
WHERE p.feed = $1 AND p.variant = $2
