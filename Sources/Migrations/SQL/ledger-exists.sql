SELECT to_regclass('feedkeeper.schema_migrations') IS NOT NULL AS ledger_exists;
