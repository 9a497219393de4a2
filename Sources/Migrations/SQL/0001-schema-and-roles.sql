-- The schema and the three roles of its users. Roles belong to the whole cluster: another database of the
-- cluster may have made them, or be making them at this moment, and the migrating user may not be allowed to.
-- What each role may do is decided by feedkeeper.grant_roles() (0006), which can be run again later.

CREATE SCHEMA IF NOT EXISTS feedkeeper;
COMMENT ON SCHEMA feedkeeper IS 'Copies of other people''s JSON feeds: the job queue, the pages, the refresh ledger.';

DO $$
DECLARE
    wanted text;
BEGIN
    FOREACH wanted IN ARRAY ARRAY['feedkeeper_worker', 'feedkeeper_enqueuer', 'feedkeeper_reader'] LOOP
        CONTINUE WHEN EXISTS (SELECT FROM pg_catalog.pg_roles WHERE rolname = wanted);
        BEGIN
            EXECUTE format('CREATE ROLE %I NOLOGIN', wanted);
        EXCEPTION
            -- A neighbour was faster; its role is ours too.
            WHEN duplicate_object OR unique_violation THEN NULL;
            WHEN insufficient_privilege THEN
                RAISE NOTICE 'role % is missing and % may not create it', wanted, current_user
                    USING HINT = format(
                        'A superuser can run: CREATE ROLE %I; and then you: SELECT feedkeeper.grant_roles();', wanted);
        END;
    END LOOP;
END
$$;
