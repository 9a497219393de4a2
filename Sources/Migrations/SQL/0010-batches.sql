-- Many jobs and pages in one statement: claims that go on where the last one stopped, and pages without a digest of their own.

-- Nobody read it, and to compute it each write read the whole page.
ALTER TABLE feedkeeper.pages DROP COLUMN digest;

-- When a schedule begins, where somebody said so: a page of a clock on the wall then has its first refresh at that time too.
ALTER TABLE feedkeeper.schedules ADD COLUMN first_at timestamptz;

CREATE OR REPLACE FUNCTION feedkeeper.schedule(
    feed     text,
    variant  text        DEFAULT '',
    params   jsonb       DEFAULT '{}',
    priority int         DEFAULT 0,
    first_at timestamptz DEFAULT NULL
) RETURNS void
LANGUAGE plpgsql
SET search_path = pg_catalog, pg_temp
AS $$
#variable_conflict use_column
BEGIN
    PERFORM feedkeeper.check_parameters(schedule.feed, schedule.variant, schedule.params);
    PERFORM feedkeeper.check_options(schedule.priority, NULL, NULL, schedule.first_at);
    INSERT INTO feedkeeper.schedules (feed, variant, params, priority, first_at, next_due, next_regular)
    VALUES (schedule.feed, schedule.variant, schedule.params, schedule.priority, schedule.first_at,
            coalesce(schedule.first_at, now()), coalesce(schedule.first_at, now()))
    ON CONFLICT (feed, variant) DO UPDATE
    SET params = EXCLUDED.params, priority = EXCLUDED.priority, stopped_at = NULL, dispatched_at = NULL,
        first_at = EXCLUDED.first_at, next_due = EXCLUDED.next_due, next_regular = EXCLUDED.next_regular;
END
$$;
COMMENT ON FUNCTION feedkeeper.schedule IS
    'Lets a page be refreshed by itself, as the feed''s contract says, for the first time at first_at; without it at once '
    'by an interval, and at the next time of a clock.';

-- A section that vanished upstream stays until somebody decides that it was retired.
CREATE FUNCTION feedkeeper.remove_section(feed text, section_key text, variant text DEFAULT '') RETURNS boolean
LANGUAGE plpgsql
SET search_path = pg_catalog, pg_temp
AS $$
#variable_conflict use_column
DECLARE
    page feedkeeper.pages%ROWTYPE;
    gap  int;
BEGIN
    -- A refresh that stores the page waits, or this call for it.
    SELECT * INTO page FROM feedkeeper.pages p
    WHERE p.feed = remove_section.feed AND p.variant = remove_section.variant FOR UPDATE;
    DELETE FROM feedkeeper.page_sections s
    WHERE s.feed = page.feed AND s.variant = page.variant AND s.section_key = remove_section.section_key
    RETURNING s.position INTO gap;
    IF NOT FOUND THEN
        RETURN false;
    END IF;
    UPDATE feedkeeper.page_sections s SET position = s.position - 1
    WHERE s.feed = page.feed AND s.variant = page.variant AND s.position > gap;
    UPDATE feedkeeper.pages p SET revision = p.revision + 1, updated_at = clock_timestamp()
    WHERE p.feed = page.feed AND p.variant = page.variant;
    PERFORM pg_notify('feedkeeper_pages', json_build_object(
        'feed', page.feed, 'variant', page.variant, 'revision', page.revision + 1)::text);
    RETURN true;
END
$$;
COMMENT ON FUNCTION feedkeeper.remove_section IS
    'Takes a section off a page, as a new revision; false when the page does not show it. It comes back when upstream '
    'sends it again.';

-- A limit for each host that has none of its own: scope 'host', name '*'. It stands in a row for each host, since each has
-- tokens of its own; those rows follow it and the feeds.
ALTER TABLE feedkeeper.limits ADD COLUMN is_default boolean NOT NULL DEFAULT false;

