-- Bulk enqueue, what a duplicate does, trace contexts in params, and a cancel that reaches its worker at once.

-- What each role may do, a row for each GRANT: a later migration adds rows and runs feedkeeper.grant_roles().
CREATE TABLE feedkeeper.role_privileges (
    role      text NOT NULL,
    privilege text NOT NULL,
    PRIMARY KEY (role, privilege)
);
INSERT INTO feedkeeper.role_privileges (role, privilege) VALUES
    ('feedkeeper_worker', 'USAGE ON SCHEMA feedkeeper'),
    ('feedkeeper_worker', 'SELECT ON ALL TABLES IN SCHEMA feedkeeper'),
    ('feedkeeper_worker', 'INSERT, UPDATE, DELETE ON feedkeeper.feeds, feedkeeper.jobs, feedkeeper.dead_jobs, '
        'feedkeeper.pages, feedkeeper.section_contents, feedkeeper.page_sections, feedkeeper.refreshes, '
        'feedkeeper.findings, feedkeeper.quarantine'),
    ('feedkeeper_worker', 'USAGE ON ALL SEQUENCES IN SCHEMA feedkeeper'),
    ('feedkeeper_worker', 'EXECUTE ON ALL FUNCTIONS IN SCHEMA feedkeeper'),
    ('feedkeeper_enqueuer', 'USAGE ON SCHEMA feedkeeper'),
    ('feedkeeper_enqueuer', 'EXECUTE ON FUNCTION feedkeeper.enqueue'),
    ('feedkeeper_enqueuer', 'EXECUTE ON FUNCTION feedkeeper.enqueue_many'),
    ('feedkeeper_reader', 'USAGE ON SCHEMA feedkeeper'),
    ('feedkeeper_reader', 'SELECT ON feedkeeper.current_sections, feedkeeper.current_items, feedkeeper.refreshes, '
        'feedkeeper.findings, feedkeeper.queue_stats'),
    ('feedkeeper_reader', 'EXECUTE ON FUNCTION feedkeeper.page');

CREATE OR REPLACE FUNCTION feedkeeper.grant_roles() RETURNS void
LANGUAGE plpgsql
SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
    granted record;
BEGIN
    REVOKE ALL ON ALL FUNCTIONS IN SCHEMA feedkeeper FROM PUBLIC;
    FOR granted IN
        SELECT wanted.role, wanted.privilege FROM feedkeeper.role_privileges wanted
        WHERE EXISTS (SELECT FROM pg_roles WHERE rolname = wanted.role)
        ORDER BY wanted.role, wanted.privilege
    LOOP
        EXECUTE format('GRANT %s TO %I', granted.privilege, granted.role);
    END LOOP;
END
$$;

-- W3C Trace Context, version 00 and those that keep its form: version, trace id, parent id, flags. Neither id is all
-- zeros, and version ff is not allowed.
CREATE FUNCTION feedkeeper.is_traceparent(value jsonb) RETURNS boolean
LANGUAGE sql IMMUTABLE
SET search_path = pg_catalog, pg_temp
AS $$
    SELECT jsonb_typeof(value) = 'string'
        AND value #>> '{}' ~ '^(?!ff)[0-9a-f]{2}-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$'
$$;

-- Without SET, so that it is inlined: one call costs ten times what the comparison does.
CREATE FUNCTION feedkeeper.is_variant(variant text) RETURNS boolean
LANGUAGE sql IMMUTABLE
AS $$ SELECT variant OPERATOR(pg_catalog.~) '^[A-Za-z0-9_.~=&,:;@+%/-]{0,200}$' $$;

CREATE OR REPLACE FUNCTION feedkeeper.check_parameters(feed text, variant text, params jsonb) RETURNS void
LANGUAGE plpgsql STABLE
SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
    known   feedkeeper.feeds%ROWTYPE := feedkeeper.require_feed(feed);
    unknown text;
