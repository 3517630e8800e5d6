-- When a record was last saved, so that a later save can be refused if it started
-- from another version. 0 means before this migration.

-- +goose Up

ALTER TABLE social_links ADD COLUMN updated_at BIGINT NOT NULL DEFAULT 0;
ALTER TABLE business_hours ADD COLUMN updated_at BIGINT NOT NULL DEFAULT 0;
ALTER TABLE special_days ADD COLUMN updated_at BIGINT NOT NULL DEFAULT 0;
ALTER TABLE images ADD COLUMN texts_updated_at BIGINT NOT NULL DEFAULT 0;
ALTER TABLE chat_state ADD COLUMN replies_updated_at BIGINT NOT NULL DEFAULT 0;
