-- Makes the database and the roles of Feedkeeper; a superuser runs it, as often as they like:
--   psql -v ON_ERROR_STOP=1 -d postgres -f create-database.sql
-- Other names: -v database=feeds -v login=worker
--
-- feedkeeper_owner     owns the database and everything in it; only migrations are run as it
-- feedkeeper_worker    may do what `feedkeeper run` does
-- feedkeeper_enqueuer  may ask for refreshes and nothing else
-- feedkeeper_reader    may read pages, findings and the ledger
-- feedkeeper           the service's own login: a worker. Without a password it gets in by peer authentication only.
\if :{?database}
\else
    \set database feedkeeper
\endif
\if :{?login}
\else
    \set login feedkeeper
\endif

SELECT format('CREATE ROLE %I %s', wanted.name, wanted.kind)
FROM (VALUES
    ('feedkeeper_owner', 'NOLOGIN'),
    ('feedkeeper_worker', 'NOLOGIN'),
    ('feedkeeper_enqueuer', 'NOLOGIN'),
    ('feedkeeper_reader', 'NOLOGIN'),
    (:'login', 'LOGIN')
) AS wanted (name, kind)
WHERE NOT EXISTS (SELECT FROM pg_catalog.pg_roles WHERE rolname = wanted.name)
\gexec

GRANT feedkeeper_worker TO :"login";

-- From template0, because a cluster made without a locale has a template1 in SQL_ASCII, and feeds are UTF-8.
SELECT format(
    'CREATE DATABASE %I OWNER feedkeeper_owner TEMPLATE template0 ENCODING ''UTF8'' LOCALE ''C.UTF-8''', :'database')
WHERE NOT EXISTS (SELECT FROM pg_catalog.pg_database WHERE datname = :'database')
\gexec

REVOKE ALL ON DATABASE :"database" FROM PUBLIC;
GRANT CONNECT ON DATABASE :"database" TO feedkeeper_worker, feedkeeper_enqueuer, feedkeeper_reader;
