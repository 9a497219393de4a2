-- The feeds that a worker has registered, and one row for each job while it lives.

CREATE TABLE feedkeeper.feeds (
    feed             text        NOT NULL PRIMARY KEY,
    contract_version int         NOT NULL,
    -- Names that a job's params may hold; NULL: any.
    parameters       text[],
    registered_at    timestamptz NOT NULL DEFAULT clock_timestamp(),
    paused_at        timestamptz,
    CONSTRAINT feeds_name CHECK (feed ~ '^[a-z0-9][a-z0-9_-]{0,62}$'),
    CONSTRAINT feeds_contract_version CHECK (contract_version > 0)
);
COMMENT ON TABLE feedkeeper.feeds IS 'The feeds whose contracts a worker has loaded; only these can be enqueued.';

CREATE SEQUENCE feedkeeper.job_ids AS bigint;

-- State is never stored, it follows from the row: running while lease_token is set (lost once lease_until has
-- passed), otherwise scheduled until run_at and ready from then on.
--
-- The keys hold the feed, so that the table can be partitioned or distributed by it; id stands first because
-- cancel(id) and the claim look for the id alone, and the hottest table should not carry a second index for that.
-- No foreign key to feeds: each enqueue would lock the one row of its feed (a multixact for every two callers).
CREATE TABLE feedkeeper.jobs (
    id           bigint      NOT NULL DEFAULT nextval('feedkeeper.job_ids'),
    feed         text        NOT NULL,
    variant      text        NOT NULL DEFAULT '',
    params       jsonb       NOT NULL DEFAULT '{}',
    priority     int         NOT NULL DEFAULT 0,
    run_at       timestamptz NOT NULL DEFAULT clock_timestamp(),
    -- Counted when a worker takes the job, so that a job which kills its worker is counted too.
    attempt      int         NOT NULL DEFAULT 0,
    max_attempts int         NOT NULL DEFAULT 10,
    dedupe_key   text,
    created_at   timestamptz NOT NULL DEFAULT clock_timestamp(),
    -- The first start; stays when the job waits for its next attempt. Until then the job's dedupe_key is taken.
    started_at   timestamptz,
    lease_token  uuid,
    lease_until  timestamptz,
    worker_id    text,
    -- One object for each failed attempt, oldest first: {"attempt", "class", "message", "at"}.
    failures     jsonb       NOT NULL DEFAULT '[]',
    PRIMARY KEY (id, feed),
    CONSTRAINT jobs_params CHECK (jsonb_typeof(params) = 'object'),
    CONSTRAINT jobs_failures CHECK (jsonb_typeof(failures) = 'array'),
    CONSTRAINT jobs_priority CHECK (priority BETWEEN -100 AND 100),
    CONSTRAINT jobs_attempts CHECK (attempt >= 0 AND max_attempts BETWEEN 1 AND 100),
    CONSTRAINT jobs_dedupe_key CHECK (length(dedupe_key) BETWEEN 1 AND 200),
    CONSTRAINT jobs_lease CHECK (
        (lease_token IS NULL AND lease_until IS NULL AND worker_id IS NULL)
        OR (lease_token IS NOT NULL AND lease_until IS NOT NULL AND worker_id IS NOT NULL
            AND attempt > 0 AND started_at IS NOT NULL))
) WITH (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_cost_delay = 0);
COMMENT ON TABLE feedkeeper.jobs IS
    'Live jobs only. A finished job is deleted (the ledger, feedkeeper.refreshes, keeps its story); one that '
    'failed for good moves to feedkeeper.dead_jobs.';

CREATE INDEX jobs_waiting ON feedkeeper.jobs (priority DESC, run_at, id) WHERE lease_token IS NULL;
CREATE INDEX jobs_leased ON feedkeeper.jobs (lease_until) WHERE lease_token IS NOT NULL;
-- Two workers never refresh one page at once, even when they claim two jobs of it at the same moment.
CREATE UNIQUE INDEX jobs_one_lease_per_page ON feedkeeper.jobs (feed, variant) WHERE lease_token IS NOT NULL;
CREATE UNIQUE INDEX jobs_dedupe ON feedkeeper.jobs (feed, variant, dedupe_key)
    WHERE dedupe_key IS NOT NULL AND started_at IS NULL;

CREATE TABLE feedkeeper.dead_jobs (
    id           bigint      NOT NULL,
    feed         text        NOT NULL,
    variant      text        NOT NULL,
    params       jsonb       NOT NULL,
    priority     int         NOT NULL,
    attempt      int         NOT NULL,
    max_attempts int         NOT NULL,
    dedupe_key   text,
    created_at   timestamptz NOT NULL,
    died_at      timestamptz NOT NULL DEFAULT clock_timestamp(),
    reason       text        NOT NULL,
    failures     jsonb       NOT NULL,
    PRIMARY KEY (id, feed),
    -- attempts-used-up: the last allowed attempt failed; worker-died: the last allowed attempt never reported back;
    -- not-retryable: trying again cannot help; cancelled: feedkeeper.cancel(id).
    CONSTRAINT dead_jobs_reason CHECK (reason IN ('attempts-used-up', 'worker-died', 'not-retryable', 'cancelled'))
);
CREATE INDEX dead_jobs_by_feed ON feedkeeper.dead_jobs (feed, died_at);
COMMENT ON TABLE feedkeeper.dead_jobs IS 'Jobs that will not run again unless feedkeeper.retry(id) brings them back.';

-- Wakes the workers when a due job is committed. Deferred to the commit, because NOTIFY takes one lock for the
-- whole cluster there: only the transaction that gets the advisory lock notifies, the others are served by its
-- wake. Were the lock taken at the INSERT, a caller's long transaction would hold it and silence everybody else.
-- A transaction that left the notifying to another may commit just after the workers looked; they look again
-- 20 to 50 ms after each wake.
CREATE FUNCTION feedkeeper.notify_jobs() RETURNS trigger
LANGUAGE plpgsql
SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
    -- The two halves of the key: 'feed' and 'jobs' in ASCII.
    IF pg_try_advisory_xact_lock(x'66656564'::int, x'6a6f6273'::int) THEN
        PERFORM pg_notify('feedkeeper_jobs', '');
    END IF;
    RETURN NULL;
END
$$;

CREATE CONSTRAINT TRIGGER jobs_notify AFTER INSERT ON feedkeeper.jobs
    DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW WHEN (NEW.run_at <= clock_timestamp())
    EXECUTE FUNCTION feedkeeper.notify_jobs();
