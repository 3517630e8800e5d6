-- An upload ends with the session that asked for it. Uploads from before have no
-- session and have to be started again.

-- +goose Up

ALTER TABLE uploads ADD COLUMN session_hash BYTEA NOT NULL DEFAULT '';
