-- What the owner has connected the site to: mail server, webhook. The secrets are
-- sealed with a key that is not in the database.

-- +goose Up

CREATE TABLE connections (
    name       TEXT COLLATE "C" PRIMARY KEY,
    settings   TEXT   NOT NULL, -- JSON without secrets
    sealed     BYTEA  NOT NULL, -- the secrets, encrypted; empty if there are none
    updated_at BIGINT NOT NULL
);