CREATE FUNCTION feedkeeper.spread_default_limit() RETURNS void
LANGUAGE plpgsql
SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
    DELETE FROM feedkeeper.limits l
    WHERE l.is_default AND (
        NOT EXISTS (SELECT FROM feedkeeper.limits d WHERE d.scope = 'host' AND d.name = '*')
        OR NOT EXISTS (SELECT FROM feedkeeper.feeds f WHERE l.name = ANY (f.hosts)));
    INSERT INTO feedkeeper.limits AS l (scope, name, max_running, per_second, burst, tokens, is_default)
    SELECT 'host', hosts.name, d.max_running, d.per_second, d.burst, d.burst, true
    FROM feedkeeper.limits d CROSS JOIN (SELECT DISTINCT unnest(f.hosts) AS name FROM feedkeeper.feeds f) AS hosts
    WHERE d.scope = 'host' AND d.name = '*'
    ORDER BY hosts.name
    ON CONFLICT (scope, name) DO UPDATE
    SET max_running = EXCLUDED.max_running, per_second = EXCLUDED.per_second, burst = EXCLUDED.burst
    WHERE l.is_default;
END
$$;

CREATE FUNCTION feedkeeper.limit_new_hosts() RETURNS trigger
LANGUAGE plpgsql
SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
    PERFORM feedkeeper.spread_default_limit();
    RETURN NULL;
END
$$;

CREATE TRIGGER feeds_limit_hosts AFTER INSERT OR UPDATE OF hosts ON feedkeeper.feeds
    FOR EACH STATEMENT EXECUTE FUNCTION feedkeeper.limit_new_hosts();

