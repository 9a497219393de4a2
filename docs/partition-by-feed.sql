-- Makes hash partitions, by feed, of the tables that grow: psql "$DATABASE_URL" -v ON_ERROR_STOP=1 -f partition-by-feed.sql
--
-- Once, as the owner of the schema, after `feedkeeper migrate`, with all workers stopped: one transaction that locks these tables
-- and copies their rows. Four partitions each; PGOPTIONS='-c feedkeeper.partitions=16' for another number.
BEGIN;
SET LOCAL search_path = pg_catalog, pg_temp;
DO $$
DECLARE
    parts   int    := coalesce(nullif(current_setting('feedkeeper.partitions', true), ''), '4');
    names   text[] := ARRAY['section_contents', 'pages', 'page_sections', 'refreshes', 'findings', 'quarantine'];
    -- Views and foreign keys know a table by its identity, not by its name: they are written down now and made again.
    views   text[] := ARRAY(
        SELECT format('CREATE OR REPLACE VIEW %s AS %s', c.oid::regclass, pg_get_viewdef(c.oid))
        FROM pg_class c WHERE c.relkind = 'v' AND c.relnamespace = 'feedkeeper'::regnamespace ORDER BY c.oid);
    keys    text[] := ARRAY(
        SELECT format('ALTER TABLE %s ADD CONSTRAINT %I %s', c.conrelid::regclass, c.conname, pg_get_constraintdef(c.oid))
        FROM pg_constraint c WHERE c.contype = 'f' AND c.connamespace = 'feedkeeper'::regnamespace);
    name    text;
    options text;
    command text;
BEGIN
    FOREACH name IN ARRAY names LOOP
        SELECT coalesce('WITH (' || array_to_string(c.reloptions, ', ') || ')', '') INTO STRICT options
        FROM pg_class c WHERE c.oid = ('feedkeeper.' || name)::regclass AND c.relkind = 'r';
        EXECUTE format('ALTER TABLE feedkeeper.%I RENAME TO %I', name, name || '_whole');
        EXECUTE format('CREATE TABLE feedkeeper.%I (LIKE feedkeeper.%I INCLUDING ALL)'
            ' PARTITION BY HASH (feed)', name, name || '_whole');
        FOR part IN 0 .. parts - 1 LOOP
            EXECUTE format('CREATE TABLE feedkeeper.%I PARTITION OF feedkeeper.%I'
                ' FOR VALUES WITH (MODULUS %s, REMAINDER %s) %s', name || '_' || part, name, parts, part, options);
        END LOOP;
    END LOOP;
    FOREACH command IN ARRAY views LOOP EXECUTE command; END LOOP;
    FOREACH name IN ARRAY names LOOP
        SELECT string_agg(quote_ident(a.attname), ', ') INTO command FROM pg_attribute a
        WHERE a.attrelid = ('feedkeeper.' || name)::regclass AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '';
        EXECUTE format('INSERT INTO feedkeeper.%1$I (%2$s) SELECT %2$s FROM feedkeeper.%3$I', name, command, name || '_whole');
    END LOOP;
    -- The last first: what refers to another table stands after it.
    FOR place IN REVERSE cardinality(names) .. 1 LOOP
        EXECUTE format('DROP TABLE feedkeeper.%I', names[place] || '_whole');
    END LOOP;
    FOREACH command IN ARRAY keys LOOP EXECUTE command; END LOOP;
    PERFORM feedkeeper.grant_roles();
END
$$;
COMMIT;
