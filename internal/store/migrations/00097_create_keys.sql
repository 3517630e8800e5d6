-- What the requests that create records have created, so that a repeated request
-- creates nothing a second time. Keys and bodies are kept as hashes.

-- +goose Up

CREATE TABLE create_keys (
    user_id    BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    key_hash   BYTEA  NOT NULL,
    body_hash  BYTEA  NOT NULL,
    record_id  BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    PRIMARY KEY (user_id, key_hash)
);
