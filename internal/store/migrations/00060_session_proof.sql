-- When the user of a session last proved who they are, and where the session began.
-- Sessions from before have to prove it again.

-- +goose Up

ALTER TABLE sessions ADD COLUMN proved_at BIGINT NOT NULL DEFAULT 0;
ALTER TABLE sessions ADD COLUMN browser   TEXT   NOT NULL DEFAULT '';
ALTER TABLE sessions ADD COLUMN network   TEXT   NOT NULL DEFAULT '';
