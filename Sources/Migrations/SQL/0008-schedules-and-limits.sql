-- Feeds that refresh themselves, and limits that all workers keep together.

-- The hosts that a feed's requests go to.
ALTER TABLE feedkeeper.feeds ADD COLUMN hosts text[] NOT NULL DEFAULT '{}';

-- A row for each page that is refreshed by itself, however many workers there are: whoever finds it due makes the job
-- and moves the row, in one transaction. When is decided by the workers, from the feed's contract; by this server's
-- clock alone.
CREATE TABLE feedkeeper.schedules (
    feed          text        NOT NULL,
    variant       text        NOT NULL DEFAULT '',
    params        jsonb       NOT NULL DEFAULT '{}',
    priority      int         NOT NULL DEFAULT 0,
    next_due      timestamptz NOT NULL DEFAULT clock_timestamp(),
    -- When it would be due without failures and without a server's wish.
    next_regular  timestamptz NOT NULL DEFAULT clock_timestamp(),
    -- Scheduled refreshes that failed since the last good one.
    failures      int         NOT NULL DEFAULT 0,
    dispatched_at timestamptz,
    stopped_at    timestamptz,
    PRIMARY KEY (feed, variant),
    CONSTRAINT schedules_params CHECK (jsonb_typeof(params) = 'object'),
    CONSTRAINT schedules_priority CHECK (priority BETWEEN -100 AND 100),
    CONSTRAINT schedules_failures CHECK (failures >= 0),
    CONSTRAINT schedules_times CHECK (isfinite(next_due) AND isfinite(next_regular))
) WITH (fillfactor = 80);
CREATE INDEX schedules_due ON feedkeeper.schedules (next_due) WHERE stopped_at IS NULL;
COMMENT ON TABLE feedkeeper.schedules IS
    'The pages that are refreshed by themselves, and when next. A worker adds the default page of each of its feeds.';

-- A job that its page's schedule made: it is the schedule that tries again, so such a job is gone when it fails.
ALTER TABLE feedkeeper.jobs ADD COLUMN by_schedule boolean NOT NULL DEFAULT false;
CREATE UNIQUE INDEX jobs_one_by_schedule ON feedkeeper.jobs (feed, variant) WHERE by_schedule;

CREATE FUNCTION feedkeeper.schedule(
    feed     text,
    variant  text        DEFAULT '',
    params   jsonb       DEFAULT '{}',
    priority int         DEFAULT 0,
    first_at timestamptz DEFAULT now()
) RETURNS void
LANGUAGE plpgsql
SET search_path = pg_catalog, pg_temp
AS $$
#variable_conflict use_column
BEGIN
    PERFORM feedkeeper.check_parameters(schedule.feed, schedule.variant, schedule.params);
    PERFORM feedkeeper.check_options(schedule.priority, NULL, NULL, schedule.first_at);
    INSERT INTO feedkeeper.schedules (feed, variant, params, priority, next_due, next_regular)
    VALUES (schedule.feed, schedule.variant, schedule.params, schedule.priority,
            coalesce(schedule.first_at, now()), coalesce(schedule.first_at, now()))
    ON CONFLICT (feed, variant) DO UPDATE
    SET params = EXCLUDED.params, priority = EXCLUDED.priority, stopped_at = NULL, next_due = EXCLUDED.next_due,
        next_regular = EXCLUDED.next_regular;
END
$$;
COMMENT ON FUNCTION feedkeeper.schedule IS
    'Lets a page be refreshed by itself, as the feed''s contract says, for the first time at first_at.';

CREATE FUNCTION feedkeeper.unschedule(feed text, variant text DEFAULT '') RETURNS boolean
LANGUAGE sql
SET search_path = pg_catalog, pg_temp
AS $$
    -- The row stays: a worker that starts would add the default page again.
    WITH stopped AS (
        UPDATE feedkeeper.schedules s SET stopped_at = clock_timestamp()
        WHERE s.feed = unschedule.feed AND s.variant = unschedule.variant AND s.stopped_at IS NULL
        RETURNING 1
    )
    SELECT EXISTS (SELECT FROM stopped)
$$;
COMMENT ON FUNCTION feedkeeper.unschedule IS
    'Lets a page be refreshed only when somebody enqueues it; false when that was so already.';

