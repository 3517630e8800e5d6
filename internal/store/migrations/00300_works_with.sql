-- The oldest release that can use these tables, as the version of its newest
-- migration. A migration that takes away what the release before it needs begins with
-- an UPDATE of this value.

-- +goose Up

ALTER TABLE site_state ADD COLUMN works_with BIGINT NOT NULL DEFAULT 290;
