-- One migrator at a time in a database; the number only has to be nobody else's ("feedkeep" in ASCII).
-- The lock ends with the transaction, so it works through pgbouncer and can't be left behind.
SELECT pg_advisory_xact_lock(7378415046489367920);
