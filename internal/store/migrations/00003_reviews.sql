-- What was fetched from Google and can be fetched again.

-- +goose Up

CREATE TABLE review_feed (
    id         BIGINT PRIMARY KEY CHECK (id = 1),
    source     TEXT   NOT NULL, -- where the reviews are from; empty until there are any
    as_of      BIGINT NOT NULL,
    not_before BIGINT NOT NULL,
    failures   BIGINT NOT NULL,
    problem    TEXT   NOT NULL,
    reviews    TEXT   NOT NULL -- a JSON list
);

INSERT INTO review_feed (id, source, as_of, not_before, failures, problem, reviews)
VALUES (1, '', 0, 0, 0, '', '[]');

CREATE TABLE review_photos (
    name TEXT COLLATE "C" PRIMARY KEY,
    jpeg BYTEA NOT NULL
);
