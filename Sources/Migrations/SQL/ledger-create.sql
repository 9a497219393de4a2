CREATE SCHEMA IF NOT EXISTS feedkeeper;

CREATE TABLE feedkeeper.schema_migrations (
    version integer PRIMARY KEY CHECK (version > 0),
    name text NOT NULL,
    checksum text NOT NULL,
    applied_at timestamptz NOT NULL DEFAULT now()
);
