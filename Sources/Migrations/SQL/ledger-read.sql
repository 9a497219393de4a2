SELECT version, name, checksum, applied_at
FROM feedkeeper.schema_migrations
ORDER BY version;
