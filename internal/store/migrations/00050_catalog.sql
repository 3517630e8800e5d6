-- The owner chooses the order of services and social links, and can hide a
-- service. Records from before keep the order of creation.

-- +goose Up

ALTER TABLE services ADD COLUMN position BIGINT NOT NULL DEFAULT 0;
ALTER TABLE services ADD COLUMN hidden BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE social_links ADD COLUMN position BIGINT NOT NULL DEFAULT 0;

UPDATE services SET position = id;
UPDATE social_links SET position = id;
