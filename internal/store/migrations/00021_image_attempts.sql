-- How often the variants of an image were tried to be made, so that an image that
-- ends the process is given up.

-- +goose Up

ALTER TABLE images ADD COLUMN attempts BIGINT NOT NULL DEFAULT 0;