-- What all workers together may do at once and in a second. A claim takes what its whole batch needs from each row
-- that it falls under, so a limit costs no round trip; but claims take turns as soon as there is one.
CREATE TABLE feedkeeper.limits (
    -- queue: all jobs; feed: those of the feed `name`; host: those of all feeds with the host `name`.
    scope       text             NOT NULL,
    name        text             NOT NULL DEFAULT '',
    max_running int,
    per_second  double precision,
    -- How many may start at once after a quiet time.
    burst       int              NOT NULL DEFAULT 1,
    -- What was left of the burst at refilled_at.
    tokens      double precision NOT NULL DEFAULT 0,
    refilled_at timestamptz      NOT NULL DEFAULT clock_timestamp(),
    PRIMARY KEY (scope, name),
    CONSTRAINT limits_scope CHECK (scope IN ('queue', 'feed', 'host') AND (scope = 'queue') = (name = '')),
    CONSTRAINT limits_max_running CHECK (max_running >= 1),
    CONSTRAINT limits_rate CHECK (per_second > 0 AND per_second <= 1000000 AND burst BETWEEN 1 AND 1000000),
    CONSTRAINT limits_some CHECK (max_running IS NOT NULL OR per_second IS NOT NULL)
) WITH (fillfactor = 50);

CREATE FUNCTION feedkeeper.set_limit(
    scope       text,
    name        text             DEFAULT '',
    max_running int              DEFAULT NULL,
    per_second  double precision DEFAULT NULL,
    burst       int              DEFAULT 1
) RETURNS void
LANGUAGE plpgsql
SET search_path = pg_catalog, pg_temp
AS $$
#variable_conflict use_column
BEGIN
    IF set_limit.max_running IS NULL AND set_limit.per_second IS NULL THEN
        DELETE FROM feedkeeper.limits WHERE scope = set_limit.scope AND name = set_limit.name;
    ELSE
        INSERT INTO feedkeeper.limits (scope, name, max_running, per_second, burst, tokens)
        VALUES (set_limit.scope, set_limit.name, set_limit.max_running, set_limit.per_second, set_limit.burst,
                set_limit.burst)
        ON CONFLICT (scope, name) DO UPDATE
        SET max_running = EXCLUDED.max_running, per_second = EXCLUDED.per_second, burst = EXCLUDED.burst;
    END IF;
    PERFORM pg_notify('feedkeeper_jobs', '');
END
$$;
COMMENT ON FUNCTION feedkeeper.set_limit IS
    'Limits all workers together: scope ''queue'' (all jobs), ''feed'' or ''host'' with its name; max_running jobs at '
    'once, per_second started on average, burst after a quiet time. With neither, the limit is gone.';

-- A job's history, with an attempt whose worker went silent when the job has a lease.
CREATE FUNCTION feedkeeper.with_lost_attempt(
    failures jsonb, lease_token uuid, attempt int, worker_id text, lease_until timestamptz) RETURNS jsonb
LANGUAGE sql STABLE
AS $$
    SELECT CASE WHEN lease_token IS NULL THEN failures
        ELSE failures OPERATOR(pg_catalog.||) pg_catalog.jsonb_build_object(
            'attempt', attempt, 'class', 'lease-ended', 'message', 'worker ' OPERATOR(pg_catalog.||) worker_id
            OPERATOR(pg_catalog.||) ' went silent', 'at', lease_until) END
$$;

-- Takes up to max_jobs due jobs for a worker: first those whose lease has ended, then the waiting ones by priority and
-- run_at. A job without an attempt left goes to dead_jobs instead and stops nobody.
--
-- A function, so that its plan is made once and not for each claim; and with one plan only, whatever the statistics of
-- a table say that is empty now and full in a moment. JIT would compile for 400 ms what runs for 2.
CREATE FUNCTION feedkeeper.claim(
    max_jobs  int,
    worker    text,
    lease     interval,
    of_feeds  text[] DEFAULT NULL
) RETURNS TABLE (
    id bigint, feed text, variant text, params jsonb, attempt int, max_attempts int, dedupe_key text, lease_token uuid,
    lease_until timestamptz, waited interval, schedule_failures int)