BEGIN
    IF feedkeeper.is_variant(variant) IS NOT TRUE THEN
        RAISE EXCEPTION 'bad variant %', coalesce(quote_literal(left(variant, 100)), 'NULL')
            USING ERRCODE = 'FK002',
                HINT = 'A variant has up to 200 of the characters A-Z a-z 0-9 _ . ~ = & , : ; @ + % / -';
    END IF;
    IF params IS NULL OR jsonb_typeof(params) <> 'object' THEN
        RAISE EXCEPTION 'params must be a JSON object, not %', coalesce(jsonb_typeof(params), 'NULL')
            USING ERRCODE = 'FK003', HINT = 'For example: ''{"city": "berlin"}''';
    END IF;
    IF params = '{}' THEN
        RETURN;
    END IF;
    IF octet_length(params::text) > 65536 THEN
        RAISE EXCEPTION 'params have % bytes, the limit is 65536', octet_length(params::text)
            USING ERRCODE = 'FK003', HINT = 'Large inputs belong in a table of yours; pass their key.';
    END IF;
    -- For any feed: it goes into logs and the requests' headers, never into a query.
    IF params ? 'traceparent' AND NOT feedkeeper.is_traceparent(params -> 'traceparent') THEN
        RAISE EXCEPTION 'bad traceparent %', left(params ->> 'traceparent', 100)
            USING ERRCODE = 'FK003',
                HINT = 'W3C Trace Context, such as 00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
    END IF;
    SELECT key INTO unknown FROM jsonb_object_keys(params) AS key
    WHERE key <> ALL (known.parameters) AND key <> 'traceparent' ORDER BY key LIMIT 1;
    IF unknown IS NOT NULL THEN
        RAISE EXCEPTION 'feed % has no parameter %', known.feed, quote_literal(left(unknown, 100))
            USING ERRCODE = 'FK003',
                HINT = 'Its parameters: ' || coalesce(nullif(array_to_string(known.parameters, ', '), ''), 'none');
    END IF;
END
$$;

CREATE FUNCTION feedkeeper.check_on_duplicate(on_duplicate text) RETURNS void
LANGUAGE plpgsql IMMUTABLE
SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
    IF on_duplicate IS NULL OR on_duplicate NOT IN ('keep', 'replace') THEN
        RAISE EXCEPTION 'bad on_duplicate %', coalesce(quote_literal(left(on_duplicate, 100)), 'NULL')
            USING ERRCODE = 'FK004',
                HINT = 'keep: the waiting job stays as it is; replace: it gets what this call says.';
    END IF;
END
$$;

-- One function with one more default, not an overload: a call with fewer arguments must have one meaning.
DROP FUNCTION feedkeeper.enqueue(text, text, jsonb, timestamptz, int, text, int);
CREATE FUNCTION feedkeeper.enqueue(
    feed         text,
    variant      text        DEFAULT '',
    params       jsonb       DEFAULT '{}',
    run_at       timestamptz DEFAULT now(),
    priority     int         DEFAULT 0,
    dedupe_key   text        DEFAULT NULL,
    max_attempts int         DEFAULT NULL,
    on_duplicate text        DEFAULT 'keep'
) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
AS $$
#variable_conflict use_column
DECLARE
    job_id bigint;
