-- The queue's public face. Its errors, all with a hint:
--   FK001 unknown feed          FK002 bad variant          FK003 bad params
--   FK004 bad priority, max_attempts, dedupe_key or run_at

-- Runs with its owner's rights: feedkeeper_enqueuer may call it and has no right to the tables themselves.
CREATE FUNCTION feedkeeper.enqueue(
    feed         text,
    variant      text        DEFAULT '',
    params       jsonb       DEFAULT '{}',
    run_at       timestamptz DEFAULT now(),
    priority     int         DEFAULT 0,
    dedupe_key   text        DEFAULT NULL,
    max_attempts int         DEFAULT NULL
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
    -- A duplicate waits for the other transaction's end: when that one rolls back, this row is the job. When it
    -- committed, the update that changes nothing locks the job until this transaction's end, so that the job
    -- starts after it and sees what the caller wrote.
    INSERT INTO feedkeeper.jobs (feed, variant, params, run_at, priority, dedupe_key, max_attempts)
    VALUES (enqueue.feed, enqueue.variant, enqueue.params, coalesce(enqueue.run_at, now()), enqueue.priority,
            enqueue.dedupe_key, coalesce(enqueue.max_attempts, 10))
    ON CONFLICT (feed, variant, dedupe_key) WHERE dedupe_key IS NOT NULL AND started_at IS NULL
    DO UPDATE SET dedupe_key = EXCLUDED.dedupe_key
    RETURNING id INTO job_id;
    RETURN job_id;
END
$$;
COMMENT ON FUNCTION feedkeeper.enqueue IS
    'Adds a refresh of a feed''s page inside the caller''s transaction and returns the job''s id. With a dedupe_key, '
    'a job with the same feed, variant and key that has not started yet is returned instead. priority: -100 to 100, '
    'higher first. max_attempts: 1 to 100, default 10 (about 35 minutes of retries with the worker''s backoff).';

CREATE FUNCTION feedkeeper.check_parameters(feed text, variant text, params jsonb) RETURNS void
LANGUAGE plpgsql STABLE
SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
    known   feedkeeper.feeds%ROWTYPE := feedkeeper.require_feed(feed);
    unknown text;
BEGIN
    IF variant IS NULL OR variant !~ '^[A-Za-z0-9_.~=&,:;@+%/-]{0,200}$' THEN
        RAISE EXCEPTION 'bad variant %', coalesce(quote_literal(left(variant, 100)), 'NULL')
            USING ERRCODE = 'FK002',
                HINT = 'A variant has up to 200 of the characters A-Z a-z 0-9 _ . ~ = & , : ; @ + % / -';
    END IF;
    IF params IS NULL OR jsonb_typeof(params) <> 'object' THEN
        RAISE EXCEPTION 'params must be a JSON object, not %', coalesce(jsonb_typeof(params), 'NULL')
            USING ERRCODE = 'FK003', HINT = 'For example: ''{"city": "berlin"}''';
    END IF;
    IF octet_length(params::text) > 65536 THEN
        RAISE EXCEPTION 'params have % bytes, the limit is 65536', octet_length(params::text)
            USING ERRCODE = 'FK003', HINT = 'Large inputs belong in a table of yours; pass their key.';
    END IF;
    SELECT key INTO unknown FROM jsonb_object_keys(params) AS key
    WHERE key <> ALL (known.parameters) ORDER BY key LIMIT 1;
    IF unknown IS NOT NULL THEN
        RAISE EXCEPTION 'feed % has no parameter %', known.feed, quote_literal(left(unknown, 100))
            USING ERRCODE = 'FK003',
                HINT = 'Its parameters: ' || coalesce(nullif(array_to_string(known.parameters, ', '), ''), 'none');
    END IF;
END
$$;

CREATE FUNCTION feedkeeper.check_options(
    priority int, dedupe_key text, max_attempts int, run_at timestamptz) RETURNS void
LANGUAGE plpgsql IMMUTABLE
SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
    IF priority IS NULL OR priority NOT BETWEEN -100 AND 100 THEN
        RAISE EXCEPTION 'bad priority %', coalesce(priority::text, 'NULL')
            USING ERRCODE = 'FK004', HINT = 'A priority is between -100 and 100; higher runs first.';
    END IF;
    IF length(dedupe_key) NOT BETWEEN 1 AND 200 THEN
        RAISE EXCEPTION 'a dedupe_key has 1 to 200 characters, not %', length(dedupe_key)
            USING ERRCODE = 'FK004', HINT = 'Pass NULL for a job that is never a duplicate.';
    END IF;
    IF max_attempts NOT BETWEEN 1 AND 100 THEN
        RAISE EXCEPTION 'bad max_attempts %', max_attempts
            USING ERRCODE = 'FK004', HINT = 'max_attempts is between 1 and 100; NULL means 10.';
    END IF;
    -- Ages and waits are differences, and Postgres 15 cannot subtract infinite times: one such job would break
    -- queue_stats for everybody.
    IF NOT isfinite(run_at) THEN
        RAISE EXCEPTION 'bad run_at %', run_at
            USING ERRCODE = 'FK004', HINT = 'run_at is a finite time; NULL means now.';
    END IF;
END
$$;

-- How many pairs of neighbouring characters two names share, whatever their case.
CREATE FUNCTION feedkeeper.likeness(name text, asked text) RETURNS bigint
LANGUAGE sql IMMUTABLE
SET search_path = pg_catalog, pg_temp
AS $$
    SELECT count(DISTINCT substr(lower(name), at, 2))
    FROM generate_series(1, length(name) - 1) AS at
    WHERE strpos(lower(left(asked, 200)), substr(lower(name), at, 2)) > 0
$$;

-- A sentence that names up to ten feeds, those that look like the asked one first.
CREATE FUNCTION feedkeeper.known_feeds(asked text) RETURNS text
LANGUAGE sql STABLE
SET search_path = pg_catalog, pg_temp
AS $$
    SELECT CASE count(*)
        WHEN 0 THEN 'No feed is registered; a worker registers those of its contract folder when it starts.'
        ELSE 'Known feeds: ' || string_agg(nearest.feed, ', ' ORDER BY nearest.likeness DESC, nearest.feed) END
    FROM (
        SELECT f.feed, feedkeeper.likeness(f.feed, asked) AS likeness
        FROM feedkeeper.feeds f ORDER BY likeness DESC, f.feed LIMIT 10
    ) AS nearest
$$;

-- Raises FK001 unless the feed is registered.
CREATE FUNCTION feedkeeper.require_feed(asked text) RETURNS feedkeeper.feeds
LANGUAGE plpgsql STABLE
SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
    found_feed feedkeeper.feeds%ROWTYPE;
BEGIN
    SELECT * INTO found_feed FROM feedkeeper.feeds f WHERE f.feed = asked;
    IF NOT FOUND THEN
        RAISE EXCEPTION 'unknown feed %', coalesce(quote_literal(left(asked, 100)), 'NULL')
            USING ERRCODE = 'FK001', HINT = feedkeeper.known_feeds(asked);
    END IF;
    RETURN found_feed;
END
$$;

CREATE FUNCTION feedkeeper.cancel(id bigint) RETURNS boolean
LANGUAGE sql
SET search_path = pg_catalog, pg_temp
AS $$
    WITH cancelled AS (
        DELETE FROM feedkeeper.jobs j WHERE j.id = cancel.id RETURNING j.*
    ), kept AS (
        INSERT INTO feedkeeper.dead_jobs (
            id, feed, variant, params, priority, attempt, max_attempts, dedupe_key, created_at, reason, failures)
        SELECT c.id, c.feed, c.variant, c.params, c.priority, c.attempt, c.max_attempts, c.dedupe_key, c.created_at,
            'cancelled', c.failures
        FROM cancelled c
        RETURNING 1
    )
    SELECT EXISTS (SELECT FROM kept)
$$;
COMMENT ON FUNCTION feedkeeper.cancel IS
    'Moves a live job to dead_jobs; false when there is none with this id. A running refresh of it cannot write any '
    'more, and its worker stops it at the next heartbeat.';

CREATE FUNCTION feedkeeper.retry(id bigint) RETURNS boolean
LANGUAGE sql
SET search_path = pg_catalog, pg_temp
AS $$
    WITH revived AS (
        DELETE FROM feedkeeper.dead_jobs d WHERE d.id = retry.id RETURNING d.*
    ), waiting AS (
        -- started_at is set even for a job cancelled before its first start: it must not collide with a newer
        -- job that has taken its dedupe_key.
        INSERT INTO feedkeeper.jobs (
            id, feed, variant, params, priority, max_attempts, dedupe_key, created_at, started_at, failures)
        SELECT r.id, r.feed, r.variant, r.params, r.priority, r.max_attempts, r.dedupe_key, r.created_at, r.died_at,
            r.failures
        FROM revived r
        RETURNING 1
    )
    SELECT EXISTS (SELECT FROM waiting)
$$;
COMMENT ON FUNCTION feedkeeper.retry IS
    'Brings a dead job back with all its attempts, due now; false when there is none with this id.';

CREATE FUNCTION feedkeeper.pause(feed text) RETURNS void
LANGUAGE plpgsql
SET search_path = pg_catalog, pg_temp
AS $$
#variable_conflict use_column
BEGIN
    PERFORM feedkeeper.require_feed(pause.feed);
    UPDATE feedkeeper.feeds SET paused_at = clock_timestamp() WHERE feed = pause.feed AND paused_at IS NULL;
END
$$;
COMMENT ON FUNCTION feedkeeper.pause IS
    'Starts no more jobs of a feed until resume(feed); running ones end, new ones wait.';

CREATE FUNCTION feedkeeper.resume(feed text) RETURNS void
LANGUAGE plpgsql
SET search_path = pg_catalog, pg_temp
AS $$
#variable_conflict use_column
BEGIN
    PERFORM feedkeeper.require_feed(resume.feed);
    UPDATE feedkeeper.feeds SET paused_at = NULL WHERE feed = resume.feed AND paused_at IS NOT NULL;
    PERFORM pg_notify('feedkeeper_jobs', '');
END
$$;
COMMENT ON FUNCTION feedkeeper.resume IS 'Lets a paused feed run again and wakes the workers.';
