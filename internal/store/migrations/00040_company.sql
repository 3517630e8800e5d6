-- The facts about the company and the texts of fixed pages.

-- +goose Up

CREATE TABLE company (
    id                  BIGINT  PRIMARY KEY CHECK (id = 1),
    updated_at          BIGINT  NOT NULL,
    checklist_dismissed BOOLEAN NOT NULL,
    document            TEXT    NOT NULL -- JSON
);
