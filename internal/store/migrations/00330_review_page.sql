-- Where customers write a review, and whether the owner has to give access again.

-- +goose Up

ALTER TABLE review_feed ADD COLUMN page TEXT NOT NULL DEFAULT '';
ALTER TABLE review_feed ADD COLUMN needs_owner BOOLEAN NOT NULL DEFAULT FALSE;
