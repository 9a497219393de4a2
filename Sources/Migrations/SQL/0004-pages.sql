-- What readers see: a page for each feed and variant, its sections in order, and their contents by digest.

CREATE TABLE feedkeeper.pages (
    feed             text        NOT NULL,
    variant          text        NOT NULL,
    -- 0 until the first content is stored; grows by one whenever the stable content changed.
    revision         bigint      NOT NULL DEFAULT 0,
    contract_version int         NOT NULL,
    -- SHA-256 over the sections' keys and digests in order.
    digest           bytea       NOT NULL DEFAULT '',
    updated_at       timestamptz NOT NULL DEFAULT clock_timestamp(),
    checked_at       timestamptz NOT NULL DEFAULT clock_timestamp(),
    -- For each endpoint what the next request can ask with: {"blocks": {"etag", "lastModified", "bodyDigest"}}.
    validators       jsonb       NOT NULL DEFAULT '{}',
    PRIMARY KEY (feed, variant),
    CONSTRAINT pages_revision CHECK (revision >= 0),
    CONSTRAINT pages_validators CHECK (jsonb_typeof(validators) = 'object')
) WITH (fillfactor = 80);
COMMENT ON TABLE feedkeeper.pages IS 'The newest revision of each page.';

-- A content is written once and never changed; the digest covers all that a reader sees but the volatile paths.
-- lz4: 2.5 times the write rate of pglz for 2 % more bytes (20 kB pages, PostgreSQL 15).
CREATE TABLE feedkeeper.section_contents (
    feed             text        NOT NULL,
    digest           bytea       NOT NULL,
    kind             text        NOT NULL,
    title            text,
    layout           text,
    item_count       int         NOT NULL,
    contract_version int         NOT NULL,
    -- {"title", "items": [{"identity", "occurrence", "title", "image", "plays", "action", "raw"}]}
    content          jsonb       COMPRESSION lz4 NOT NULL,
    created_at       timestamptz NOT NULL DEFAULT clock_timestamp(),
    PRIMARY KEY (feed, digest),
    CONSTRAINT section_contents_digest CHECK (octet_length(digest) BETWEEN 8 AND 64),
    CONSTRAINT section_contents_items CHECK (item_count >= 0 AND jsonb_typeof(content) = 'object')
);

-- A section whose refresh failed, or that vanished upstream, stays with its last good content and says since when.
CREATE TABLE feedkeeper.page_sections (
    feed        text        NOT NULL,
    variant     text        NOT NULL,
    section_key text        NOT NULL,
    position    int         NOT NULL,
    digest      bytea       NOT NULL,
    -- The page's revision in which this section's content last changed.
    revision    bigint      NOT NULL,
    updated_at  timestamptz NOT NULL DEFAULT clock_timestamp(),
    held_since  timestamptz,
    held_reason text,
    PRIMARY KEY (feed, variant, section_key),
    FOREIGN KEY (feed, variant) REFERENCES feedkeeper.pages ON DELETE CASCADE,
    FOREIGN KEY (feed, digest) REFERENCES feedkeeper.section_contents,
    -- Checked at the end of the transaction: a page is reordered row by row.
    UNIQUE (feed, variant, position) DEFERRABLE INITIALLY DEFERRED,
    CONSTRAINT page_sections_position CHECK (position >= 0 AND revision > 0),
    CONSTRAINT page_sections_held CHECK ((held_since IS NULL) = (held_reason IS NULL))
) WITH (fillfactor = 80);
CREATE INDEX page_sections_by_content ON feedkeeper.page_sections (feed, digest);
