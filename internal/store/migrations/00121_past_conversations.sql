-- What the monthly report needs of the conversations that were deleted because of
-- their age. Nothing says whose they were.

-- +goose Up

CREATE TABLE past_conversations (
    started_at  BIGINT NOT NULL, -- microseconds since 1970
    answered_at BIGINT NOT NULL, -- 0 if nobody of the staff has answered
    has_contact BOOLEAN NOT NULL
);

CREATE INDEX past_conversations_started_at ON past_conversations (started_at);
