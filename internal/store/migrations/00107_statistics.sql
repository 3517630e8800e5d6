-- How often something happened on a day: pages seen, sites that visitors came
-- from, taps on the phone number. Nothing says who.

-- +goose Up

CREATE TABLE daily_counts (
    day     TEXT COLLATE "C" NOT NULL, -- in the company's time zone
    kind    TEXT COLLATE "C" NOT NULL,
    name    TEXT COLLATE "C" NOT NULL,
    counted BIGINT NOT NULL,
    PRIMARY KEY (day, kind, name)
);

CREATE INDEX conversations_started_at ON conversations (started_at);
