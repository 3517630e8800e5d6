-- At which revision each part of the published data last changed. A cached page
-- depends on the parts that it was made from, not on all of them.

-- +goose Up

CREATE TABLE scopes (
    name     TEXT COLLATE "C" PRIMARY KEY,
    revision BIGINT NOT NULL
);

CREATE INDEX scopes_revision ON scopes (revision);

-- How many revisions have named their scopes. Older releases raise only the
-- revision; the growing difference shows that anything may have changed.
ALTER TABLE site_state ADD COLUMN scoped BIGINT NOT NULL DEFAULT 0;