CREATE OR REPLACE FUNCTION feedkeeper.set_limit(
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
        SET max_running = EXCLUDED.max_running, per_second = EXCLUDED.per_second, burst = EXCLUDED.burst,
            is_default = false;
    END IF;
    PERFORM feedkeeper.spread_default_limit();
    PERFORM pg_notify('feedkeeper_jobs', '');
END
$$;
COMMENT ON FUNCTION feedkeeper.set_limit IS
    'Limits all workers together: scope ''queue'' (all jobs), ''feed'' or ''host'' with its name, ''host'' with ''*'' for each host '
    'that has no limit of its own; max_running jobs at once, per_second started on average, burst after a quiet time. With '
    'neither, the limit is gone.';

-- How many jobs a claim took together that nothing else may run beside; NULL for any other claim.
ALTER TABLE feedkeeper.jobs ADD COLUMN company int;

-- Told by lease_until alone, so that a look for ended leases cannot be planned over the other index of leased jobs, which
-- has them by page: it would read all of them.
DROP INDEX feedkeeper.jobs_leased;
CREATE INDEX jobs_leased ON feedkeeper.jobs (lease_until) WHERE lease_until IS NOT NULL;

-- By a collation of its own, so that a question for the running job of a page cannot be planned over the primary key, which
-- holds the feed as well: on a table that was vacuumed while it was empty both look the same, and each of a later backlog's
-- jobs then read the whole key.
DROP INDEX feedkeeper.jobs_one_lease_per_page;
CREATE UNIQUE INDEX jobs_one_lease_per_page ON feedkeeper.jobs (feed COLLATE "C", variant COLLATE "C")
    WHERE lease_token IS NOT NULL;

-- Takes up to max_jobs due jobs for a worker: first those whose lease has ended, then the waiting ones by priority and
-- run_at. A job without an attempt left goes to dead_jobs instead and stops nobody.
--
-- Which of the jobs that a worker had in hand made it die is not known. Those that lost two workers in a row are taken by
-- themselves (runs_alone), half of those that were lost together: the one that kills is alone after log2 of them, and the
-- others never die of it, for nothing dies with its worker that was not alone.
--
-- A worker that has just taken a full batch goes on behind it: of_levels are the priorities it found, highest first, and
-- after_run_at and after_id where it stopped in each. Under a snapshot that somebody holds open the rows before that
-- place are dead and cannot be cleaned away, and a look from the start reads all of them again. What comes before the
-- place meanwhile, of a higher priority or with an ended lease, is left to a look from the start (of_levels NULL), which
-- follows at once when the batch does not become full.
--
-- A function, so that its plan is made once and not for each claim; and with one plan only, whatever the statistics of
-- a table say that is empty now and full in a moment. JIT would compile for 400 ms what runs for 2.
DROP FUNCTION feedkeeper.claim(int, text, interval, text[]);
CREATE FUNCTION feedkeeper.claim(
    max_jobs     int,
    worker       text,
    lease        interval,
    of_feeds     text[]        DEFAULT NULL,
    of_levels    int[]         DEFAULT NULL,
    after_run_at timestamptz[] DEFAULT NULL,
    after_id     bigint[]      DEFAULT NULL
) RETURNS TABLE (
    id bigint, feed text, variant text, params jsonb, attempt int, max_attempts int, dedupe_key text, lease_token uuid,
    lease_until timestamptz, waited interval, schedule_failures int, runs_alone boolean, waiting_priority int,
    run_at timestamptz)
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
    -- One for all jobs of this claim: (id, lease_token) is new with each lease.
    token  uuid := gen_random_uuid();
    taken  int := 0;
BEGIN
    -- The claim's commit need not reach the disk: one that a crash of the server takes back leaves its jobs ready.
    PERFORM set_config('synchronous_commit', 'off', true);
    -- Claims that share a limit take turns: what follows has a newer snapshot, and counts what the one before took.
    PERFORM FROM feedkeeper.limits ORDER BY scope, name FOR UPDATE;
    LOOP
        moment := clock_timestamp();
        RETURN QUERY
        WITH RECURSIVE known AS MATERIALIZED (
            SELECT f.feed, f.hosts FROM feedkeeper.feeds f
            WHERE f.paused_at IS NULL AND (of_feeds IS NULL OR f.feed = ANY (of_feeds))
        ), members AS MATERIALIZED (
            SELECT l.scope, l.name, f.feed FROM feedkeeper.limits l JOIN feedkeeper.feeds f
                ON CASE l.scope WHEN 'queue' THEN true WHEN 'feed' THEN f.feed = l.name ELSE l.name = ANY (f.hosts) END
        ), running AS MATERIALIZED (
            SELECT m.scope, m.name, count(*) AS count
            FROM members m JOIN feedkeeper.jobs j ON j.feed = m.feed COLLATE "C"
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
        ), probed (priority) AS (
            -- The priorities in use, highest first, one index probe for each: jobs of the far future cost nothing then,
            -- whatever their priority.
            (SELECT j.priority FROM feedkeeper.jobs j WHERE of_levels IS NULL AND j.lease_token IS NULL
                ORDER BY j.priority DESC LIMIT 1)
            UNION ALL
            SELECT (
                SELECT j.priority FROM feedkeeper.jobs j
                WHERE j.lease_token IS NULL AND j.priority < probed.priority ORDER BY j.priority DESC LIMIT 1)
            FROM probed WHERE probed.priority IS NOT NULL
        ), levels (priority, run_at, id) AS (
            SELECT p.priority, '-infinity'::timestamptz, 0::bigint FROM probed p
            UNION ALL
            SELECT * FROM unnest(of_levels, after_run_at, after_id)
        ), ended AS MATERIALIZED (
            -- SKIP LOCKED here and below: a row that another worker is taking at this moment is that worker's. For the
            -- limits these jobs have been running all the time.
            SELECT j.id, j.worker_id, j.lease_until, j.attempt < j.max_attempts AS may_run, j.company,
                j.failures -> -1 ->> 'class' IS NOT DISTINCT FROM 'lease-ended' AS is_suspect
            FROM feedkeeper.jobs j
            -- Not beside others of this claim, for they may have to run alone.
            WHERE of_levels IS NULL AND taken = 0 AND j.lease_until <= moment
                AND j.feed = ANY (ARRAY(SELECT k.feed FROM known k))
            ORDER BY j.lease_until LIMIT max_jobs FOR UPDATE SKIP LOCKED
        ), together AS MATERIALIZED (
            SELECT j.worker_id, count(*) AS count FROM feedkeeper.jobs j
            WHERE j.lease_until <= moment AND EXISTS (SELECT FROM ended)
            GROUP BY j.worker_id
        ), suspects AS MATERIALIZED (
            SELECT s.id FROM (
                SELECT e.id, coalesce(e.company, t.count) AS count, row_number() OVER (ORDER BY e.lease_until, e.id) AS turn
                FROM ended e JOIN together t USING (worker_id)
                WHERE e.is_suspect AND e.worker_id = (
                    SELECT f.worker_id FROM ended f WHERE f.is_suspect ORDER BY f.lease_until, f.id LIMIT 1)
            ) AS s WHERE s.turn <= (s.count + 1) / 2
        ), lost AS MATERIALIZED (
            SELECT e.id, e.may_run OR e.company IS DISTINCT FROM 1 AS may_run, e.is_suspect AS runs_alone FROM ended e
            WHERE e.id IN (SELECT s.id FROM suspects s) OR NOT EXISTS (SELECT FROM suspects)
        ), waiting AS MATERIALIZED (
            SELECT due.* FROM levels CROSS JOIN LATERAL (
                SELECT j.id, j.feed, j.variant, j.priority, j.run_at, j.attempt < j.max_attempts AS may_run
                FROM feedkeeper.jobs j
                WHERE j.lease_token IS NULL AND j.priority = levels.priority AND j.run_at <= moment
                    AND (j.run_at, j.id) > (levels.run_at, levels.id)
                    AND j.feed = ANY (ARRAY(SELECT o.feed FROM open o))
                    -- OFFSET 0 keeps this a probe of jobs_one_lease_per_page for each candidate.
                    AND NOT EXISTS (
                        SELECT FROM feedkeeper.jobs running
                        WHERE running.feed = j.feed COLLATE "C" AND running.variant = j.variant COLLATE "C"
                            AND running.lease_token IS NOT NULL
                        OFFSET 0)
                ORDER BY j.run_at, j.id LIMIT max_jobs FOR UPDATE SKIP LOCKED
            ) AS due
            LIMIT CASE WHEN EXISTS (SELECT FROM lost l WHERE l.runs_alone AND l.may_run) THEN 0
                ELSE max_jobs - (SELECT count(*) FROM lost) END
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
            lease_token = token,
            lease_until = moment + lease,
            worker_id = worker,
            company = (SELECT nullif(count(*), 0) FROM lost l WHERE l.runs_alone AND l.may_run),
            started_at = coalesce(j.started_at, moment),
            failures = CASE WHEN j.lease_token IS NULL THEN j.failures
                ELSE feedkeeper.with_lost_attempt(j.failures, j.lease_token, j.attempt, j.worker_id, j.lease_until) END
        WHERE j.id = ANY (ARRAY(SELECT p.id FROM picked p WHERE p.may_run))
        RETURNING j.id, j.feed, j.variant, j.params, j.attempt, j.max_attempts, j.dedupe_key, j.lease_token, j.lease_until,
            moment - greatest(j.run_at, j.created_at),
            CASE WHEN j.by_schedule THEN (
                SELECT s.failures FROM feedkeeper.schedules s WHERE s.feed = j.feed AND s.variant = j.variant) END,
            j.id IN (SELECT l.id FROM lost l WHERE l.runs_alone),
            CASE WHEN j.id NOT IN (SELECT l.id FROM lost l) THEN j.priority END, j.run_at;
        GET DIAGNOSTICS taken = ROW_COUNT;
        max_jobs := max_jobs - taken;
        EXIT WHEN of_levels IS NULL OR max_jobs = 0;
        of_levels := NULL;
        after_run_at := NULL;
        after_id := NULL;
    END LOOP;
END
$$;


SELECT feedkeeper.grant_roles();