BEGIN
    PERFORM feedkeeper.check_parameters(enqueue.feed, enqueue.variant, enqueue.params);
    PERFORM feedkeeper.check_options(enqueue.priority, enqueue.dedupe_key, enqueue.max_attempts, enqueue.run_at);
    PERFORM feedkeeper.check_on_duplicate(enqueue.on_duplicate);
    -- A duplicate waits for the other transaction's end: when that one rolls back, this row is the job. When it
    -- committed, the update locks the job until this transaction's end, also where it changes nothing, so that the
    -- job starts after it and sees what the caller wrote.
    INSERT INTO feedkeeper.jobs AS j (feed, variant, params, run_at, priority, dedupe_key, max_attempts)
    VALUES (enqueue.feed, enqueue.variant, enqueue.params, coalesce(enqueue.run_at, now()), enqueue.priority,
            enqueue.dedupe_key, coalesce(enqueue.max_attempts, 10))
    ON CONFLICT (feed, variant, dedupe_key) WHERE dedupe_key IS NOT NULL AND started_at IS NULL
    DO UPDATE SET
        params = CASE enqueue.on_duplicate WHEN 'replace' THEN EXCLUDED.params ELSE j.params END,
        run_at = CASE enqueue.on_duplicate WHEN 'replace' THEN EXCLUDED.run_at ELSE j.run_at END,
        priority = CASE enqueue.on_duplicate WHEN 'replace' THEN EXCLUDED.priority ELSE j.priority END,
        max_attempts = CASE enqueue.on_duplicate WHEN 'replace' THEN EXCLUDED.max_attempts ELSE j.max_attempts END
    RETURNING id INTO job_id;
    RETURN job_id;
