-- Whether administrators need a second factor, and which sessions began with one.

-- +goose Up

CREATE TABLE account_rules (
    id                     BIGINT  PRIMARY KEY CHECK (id = 1),
    second_factor_required BOOLEAN NOT NULL
);

ALTER TABLE sessions ADD COLUMN second_factor BOOLEAN NOT NULL DEFAULT FALSE;
