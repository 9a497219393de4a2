INSERT INTO feedkeeper.schema_migrations (version, name, checksum)
VALUES ($1, $2, encode(sha256($3), 'hex'));
