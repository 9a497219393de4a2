-- What answers have shown: evidence for checks, where a worker is asked to keep it.

CREATE TABLE feedkeeper.profiles (
    feed             text        NOT NULL,
    contract_version int         NOT NULL,
    endpoint         text        NOT NULL,
    -- Answers that were counted.
    samples          bigint      NOT NULL DEFAULT 0,
    -- As contract-check infer --profile writes it. Not jsonb, which refuses \u0000 in texts.
    profile          json        NOT NULL DEFAULT '{"version": 1, "samples": 0, "paths": {}}',
    updated_at       timestamptz NOT NULL DEFAULT clock_timestamp(),
    PRIMARY KEY (feed, contract_version, endpoint),
    CONSTRAINT profiles_samples CHECK (samples >= 0)
);
COMMENT ON TABLE feedkeeper.profiles IS
    'What answers have shown, by version of the contract and endpoint: v<N>/<endpoint>.profile.json of a contract.';

-- A profile holds values of the feed, so that readers of pages have no right to it.
INSERT INTO feedkeeper.role_privileges (role, privilege) VALUES
    ('feedkeeper_worker', 'INSERT, UPDATE, DELETE ON feedkeeper.profiles');
SELECT feedkeeper.grant_roles();
