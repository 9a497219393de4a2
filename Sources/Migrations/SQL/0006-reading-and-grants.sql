-- What readers use, and what each role may do.

CREATE VIEW feedkeeper.current_sections AS
    SELECT s.feed, s.variant, s.position, s.section_key, c.kind, c.title, c.layout, c.item_count, c.content,
        s.revision, c.contract_version, s.updated_at, s.held_since, s.held_reason
    FROM feedkeeper.page_sections s
    JOIN feedkeeper.section_contents c USING (feed, digest);
COMMENT ON VIEW feedkeeper.current_sections IS
    'The sections of each page as readers should show them, ORDER BY position. held_since: the content is the last '
    'good one, because the newer one broke the contract or the section vanished (held_reason). revision: the page''s '
    'revision in which this section last changed.';

CREATE VIEW feedkeeper.current_items AS
    SELECT s.feed, s.variant, s.position, s.section_key, s.kind,
        (i.number - 1)::int AS item_position,
        i.item ->> 'identity' AS identity,
        (i.item ->> 'occurrence')::int AS occurrence,
        i.item ->> 'title' AS title,
        i.item ->> 'image' AS image,
        CASE jsonb_typeof(i.item -> 'plays') WHEN 'number' THEN (i.item ->> 'plays')::numeric END AS plays,
        i.item ->> 'action' AS action,
        i.item -> 'raw' AS raw,
        s.revision, s.updated_at, s.held_since
    FROM feedkeeper.current_sections s
    CROSS JOIN LATERAL jsonb_array_elements(s.content -> 'items') WITH ORDINALITY AS i (item, number);
COMMENT ON VIEW feedkeeper.current_items IS 'The items of each section, ORDER BY position, item_position.';

-- Its owner's rights: readers see what a page is made of through views and functions only.
CREATE FUNCTION feedkeeper.page(feed text, variant text DEFAULT '') RETURNS jsonb
LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
AS $$
    SELECT jsonb_build_object(
        'feed', p.feed, 'variant', p.variant, 'revision', p.revision, 'contractVersion', p.contract_version,
        'updatedAt', p.updated_at, 'checkedAt', p.checked_at,
        'sections', (
            SELECT coalesce(jsonb_agg(jsonb_build_object(
                'key', s.section_key, 'kind', s.kind, 'title', s.title, 'layout', s.layout,
                'itemCount', s.item_count, 'revision', s.revision, 'contractVersion', s.contract_version,
                'updatedAt', s.updated_at, 'heldSince', s.held_since, 'heldReason', s.held_reason,
                'items', s.content -> 'items') ORDER BY s.position), '[]')
            FROM feedkeeper.current_sections s
            WHERE s.feed = p.feed AND s.variant = p.variant))
    FROM feedkeeper.pages p
    WHERE p.feed = page.feed AND p.variant = page.variant AND p.revision > 0
$$;
COMMENT ON FUNCTION feedkeeper.page IS
    'A whole page as one JSON document, all of one revision; NULL while nothing has been stored.';

CREATE VIEW feedkeeper.queue_stats AS
    SELECT f.feed, f.contract_version, f.paused_at,
        count(j.id) FILTER (WHERE j.lease_token IS NULL AND j.run_at <= t.now) AS ready,
        count(j.id) FILTER (WHERE j.lease_token IS NULL AND j.run_at > t.now) AS scheduled,
        count(j.id) FILTER (WHERE j.lease_until > t.now) AS running,
        count(j.id) FILTER (WHERE j.lease_until <= t.now) AS expired_leases,
        count(j.id) FILTER (WHERE j.lease_token IS NULL AND j.attempt > 0) AS retrying,
        (SELECT count(*) FROM feedkeeper.dead_jobs d WHERE d.feed = f.feed) AS dead,
        t.now - min(j.run_at) FILTER (WHERE j.lease_token IS NULL AND j.run_at <= t.now) AS oldest_ready_age,
        min(j.run_at) FILTER (WHERE j.lease_token IS NULL AND j.run_at > t.now) AS next_run_at
    FROM feedkeeper.feeds f
    CROSS JOIN (SELECT clock_timestamp() AS now) AS t
    LEFT JOIN feedkeeper.jobs j ON j.feed = f.feed
    GROUP BY f.feed, t.now;
COMMENT ON VIEW feedkeeper.queue_stats IS
    'The queue, one row for each registered feed. retrying counts those of ready and scheduled that failed before.';

-- Gives each role that exists its rights; roles that the database's owner had to make by hand get theirs by
-- running it again. Later migrations run it again after adding to it.
CREATE FUNCTION feedkeeper.grant_roles() RETURNS void
LANGUAGE plpgsql
SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
    granted record;
BEGIN
    REVOKE ALL ON ALL FUNCTIONS IN SCHEMA feedkeeper FROM PUBLIC;
    FOR granted IN
        SELECT role, privilege FROM (VALUES
            ('feedkeeper_worker', 'USAGE ON SCHEMA feedkeeper'),
            ('feedkeeper_worker', 'SELECT ON ALL TABLES IN SCHEMA feedkeeper'),
            ('feedkeeper_worker', 'INSERT, UPDATE, DELETE ON feedkeeper.feeds, feedkeeper.jobs, '
                'feedkeeper.dead_jobs, feedkeeper.pages, feedkeeper.section_contents, feedkeeper.page_sections, '
                'feedkeeper.refreshes, feedkeeper.findings, feedkeeper.quarantine'),
            ('feedkeeper_worker', 'USAGE ON ALL SEQUENCES IN SCHEMA feedkeeper'),
            ('feedkeeper_worker', 'EXECUTE ON ALL FUNCTIONS IN SCHEMA feedkeeper'),
            ('feedkeeper_enqueuer', 'USAGE ON SCHEMA feedkeeper'),
            ('feedkeeper_enqueuer', 'EXECUTE ON FUNCTION feedkeeper.enqueue'),
            ('feedkeeper_reader', 'USAGE ON SCHEMA feedkeeper'),
            ('feedkeeper_reader', 'SELECT ON feedkeeper.current_sections, feedkeeper.current_items, '
                'feedkeeper.refreshes, feedkeeper.findings, feedkeeper.queue_stats'),
            ('feedkeeper_reader', 'EXECUTE ON FUNCTION feedkeeper.page')
        ) AS wanted (role, privilege)
        WHERE EXISTS (SELECT FROM pg_roles WHERE rolname = role)
    LOOP
        EXECUTE format('GRANT %s TO %I', granted.privilege, granted.role);
    END LOOP;
END
$$;
COMMENT ON FUNCTION feedkeeper.grant_roles IS 'Gives the feedkeeper_* roles that exist their rights in this database.';

SELECT feedkeeper.grant_roles();
