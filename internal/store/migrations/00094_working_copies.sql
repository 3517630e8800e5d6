-- What people have typed into forms of the back office and not saved.

-- +goose Up

CREATE TABLE working_copies (
    user_id   BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    kind      TEXT COLLATE "C" NOT NULL,
    record_id TEXT COLLATE "C" NOT NULL,
    title     TEXT   NOT NULL,
    based_on  TEXT   NOT NULL, -- the version of the record that the form started from
    original  TEXT   NOT NULL, -- the fields as the form began, as JSON
    fields    TEXT   NOT NULL, -- the fields as typed, as JSON
    saved_at  BIGINT NOT NULL,
    PRIMARY KEY (user_id, kind, record_id)
);

CREATE INDEX working_copies_saved_at ON working_copies (user_id, saved_at);
