-- The format of a version's fields, so that a later release can convert them.

-- +goose Up

ALTER TABLE versions ADD COLUMN format BIGINT NOT NULL DEFAULT 1;
