-- Secrets that replicas share, and what they count together.

-- +goose Up

CREATE TABLE secrets (
    name  TEXT COLLATE "C" PRIMARY KEY,
    value BYTEA NOT NULL
);

CREATE TABLE rate_limit_state (
    id       BIGINT PRIMARY KEY CHECK (id = 1),
    swept_at BIGINT NOT NULL
);

INSERT INTO rate_limit_state (id, swept_at) VALUES (1, 0);

CREATE TABLE rate_limits (
    key      TEXT COLLATE "C" PRIMARY KEY,
    clear_at BIGINT NOT NULL -- when none of the uses count any more
);

CREATE INDEX rate_limits_clear_at ON rate_limits (clear_at);