LANGUAGE plpgsql
SET search_path = pg_catalog, pg_temp
SET plan_cache_mode = force_generic_plan
SET jit = off
SET enable_seqscan = off
SET enable_bitmapscan = off
AS $$
#variable_conflict use_column
DECLARE
    moment timestamptz;
BEGIN
    -- The claim's commit need not reach the disk: one that a crash of the server takes back leaves its jobs ready.
    PERFORM set_config('synchronous_commit', 'off', true);
    -- Claims that share a limit take turns: what follows has a newer snapshot, and counts what the one before took.
    PERFORM FROM feedkeeper.limits ORDER BY scope, name FOR UPDATE;
    moment := clock_timestamp();
    RETURN QUERY
    WITH RECURSIVE known AS MATERIALIZED (
        SELECT f.feed, f.hosts FROM feedkeeper.feeds f
        WHERE f.paused_at IS NULL AND (of_feeds IS NULL OR f.feed = ANY (of_feeds))
    ), members AS MATERIALIZED (
        SELECT l.scope, l.name, f.feed FROM feedkeeper.limits l JOIN feedkeeper.feeds f
            ON CASE l.scope WHEN 'queue' THEN true WHEN 'feed' THEN f.feed = l.name ELSE l.name = ANY (f.hosts) END
    ), running AS MATERIALIZED (
        SELECT m.scope, m.name, count(*) AS count FROM members m JOIN feedkeeper.jobs j USING (feed)
        WHERE j.lease_token IS NOT NULL GROUP BY m.scope, m.name
    ), budgets AS MATERIALIZED (
        SELECT l.scope, l.name, l.max_running - coalesce(r.count, 0) AS places,
            CASE WHEN l.per_second IS NOT NULL THEN least(
                l.burst, l.tokens + l.per_second * extract(epoch FROM moment - l.refilled_at)) END AS tokens
        FROM feedkeeper.limits l LEFT JOIN running r USING (scope, name)
    ), room AS MATERIALIZED (
        -- NULL is no limit, and least() leaves it out.
        SELECT b.scope, b.name, greatest(0, least(max_jobs, b.places, floor(b.tokens))) AS room FROM budgets b
    ), open AS MATERIALIZED (
        SELECT k.feed FROM known k
        WHERE k.feed NOT IN (SELECT m.feed FROM members m JOIN room r USING (scope, name) WHERE r.room = 0)
    ), levels (priority) AS (
        -- The priorities in use, highest first, one index probe for each: jobs of the far future cost nothing then,
        -- whatever their priority.
        (SELECT j.priority FROM feedkeeper.jobs j WHERE j.lease_token IS NULL ORDER BY j.priority DESC LIMIT 1)
        UNION ALL
        SELECT (
            SELECT j.priority FROM feedkeeper.jobs j
            WHERE j.lease_token IS NULL AND j.priority < levels.priority ORDER BY j.priority DESC LIMIT 1)
        FROM levels WHERE levels.priority IS NOT NULL
    ), lost AS MATERIALIZED (
        -- SKIP LOCKED here and below: a row that another worker is taking at this moment is that worker's. For the
        -- limits these jobs have been running all the time.
        SELECT j.id, j.attempt < j.max_attempts AS may_run FROM feedkeeper.jobs j
        WHERE j.lease_token IS NOT NULL AND j.lease_until <= moment AND j.feed = ANY (ARRAY(SELECT k.feed FROM known k))
        ORDER BY j.lease_until LIMIT max_jobs FOR UPDATE SKIP LOCKED
    ), waiting AS MATERIALIZED (
        SELECT due.* FROM levels CROSS JOIN LATERAL (
            SELECT j.id, j.feed, j.variant, j.priority, j.run_at, j.attempt < j.max_attempts AS may_run
            FROM feedkeeper.jobs j
            WHERE j.lease_token IS NULL AND j.priority = levels.priority AND j.run_at <= moment
                AND j.feed = ANY (ARRAY(SELECT o.feed FROM open o))
                -- OFFSET 0 keeps this a probe of jobs_one_lease_per_page for each candidate.
                AND NOT EXISTS (
                    SELECT FROM feedkeeper.jobs running
                    WHERE running.feed = j.feed AND running.variant = j.variant AND running.lease_token IS NOT NULL
                    OFFSET 0)
            ORDER BY j.run_at, j.id LIMIT max_jobs FOR UPDATE SKIP LOCKED
        ) AS due
        LIMIT max_jobs - (SELECT count(*) FROM lost)
    ), first AS MATERIALIZED (
        -- One job of a page at a time; the others of this batch stay as they are.
        SELECT t.id, t.feed, t.priority, t.run_at FROM (
            SELECT w.*, row_number() OVER (PARTITION BY w.feed, w.variant ORDER BY w.priority DESC, w.run_at, w.id)
                AS turn
            FROM waiting w WHERE w.may_run
        ) AS t WHERE t.turn = 1
    ), counted AS MATERIALIZED (
        SELECT f.id, m.scope, m.name,
            row_number() OVER (PARTITION BY m.scope, m.name ORDER BY f.priority DESC, f.run_at, f.id) <= r.room AS fits
        FROM first f JOIN members m USING (feed) JOIN room r USING (scope, name)
    ), picked AS MATERIALIZED (
        SELECT l.id, l.may_run FROM lost l
        UNION ALL
        SELECT w.id, false FROM waiting w WHERE NOT w.may_run
        UNION ALL
        SELECT f.id, true FROM first f WHERE f.id NOT IN (SELECT c.id FROM counted c WHERE NOT c.fits)
    ), spent AS (
        UPDATE feedkeeper.limits l SET tokens = b.tokens - taken.count, refilled_at = moment
        FROM budgets b, (
            SELECT c.scope, c.name, count(*) AS count FROM counted c JOIN picked p USING (id) GROUP BY c.scope, c.name
        ) AS taken
        WHERE l.scope = taken.scope AND l.name = taken.name AND b.scope = taken.scope AND b.name = taken.name
            AND b.tokens IS NOT NULL
    ), exhausted AS (
        DELETE FROM feedkeeper.jobs j WHERE j.id = ANY (ARRAY(SELECT p.id FROM picked p WHERE NOT p.may_run))
        RETURNING j.*
    ), buried AS (
        INSERT INTO feedkeeper.dead_jobs (
            id, feed, variant, params, priority, attempt, max_attempts, dedupe_key, created_at, reason, failures)
        SELECT e.id, e.feed, e.variant, e.params, e.priority, e.attempt, e.max_attempts, e.dedupe_key, e.created_at,
            CASE WHEN e.lease_token IS NULL THEN 'attempts-used-up' ELSE 'worker-died' END,
            feedkeeper.with_lost_attempt(e.failures, e.lease_token, e.attempt, e.worker_id, e.lease_until)
        FROM exhausted e
    ), postponed AS (
        -- A page that takes its workers with it comes again after a day, and not after its interval.
        UPDATE feedkeeper.schedules s
        SET next_due = moment + interval '1 day', next_regular = moment + interval '1 day', failures = s.failures + 1
        FROM exhausted e WHERE e.by_schedule AND s.feed = e.feed AND s.variant = e.variant
    )
    UPDATE feedkeeper.jobs j
    SET attempt = j.attempt + 1,
        lease_token = gen_random_uuid(),
        lease_until = moment + lease,
        worker_id = worker,
        started_at = coalesce(j.started_at, moment),
        failures = feedkeeper.with_lost_attempt(j.failures, j.lease_token, j.attempt, j.worker_id, j.lease_until)
    WHERE j.id = ANY (ARRAY(SELECT p.id FROM picked p WHERE p.may_run))
    RETURNING j.id, j.feed, j.variant, j.params, j.attempt, j.max_attempts, j.dedupe_key, j.lease_token, j.lease_until,
        moment - greatest(j.run_at, j.created_at),
        CASE WHEN j.by_schedule THEN (
            SELECT s.failures FROM feedkeeper.schedules s WHERE s.feed = j.feed AND s.variant = j.variant) END;
END
$$;

INSERT INTO feedkeeper.role_privileges (role, privilege) VALUES
    ('feedkeeper_worker', 'INSERT, UPDATE, DELETE ON feedkeeper.schedules, feedkeeper.limits');
SELECT feedkeeper.grant_roles();