END
$$;
COMMENT ON FUNCTION feedkeeper.enqueue IS
    'Adds a refresh of a feed''s page inside the caller''s transaction and returns the job''s id. With a dedupe_key, '
    'a job with the same feed, variant and key that has not started yet is returned instead; on_duplicate => '
    '''replace'' gives it this call''s params, run_at, priority and max_attempts, ''keep'' (default) leaves it as it '
    'is. priority: -100 to 100, higher first. max_attempts: 1 to 100, default 10 (about 35 minutes of retries with '
    'the worker''s backoff). params may hold a traceparent (W3C Trace Context) for any feed.';

CREATE FUNCTION feedkeeper.enqueue_many(
    feed         text[],
    variant      text[]      DEFAULT NULL,
    params       jsonb[]     DEFAULT NULL,
    run_at       timestamptz DEFAULT now(),
    priority     int         DEFAULT 0,
    dedupe_key   text        DEFAULT NULL,
    max_attempts int         DEFAULT NULL,
    on_duplicate text        DEFAULT 'keep'
) RETURNS bigint[]
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
AS $$
#variable_conflict use_column
DECLARE
    count int := coalesce(cardinality(enqueue_many.feed), 0);
    ids   bigint[];
BEGIN
    IF count <> coalesce(cardinality(enqueue_many.variant), count)
        OR count <> coalesce(cardinality(enqueue_many.params), count) THEN
        RAISE EXCEPTION '% feeds, but % variants and % params', count,
            coalesce(cardinality(enqueue_many.variant), count), coalesce(cardinality(enqueue_many.params), count)
            USING ERRCODE = 'FK004', HINT = 'The arrays are of one length; NULL is an array of defaults.';
    END IF;
    PERFORM feedkeeper.check_options(
        enqueue_many.priority, enqueue_many.dedupe_key, enqueue_many.max_attempts, enqueue_many.run_at);
    PERFORM feedkeeper.check_on_duplicate(enqueue_many.on_duplicate);
    -- Each feed once, and of the pages those that have something to refuse or to look into.
    PERFORM feedkeeper.check_parameters(given.feed, given.variant, given.params)
    FROM (
        SELECT DISTINCT g.feed, '' AS variant, '{}'::jsonb AS params FROM unnest(enqueue_many.feed) AS g (feed)
        UNION ALL
        SELECT g.feed, coalesce(g.variant, ''), coalesce(g.params, '{}')
        FROM unnest(enqueue_many.feed, enqueue_many.variant, enqueue_many.params) AS g (feed, variant, params)
        WHERE NOT feedkeeper.is_variant(g.variant) OR g.params <> '{}'
    ) AS given;
    WITH given AS (
        SELECT g.feed, coalesce(g.variant, '') AS variant, coalesce(g.params, '{}') AS params, g.place,
            -- A page that comes twice under one key is one job: of the first, or with replace of the last.
            CASE WHEN enqueue_many.dedupe_key IS NULL THEN 1
                WHEN enqueue_many.on_duplicate = 'keep'
                THEN row_number() OVER (PARTITION BY g.feed, coalesce(g.variant, '') ORDER BY g.place)
                ELSE row_number() OVER (PARTITION BY g.feed, coalesce(g.variant, '') ORDER BY g.place DESC)
            END AS turn
        FROM unnest(enqueue_many.feed, enqueue_many.variant, enqueue_many.params)
            WITH ORDINALITY AS g (feed, variant, params, place)
    ), numbered AS MATERIALIZED (
        SELECT g.*, nextval('feedkeeper.job_ids') AS id FROM given g WHERE g.turn = 1
    ), made AS (
        -- In one order for all callers, so that two with the same pages cannot lock each other.
        INSERT INTO feedkeeper.jobs AS j (id, feed, variant, params, run_at, priority, dedupe_key, max_attempts)
        SELECT n.id, n.feed, n.variant, n.params, coalesce(enqueue_many.run_at, now()), enqueue_many.priority,
            enqueue_many.dedupe_key, coalesce(enqueue_many.max_attempts, 10)
        FROM numbered n ORDER BY n.feed, n.variant, n.place
        ON CONFLICT (feed, variant, dedupe_key) WHERE dedupe_key IS NOT NULL AND started_at IS NULL
        DO UPDATE SET
            params = CASE enqueue_many.on_duplicate WHEN 'replace' THEN EXCLUDED.params ELSE j.params END,
            run_at = CASE enqueue_many.on_duplicate WHEN 'replace' THEN EXCLUDED.run_at ELSE j.run_at END,
            priority = CASE enqueue_many.on_duplicate WHEN 'replace' THEN EXCLUDED.priority ELSE j.priority END,
            max_attempts = CASE enqueue_many.on_duplicate
                WHEN 'replace' THEN EXCLUDED.max_attempts ELSE j.max_attempts END
        RETURNING j.id, j.feed, j.variant
    )
    SELECT CASE
        WHEN enqueue_many.dedupe_key IS NULL THEN (SELECT array_agg(n.id ORDER BY n.place) FROM numbered n)
        ELSE (SELECT array_agg(m.id ORDER BY g.place) FROM given g JOIN made m USING (feed, variant)) END
    INTO ids;
    RETURN coalesce(ids, '{}');
END
$$;
COMMENT ON FUNCTION feedkeeper.enqueue_many IS
    'Adds a refresh for each element of feed, with the variant and the params at the same place, and returns the '
    'jobs'' ids in that order; all else is as with enqueue, and for all of them. All or none: one bad element refuses '
    'the call. The workers are notified once.';

-- A replaced job that is due sooner now has nobody else to announce it. Claims, retries and renewals do not set run_at
-- on a waiting row, so they do not come here.
CREATE CONSTRAINT TRIGGER jobs_notify_sooner AFTER UPDATE OF run_at ON feedkeeper.jobs
    DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW WHEN (
        OLD.lease_token IS NULL AND NEW.lease_token IS NULL
        AND NEW.run_at < OLD.run_at AND NEW.run_at <= clock_timestamp())
    EXECUTE FUNCTION feedkeeper.notify_jobs();

CREATE OR REPLACE FUNCTION feedkeeper.cancel(id bigint) RETURNS boolean
LANGUAGE plpgsql
SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
    job feedkeeper.jobs%ROWTYPE;
BEGIN
    DELETE FROM feedkeeper.jobs j WHERE j.id = cancel.id RETURNING j.* INTO job;
    IF NOT FOUND THEN
        RETURN false;
    END IF;
    IF job.lease_token IS NOT NULL THEN
        job.failures := job.failures || jsonb_build_object(
            'attempt', job.attempt, 'class', 'cancelled',
            'message', 'cancelled while worker ' || job.worker_id || ' ran it', 'at', clock_timestamp());
        -- A hint: the worker asks whether its lease still holds, so nobody is stopped by a NOTIFY alone.
        PERFORM pg_notify('feedkeeper_cancelled', job.id::text);
    END IF;
    INSERT INTO feedkeeper.dead_jobs (
        id, feed, variant, params, priority, attempt, max_attempts, dedupe_key, created_at, reason, failures)
    VALUES (
        job.id, job.feed, job.variant, job.params, job.priority, job.attempt, job.max_attempts, job.dedupe_key,
        job.created_at, 'cancelled', job.failures);
    RETURN true;
END
$$;
COMMENT ON FUNCTION feedkeeper.cancel IS
    'Moves a live job to dead_jobs; false when there is none with this id. A running refresh of it cannot write any '
    'more; its worker is notified, and stops it at once.';

CREATE FUNCTION feedkeeper.discard(id bigint) RETURNS boolean
LANGUAGE sql
SET search_path = pg_catalog, pg_temp
AS $$
    WITH discarded AS (
        DELETE FROM feedkeeper.dead_jobs d WHERE d.id = discard.id RETURNING 1
    )
    SELECT EXISTS (SELECT FROM discarded)
$$;
COMMENT ON FUNCTION feedkeeper.discard IS
    'Deletes a dead job with its history; false when there is none with this id. The ledger keeps its refreshes.';

-- Every job that the database knows, whatever became of it; what a worker calls its state follows from the row.
CREATE VIEW feedkeeper.all_jobs AS
    SELECT j.id, j.feed, j.variant,
        CASE WHEN j.lease_until > t.now THEN 'running' WHEN j.lease_until <= t.now THEN 'lost'
            WHEN j.attempt > 0 THEN 'retrying' WHEN j.run_at > t.now THEN 'scheduled' ELSE 'ready' END AS state,
        j.priority, j.attempt, j.max_attempts, j.dedupe_key, j.params, j.created_at, j.run_at, j.started_at,
        j.lease_until, j.worker_id, NULL::timestamptz AS died_at, NULL::text AS reason, j.failures,
        j.failures -> -1 ->> 'class' AS last_error
    FROM feedkeeper.jobs j
    CROSS JOIN (SELECT clock_timestamp() AS now) AS t
    UNION ALL
    SELECT d.id, d.feed, d.variant, 'dead', d.priority, d.attempt, d.max_attempts, d.dedupe_key, d.params,
        d.created_at, NULL, NULL, NULL, NULL, d.died_at, d.reason, d.failures, d.failures -> -1 ->> 'class'
    FROM feedkeeper.dead_jobs d;
COMMENT ON VIEW feedkeeper.all_jobs IS
    'Live and dead jobs. state: ready, scheduled (due later), running, lost (its worker went silent; the next claim '
    'takes it), retrying (failed before, waits or is due), dead. failures: one object for each failed attempt, oldest '
    'first; last_error is the class of the last.';

-- Not inlined, so its rows are all there before a caller begins to change jobs.
CREATE FUNCTION feedkeeper.find_jobs(
    feed   text   DEFAULT NULL,
    states text[] DEFAULT NULL,
    error  text   DEFAULT NULL,
    ids    bigint[] DEFAULT NULL,
    max_count bigint DEFAULT NULL
) RETURNS SETOF feedkeeper.all_jobs
LANGUAGE sql STABLE
SET search_path = pg_catalog, pg_temp
AS $$
    SELECT j.* FROM feedkeeper.all_jobs j
    WHERE (find_jobs.feed IS NULL OR j.feed = find_jobs.feed)
        AND (find_jobs.states IS NULL OR j.state = ANY (find_jobs.states))
        AND (find_jobs.error IS NULL OR j.last_error = find_jobs.error)
        AND (find_jobs.ids IS NULL OR j.id = ANY (find_jobs.ids))
    ORDER BY j.id DESC
    LIMIT find_jobs.max_count
$$;
COMMENT ON FUNCTION feedkeeper.find_jobs IS
    'Jobs of all_jobs, the newest first: of a feed, in one of the states, whose last error is of this class, with one '
    'of the ids; NULL is any.';

SELECT feedkeeper.grant_roles();
