-- +goose Up

CREATE TABLE images (
    id          TEXT COLLATE "C" PRIMARY KEY,
    hash        TEXT COLLATE "C" NOT NULL UNIQUE,
    name        TEXT COLLATE "C" NOT NULL,
    alt         TEXT COLLATE "C" NOT NULL,
    media_type  TEXT    NOT NULL,
    size        BIGINT  NOT NULL,
    width       BIGINT  NOT NULL,
    height      BIGINT  NOT NULL,
    uploaded_at BIGINT  NOT NULL,
    optimised   BOOLEAN NOT NULL,
    preview     TEXT    NOT NULL,
    variants    TEXT    NOT NULL -- a JSON list
);

CREATE TABLE image_addresses (
    address  TEXT COLLATE "C" PRIMARY KEY,
    image_id TEXT COLLATE "C" NOT NULL REFERENCES images (id) ON DELETE CASCADE
);

CREATE INDEX image_addresses_image_id ON image_addresses (image_id);

CREATE TABLE uploads (
    id         TEXT COLLATE "C" PRIMARY KEY,
    token_hash BYTEA  NOT NULL,
    name       TEXT   NOT NULL,
    media_type TEXT   NOT NULL,
    size       BIGINT NOT NULL,
    expires_at BIGINT NOT NULL
);
