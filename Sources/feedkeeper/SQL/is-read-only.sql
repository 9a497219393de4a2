-- Whether a job that is taken now could be ended: not on a standby, nor when transactions are read-only by default.
SELECT pg_is_in_recovery() OR current_setting('transaction_read_only')::boolean AS is_read_only
