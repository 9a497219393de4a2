-- What happened: one row for each refresh, what drifted, and what was not fit for readers.

CREATE SEQUENCE feedkeeper.refresh_ids AS bigint;

CREATE TABLE feedkeeper.refreshes (
    feed             text        NOT NULL,
    id               bigint      NOT NULL DEFAULT nextval('feedkeeper.refresh_ids'),
    variant          text        NOT NULL,
    job_id           bigint      NOT NULL,
    attempt          int         NOT NULL,
    started_at       timestamptz NOT NULL,
    finished_at      timestamptz NOT NULL DEFAULT clock_timestamp(),
    -- changed: a new revision; unchanged: equal content; not-modified: the server said so (304);
    -- held: nothing new could be shown, the last good content stays; failed: no usable response.
    status           text        NOT NULL,
    -- The page's revision afterwards; NULL when the refresh failed.
    revision         bigint,
    contract_version int,
    -- Bytes of all response bodies, decoded.
    bytes            bigint      NOT NULL DEFAULT 0,
    -- Milliseconds: {"fetch", "check", "split", "diff", "store"}
    steps            jsonb       NOT NULL DEFAULT '{}',
    verdict          text,
    -- [{"id", "kind", "severity", "path", "count"}]
    findings         jsonb       NOT NULL DEFAULT '[]',
    error_class      text,
    error            text,
    http_status      int,
    PRIMARY KEY (feed, id),
    CONSTRAINT refreshes_status CHECK (status IN ('changed', 'unchanged', 'not-modified', 'held', 'failed')),
    CONSTRAINT refreshes_verdict CHECK (verdict IN ('conforms', 'drifted', 'unreadable')),
    CONSTRAINT refreshes_error CHECK (status <> 'failed' OR error_class IS NOT NULL),
    CONSTRAINT refreshes_documents CHECK (jsonb_typeof(steps) = 'object' AND jsonb_typeof(findings) = 'array')
);
CREATE INDEX refreshes_by_page ON feedkeeper.refreshes (feed, variant, started_at DESC);
COMMENT ON TABLE feedkeeper.refreshes IS 'The ledger: what each refresh did, how long its steps took, what it found.';

CREATE TABLE feedkeeper.findings (
    feed             text        NOT NULL,
    -- Stable for one kind of drift at one path.
    id               text        NOT NULL,
    kind             text        NOT NULL,
    severity         text        NOT NULL,
    endpoint         text,
    path             text        NOT NULL,
    -- The newest observation: in "count" of "of" places.
    count            bigint      NOT NULL,
    of               bigint      NOT NULL,
    expected         text,
    found            text,
    sample           text,
    message          text        NOT NULL,
    hint             text,
    contract_version int         NOT NULL,
    first_seen       timestamptz NOT NULL DEFAULT clock_timestamp(),
    last_seen        timestamptz NOT NULL DEFAULT clock_timestamp(),
    last_refresh     bigint      NOT NULL,
    -- Refreshes that showed it.
    occurrences      bigint      NOT NULL DEFAULT 1,
    PRIMARY KEY (feed, id),
    CONSTRAINT findings_severity CHECK (severity IN ('breaking', 'warning', 'info')),
    CONSTRAINT findings_counts CHECK (count >= 0 AND of >= count AND occurrences > 0)
);
COMMENT ON TABLE feedkeeper.findings IS 'Each drift of each feed: what was expected, what came, first and last seen.';

CREATE SEQUENCE feedkeeper.quarantine_ids AS bigint;

CREATE TABLE feedkeeper.quarantine (
    feed         text        NOT NULL,
    id           bigint      NOT NULL DEFAULT nextval('feedkeeper.quarantine_ids'),
    variant      text        NOT NULL,
    refresh_id   bigint      NOT NULL,
    what         text        NOT NULL,
    endpoint     text        NOT NULL,
    -- RFC 6901, into the endpoint's body; '' is the whole body.
    pointer      text        NOT NULL DEFAULT '',
    -- The block's kind; '' when it has none.
    kind         text        NOT NULL DEFAULT '',
    reason       text        NOT NULL,
    http_status  int,
    content_type text,
    -- As it came, cut at 1 MiB; body_bytes is the whole length.
    body         bytea       COMPRESSION lz4 NOT NULL,
    body_bytes   bigint      NOT NULL,
    body_digest  bytea       NOT NULL GENERATED ALWAYS AS (sha256(body)) STORED,
    created_at   timestamptz NOT NULL DEFAULT clock_timestamp(),
    last_seen    timestamptz NOT NULL DEFAULT clock_timestamp(),
    occurrences  bigint      NOT NULL DEFAULT 1,
    PRIMARY KEY (feed, id),
    -- The same bad bytes, refresh after refresh, are one row.
    UNIQUE (feed, variant, what, endpoint, kind, reason, body_digest),
    CONSTRAINT quarantine_reason CHECK (length(reason) BETWEEN 1 AND 200),
    CONSTRAINT quarantine_what CHECK (what IN ('response', 'block', 'item')),
    CONSTRAINT quarantine_body CHECK (octet_length(body) <= 1048576 AND body_bytes >= octet_length(body))
);
COMMENT ON TABLE feedkeeper.quarantine IS 'Responses, blocks and items that may not reach readers.';
