SELECT encode(sha256(file.content), 'hex') AS checksum
FROM unnest($1) WITH ORDINALITY AS file (content, position)
ORDER BY file.position;
